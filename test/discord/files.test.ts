import { gunzipSync } from 'node:zlib';
import { SlashCommandBuilder } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../src/discord/inbound/command-contract.ts';
import { filesInWords } from '../../src/discord/outbound/post-words.ts';
import { type Enclosure, type PostResult, type Reply, reply, textFile } from '../../src/host/index.ts';
import type { FaultCall, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer as seen } from '../answered-message.ts';
import { Desk, type Served, serve } from './desk.ts';
import { signal } from './trouble.ts';

/** Files of an answer: they come after its text, what cannot come is said, and nobody waits for them. */

const CHANNEL = 'the-wilderness';
const MiB = 1024 * 1024;

let answers: Reply[] = [];
let served: Served;
const COMMANDS: readonly Command[] = [
  {
    data: new SlashCommandBuilder().setName('probe').setDescription('An answer that is ready').toJSON(),
    run: () => answers.shift() ?? reply('member', 'Done.'),
  },
];
beforeEach(async () => {
  answers = [];
  served = await serve(new Desk(), COMMANDS);
});
afterEach(() => served.close());

const channelId = (name = CHANNEL) => served.sandbox.world.channel(name).id;
const logged = () => served.logged.filter(({ level }) => level >= 40).map(({ msg }) => msg);
const file = (name: string, bytes: Buffer | (() => Promise<Buffer>), alt: string | null = null): Enclosure => ({
  file: name,
  alt,
  bytes: typeof bytes === 'function' ? bytes : () => Promise.resolve(bytes),
});
const broken = (name: string) => file(name, () => Promise.reject(new Error('No ink')));

async function given(answer: Reply, member = 'Ada', channel = CHANNEL): Promise<SeenMessage> {
  answers.push(answer);
  return seen(await served.sandbox.as(member).in(channel).command('probe'));
}
const whole = ({ id }: SeenMessage, channel = CHANNEL) =>
  served.sandbox.waitForMessage(channel, (message) => message.id === id && message.editedAt !== null);
const names = ({ attachments }: SeenMessage) => attachments.map(({ filename }) => filename);

describe('an answer that takes long to make', () => {
  test('is announced first, comes in place of the announcement, and is over once it is there', async () => {
    const order: string[] = [];
    served.sandbox.faults = (call, proceed) => {
      const done = proceed();
      if (call.path.endsWith('/callback')) order.push('acknowledged');
      return done;
    };
    const make = async () => {
      order.push('made');
      return reply('channel', 'Told.', { files: [textFile('story.md', '# Told')] });
    };
    const told = await given(reply('channel', 'In a moment.', { later: { make, over: () => order.push('over') } }));
    expect(told.content).toBe('In a moment.');
    const came = ({ id, attachments }: SeenMessage) => id === told.id && attachments.length > 0;
    const message = await served.sandbox.waitForMessage(CHANNEL, came);
    expect([message.content, names(message)]).toEqual(['Told.', ['story.md']]);
    await expect.poll(() => order).toEqual(['acknowledged', 'made', 'over']);
    expect(logged()).toEqual([]);
  });

  test('says so if it cannot be made, and is over', async () => {
    let over = 0;
    const make = () => Promise.reject(new Error('No ink'));
    const told = await given(reply('channel', 'In a moment.', { later: { make, over: () => (over += 1) } }));
    expect((await whole(told)).content).toMatch(/^Something went wrong in the bot/);
    await expect.poll(() => over).toBe(1);
    expect(logged()).toEqual(['a reply promised for later could not be made']);
  });
});

