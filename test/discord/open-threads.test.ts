import { DiscordAPIError } from 'discord.js';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createChannelDelivery } from '../../src/discord/outbound/channel-delivery.ts';
import { createOpenThreads, type OpenThreads, type ThreadHost } from '../../src/discord/outbound/open-threads.ts';
import { createPicturesInFlight } from '../../src/discord/outbound/pictures-in-flight.ts';
import { type Announcement, type Host, reply, type ThreadToOpen, TookTooLong } from '../../src/host/index.ts';
import { type Clock, manualClock } from '../../src/time-source.ts';
import { Waits } from './desk.ts';

const CHANNEL_TYPE = { text: 0, voice: 2 };
const NO_POSTS: ThreadHost['posts'] = {
  opening: () => null,
  opened: () => null,
  notOpened: () => null,
};
const NO_TAGS = { forNewPost: async () => [] };

/** Discord’s refusal, or its being out of order. */
function trouble(status: number, code: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'No' }, code, status, 'POST', 'https://discord.com', {});
}

/** A delivery to channels where only threads wait. Their guild is the first part of their id, or the army. */
function delivering(client: object, clock: Clock, waiting: () => readonly ThreadToOpen[], threads: OpenThreads) {
  const due = () =>
    waits.due(
      waiting().map(({ id, channel }) => {
        const [guild = ''] = id.includes('/') ? id.split('/') : ['army'];
        return { what: 'thread', id, channel, guild, game: null };
      }),
      clock.now(),
    );
  const waits = new Waits();
  const host = { undelivered: { ...waits, due } } as unknown as Host;
  const log = pino({ level: 'silent' });
  return createChannelDelivery(
    { client: client as never, host, clock, log },
    createPicturesInFlight(),
    threads,
    async () => null,
  ).runner;
}

/** A channel that wants one thread, and what is done about it. `create` is what Discord makes of opening it. */
function desk(create: () => Promise<{ id: string }>, type = CHANNEL_TYPE.text, gone: Announcement[] = []) {
  const clock = manualClock();
  const [sent, edited, begun]: [unknown[], unknown[], Announcement[]] = [[], [], []];
  let waiting: ThreadToOpen[] = [
    {
      id: '1',
      channel: 'front',
      at: clock.now(),
      message: null,
      name: 'What if: order 7',
      announcement: reply('channel', 'What if?'),
    },
  ];
  const whatIfs: ThreadHost['whatIfs'] = {
    opening: (id) => (gone.length > 0 ? null : (waiting.find((one) => one.id === id) ?? null)),
    ready: () => null,
    isOfOpening: () => false,
    givenUp: () => {
      waiting = [];
      return gone.pop() ?? null;
    },
    announced: (id, message) => {
      waiting = waiting.map((one) => (one.id === id ? { ...one, message } : one));
    },
    opened: (_id, thread) => {
      waiting = [];
      return { channel: thread, answer: reply('channel', 'Begun') };
    },
    notOpened: (_id, why) => {
      waiting = [];
      return { channel: 'front', answer: reply('channel', why) };
    },
  };
  const host = { whatIfs, posts: NO_POSTS };
  const channel = {
    type,
    send: async (payload: unknown) => {
      sent.push(payload);
      return { id: 'm1' };
    },
    threads: { create },
    messages: { edit: async (id: string, payload: { content: string }) => void edited.push([id, payload.content]) },
  };
  const guilds = new Map([['army', {}]]);
  const client = { channels: { fetch: async () => channel }, guilds: { cache: guilds } };
  const log = pino({ level: 'silent' });
  const opening = createOpenThreads(
    { client: client as never, host, clock, log },
    NO_TAGS,
    (one) => void begun.push(one),
  );
  const threads = delivering(client, clock, () => waiting, opening);
  return { threads, clock, guilds, sent, edited, begun, waiting: () => waiting.length };
}

describe('a thread to open', () => {
  test('starts from its announcement, which then links it; the game begins there', async () => {
    const { threads, sent, edited, begun } = desk(async () => ({ id: 'm1' }));
    await threads.run();
    await threads.run();
    expect(sent).toEqual([expect.objectContaining({ content: 'What if?', nonce: '1', enforceNonce: true })]);
    expect(edited).toEqual([['m1', 'What if?\nThe thread: <#m1>']]);
    expect(begun.map(({ channel }) => channel)).toEqual(['m1']);
  });

  test('is given up if its game takes too long to be read, and its channel is told why', async () => {
    const { threads, begun, waiting } = desk(() => Promise.reject(new TookTooLong('The reader was stopped')));
    await threads.run();
    expect([waiting(), begun[0]?.answer.text]).toEqual([0, expect.stringContaining('took too long')]);
  });

  test('is the one that its message already has', async () => {
    const { threads, begun } = desk(() => Promise.reject(trouble(400, 160004)));
    await threads.run();
    expect(begun.map(({ channel }) => channel)).toEqual(['m1']);
  });

  test('is tried again with longer and longer waits during an outage; it is announced once', async () => {
    let tries = 0;
    const { threads, clock, sent, begun } = desk(() => {
      tries += 1;
      return tries < 4 ? Promise.reject(trouble(500, 0)) : Promise.resolve({ id: 'm1' });
    });
    await threads.run();
    await threads.run();
    expect(tries).toBe(1);
    for (const minutes of [1, 2, 4]) {
      await clock.advance(minutes * 60_000);
      await threads.run();
    }
    expect(tries).toBe(4);
    expect(sent).toHaveLength(1);
    expect(begun).toHaveLength(1);
  });

  test('waits while the bot cannot see its channel, as after it has been removed, and is opened once it can', async () => {
    let removed = true;
    const { threads, begun, waiting } = desk(() =>
      removed ? Promise.reject(trouble(403, 50001)) : Promise.resolve({ id: 'm1' }),
    );
    await threads.run();
    expect([waiting(), begun]).toEqual([1, []]);
    removed = false;
    await threads.retryIn(['rear']);
    expect(waiting()).toBe(1);
    await threads.retryIn(['front']);
    expect(begun.map(({ channel }) => channel)).toEqual(['m1']);
  });

  test('is given up if Discord refuses it or the channel can’t have threads, and the channel is told why', async () => {
    for (const [code, words] of [
      [50013, 'grant the bot Create Public Threads'],
      [160006, 'Discord says: No'],
    ] as const) {
      const { threads, begun, waiting } = desk(() => Promise.reject(trouble(403, code)));
      await threads.run();
      expect(begun).toMatchObject([{ channel: 'front', answer: { text: expect.stringContaining(words) } }]);
      expect(waiting()).toBe(0);
    }
    const { threads, begun } = desk(async () => ({ id: 'm1' }), CHANNEL_TYPE.voice);
    await threads.run();
    expect(begun[0]?.answer.text).toContain('Use another channel.');
  });

  test('is given up if the host can’t open it any more, and the channel is told once', async () => {
    const word = { channel: 'front', answer: reply('channel', 'Not opened') };
    const { threads, begun } = desk(async () => ({ id: 'm1' }), CHANNEL_TYPE.text, [word]);
    await threads.run();
    await threads.run();
    expect(begun).toEqual([word]);
  });
});