describe('the files of an answer', () => {
  test('come after its text, in their order, pictures with their words', async () => {
    const { given: held, give: goOn } = signal();
    const slow = file('film.gif', () => held.then(() => Buffer.from('GIF89a')), 'A campaign in pictures.');
    const told = await given(reply('channel', 'Told.', { files: [slow, textFile('story.md', '# Told é\n')] }));
    expect([told.content, names(told), told.ephemeral]).toEqual(['Told.', [], false]);
    goOn();
    const { content, attachments } = await whole(told);
    expect(content).toBe('Told.');
    expect(attachments.map(({ filename, description }) => [filename, description])).toEqual([
      ['film.gif', 'A campaign in pictures.'],
      ['story.md', null],
    ]);
    expect(String(served.sandbox.attachmentBytes(attachments[1]?.url ?? ''))).toBe('# Told é\n');
    expect(logged()).toEqual([]);
  });

  test('have the words that came with their bytes', async () => {
    let alt: string | null = null;
    const drawn: Enclosure = {
      file: 'chart.png',
      get alt() {
        return alt;
      },
      async bytes() {
        alt = 'A chart that falls.';
        return Buffer.from('ink');
      },
    };
    const message = await whole(await given(reply('member', 'A chart.', { files: [drawn] })));
    expect(message.attachments.map(({ description }) => description)).toEqual(['A chart that falls.']);
  });

  test('are not begun before Discord has the text', async () => {
    const order: string[] = [];
    const { given: held, give: goOn } = signal();
    served.sandbox.faults = async (call, proceed) => {
      if (call.path.endsWith('/callback')) await held;
      const done = proceed();
      if (call.path.endsWith('/callback')) order.push('acknowledged');
      return done;
    };
    const drawn = file('film.gif', async () => {
      order.push('made');
      return Buffer.from('GIF89a');
    });
    const told = given(reply('channel', 'Told.', { files: [drawn] }));
    await expect.poll(() => served.sandbox.requests().length).toBeGreaterThan(0);
    goOn();
    await whole(await told);
    expect(order).toEqual(['acknowledged', 'made']);
  });

  test('keep nobody else waiting', async () => {
    const { given: held, give: goOn } = signal();
    const slow = file('film.gif', () => held.then(() => Buffer.from('GIF89a')));
    const told = await given(reply('channel', 'Told.', { files: [slow] }));
    const map = {
      point: { game: 'k3x9mnpqrs', seq: 1 },
      file: 'map.png',
      alt: 'The map.',
      png: async () => Buffer.from('png'),
    };
    const other = await given(reply('channel', 'Grant attacks.', { drawing: map }), 'Bo', 'parade-ground');
    expect(names(await whole(other, 'parade-ground'))).toEqual(['map.png']);
    expect((await given(reply('member', 'Noted.'), 'Cy')).content).toBe('Noted.');
    expect(names(served.sandbox.message(CHANNEL, told.id) ?? told)).toEqual([]);
    goOn();
    expect(names(await whole(told))).toEqual(['film.gif']);
  });

  test('that cannot be made are logged, the others are posted, and the message says what is missing', async () => {
    const files = [broken('film.gif'), textFile('story.md', 'Told.'), broken('chart.png')];
    const told = await whole(await given(reply('channel', 'Told.', { files })));
    expect(names(told)).toEqual(['story.md']);
    expect(told.content).toBe('Told.\n-# Left out, couldn’t be made: `film.gif`, `chart.png`.');
    expect(logged()).toEqual(['a file could not be made', 'a file could not be made']);
  });

  test('of more than ten mebibytes together come as far as there is room, the first first', async () => {
    const files = [
      file('one.bin', Buffer.alloc(6 * MiB)),
      file('two.bin', Buffer.alloc(5 * MiB)),
      file('three.bin', Buffer.alloc(3 * MiB)),
    ];
    const told = await whole(await given(reply('channel', 'Told.', { files })));
    expect(names(told)).toEqual(['one.bin', 'three.bin']);
    expect(told.content).toBe('Told.\n-# Left out, too large for one message: `two.bin`.');
  });

  test('that are text too large for a message are compressed, and the message says how to open them', async () => {
    const line = (at: number) => `${JSON.stringify({ order: at, reason: 'It holds the ford é' })}\n`;
    const text = Array.from({ length: 300_000 }, (_, at) => line(at)).join('');
    expect(Buffer.byteLength(text)).toBeGreaterThan(10 * MiB);
    const told = await whole(await given(reply('member', 'Here it is.', { files: [textFile('my-data.json', text)] })));
    const [compressed] = filesInWords({ compressed: ['my-data.json.gz'], failed: [], tooLarge: [] });
    expect(told.content).toBe(`Here it is.\n${compressed}`);
    expect(compressed).toContain('7-Zip');
    const [attachment] = told.attachments;
    expect(attachment?.filename).toBe('my-data.json.gz');
    const bytes = served.sandbox.attachmentBytes(attachment?.url ?? '');
    // Compared here: a difference of twelve megabytes is not to be printed.
    expect(String(gunzipSync(bytes ?? Buffer.alloc(0))) === text).toBe(true);
    expect(logged()).toEqual([]);
  });

  test('that are text are compressed where others leave too little room, and stay as they are where there is enough', async () => {
    const text = 'Told.\n'.repeat(400_000);
    const gif = file('film.gif', Buffer.alloc(9 * MiB), 'A campaign in pictures.');
    const files = [gif, textFile('replay.json', text), textFile('story.md', 'Told.')];
    const told = await whole(await given(reply('channel', 'Told.', { files })));
    expect(names(told)).toEqual(['film.gif', 'replay.json.gz', 'story.md']);
  });

  test('are no more than Discord takes', async () => {
    const files = Array.from({ length: 12 }, (_, at) => textFile(`${at}.txt`, 'x'));
    const told = await whole(await given(reply('channel', 'Told.', { files })));
    expect(names(told)).toHaveLength(10);
    expect(told.content).toContain('`10.txt`, `11.txt`.');
  });

  test('that Discord finds too large all the same are left out', async () => {
    const tooLarge = { status: 413, body: { code: 40005, message: 'Request entity too large' } };
    let edits = 0;
    served.sandbox.faults = ({ method }, proceed) => (method === 'PATCH' && edits++ === 0 ? tooLarge : proceed());
    const told = await whole(await given(reply('channel', 'Told.', { files: [textFile('story.md', 'Told.')] })));
    expect(names(told)).toEqual([]);
    expect(told.content).toBe('Told.\n-# Left out, too large for one message: `story.md`.');
  });
});

describe('what is posted elsewhere', () => {
  let became: PostResult[] = [];
  const elsewhere = (answer: Partial<Reply> = {}, channel = 'parade-ground') =>
    reply('member', 'On its way.', {
      elsewhere: {
        channel: channelId(channel),
        answer: reply('channel', 'The story of it.', { files: [textFile('story.md', 'Told.')], ...answer }),
        told(how) {
          became.push(how);
          return `It ${how.how}.`;
        },
      },
    });
  const there = () => served.sandbox.messages('parade-ground').filter(({ content }) => content === 'The story of it.');
  beforeEach(() => {
    became = [];
  });

  test('is there once, however often the interaction comes', async () => {
    await whole(await given(elsewhere()));
    answers.push(elsewhere());
    served.sandbox.happen({ kind: 'redeliver' });
    await expect
      .poll(() => served.logged.map(({ msg }) => msg))
      .toContain('an interaction came twice and was handled once');
    expect([became.length, there().length]).toEqual([1, 1]);
  });

  test.each([
    ['View Channel', 'ViewChannel'],
    ['Send Messages', 'SendMessages'],
    ['Attach Files', 'AttachFiles'],
  ] as const)('cannot be without the right %s, by its name', async (name, right) => {
    served.sandbox.happen({ kind: 'denyBot', channel: 'parade-ground', permissions: [right] });
    expect((await whole(await given(elsewhere()))).content).toBe('It forbidden.');
    // Without the first right in the list, all others are gone as well.
    expect(became).toEqual([{ how: 'forbidden', lacks: expect.arrayContaining([name]) }]);
    expect(there()).toEqual([]);
  });

  test('cannot be in a channel that is gone, or where Discord fails', async () => {
    const gone = { status: 404, body: { code: 10003, message: 'Unknown Channel' } };
    const isPost = ({ method, path }: FaultCall) =>
      method === 'POST' && path === `/channels/${channelId('parade-ground')}/messages`;
    served.sandbox.faults = (call, proceed) => (isPost(call) ? gone : proceed());
    expect((await whole(await given(elsewhere()))).content).toBe('It gone.');
    const refused = { status: 400, body: { code: 50035, message: 'Invalid Form Body' } };
    served.sandbox.faults = (call, proceed) => (isPost(call) ? refused : proceed());
    expect((await whole(await given(elsewhere()))).content).toBe('It failed.');
  });

  test('has the line of what could not be made; the member hears that it is there', async () => {
    const told = await whole(await given(elsewhere({ files: [broken('film.gif')] })));
    expect(told.content).toBe('It posted.');
    expect(served.sandbox.messages('parade-ground').map(({ content }) => content)).toContain(
      'The story of it.\n-# Left out, couldn’t be made: `film.gif`.',
    );
  });
});
