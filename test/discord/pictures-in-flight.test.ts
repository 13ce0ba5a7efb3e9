import { SlashCommandBuilder } from 'discord.js';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../src/discord/inbound/command-contract.ts';
import {
  createPicturesInFlight,
  type PictureInFlight,
  RESERVED,
} from '../../src/discord/outbound/pictures-in-flight.ts';
import { type Reply, reply } from '../../src/host/index.ts';
import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import { Desk, type Served, serve } from './desk.ts';

/** Pictures in flight are counted; nothing here depends on how fast anything is. */

const LOG = pino({ level: 'silent' });
const BYTES = 120_000;

/** Pictures that are drawn when a test says so. */
class Easel {
  /** Those that have been begun, in their order, and what each waits for. */
  readonly begun: string[] = [];
  readonly #waiting: (() => void)[] = [];

  answer(name: string, to: Reply['to'] = 'member', more: Partial<Reply> = {}): Reply {
    const png = () => {
      this.begun.push(name);
      return new Promise<Buffer>((resolve, reject) => {
        this.#waiting.push(() =>
          name.startsWith('broken') ? reject(new Error('No ink')) : resolve(Buffer.alloc(BYTES)),
        );
      });
    };
    const drawing = { point: { game: 'one', seq: 1 }, file: `${name}.png`, alt: `In words: ${name}`, png };
    return reply(to, name, { drawing, ...more });
  }

  /** All that can begin begin, and are drawn. */
  async draw(): Promise<void> {
    await settled();
    for (const drawn of this.#waiting.splice(0)) drawn();
    await settled();
  }
}

/** Until what has been resolved has been heard of. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('pictures on their way', () => {
  const ADA = { server: 'one', member: 'Ada' };
  const MEMBERS = Array.from({ length: 25 }, (_, at) => `member ${at}`);

  test('of 25 members who ask for forty each are few at once; of the waiting ones, each member gets the newest', async () => {
    const [flight, easel] = [createPicturesInFlight(), new Easel()];
    const came: Promise<PictureInFlight>[] = [];
    for (let round = 0; round < 40; round++)
      for (const member of MEMBERS) {
        const picture = flight.draw(easel.answer(`${member}, ${round}`), { server: 'one', member }, LOG);
        void picture.then(({ over }) => over());
        came.push(picture);
        expect(flight.pending.inHand).toBeLessThanOrEqual(4);
        expect(flight.pending.waiting).toBeLessThanOrEqual(25);
        expect(flight.pending.bytes).toBeLessThanOrEqual(4 * RESERVED);
      }
    while (flight.pending.inHand > 0) await easel.draw();
    expect(easel.begun).toHaveLength(29);
    expect(new Set(easel.begun.slice(4))).toEqual(new Set(MEMBERS.map((member) => `${member}, 39`)));
    const skipped = (await Promise.all(came)).filter((picture) => picture.skipped);
    expect(skipped).toHaveLength(971);
    expect(new Set(skipped.map((picture) => picture.skipped))).toEqual(new Set(['replaced']));
    expect(flight.pending).toEqual({ inHand: 0, waiting: 0, bytes: 0 });
  });

  test('of one member are at most two until they are sent', async () => {
    const [flight, easel] = [createPicturesInFlight(), new Easel()];
    const asker = { server: 'one', member: 'Ada' };
    const came = ['a', 'b', 'c', 'd'].map((name) => flight.draw(easel.answer(name), asker, LOG));
    await easel.draw();
    expect([easel.begun, flight.pending]).toEqual([['a', 'b'], { inHand: 2, waiting: 1, bytes: 2 * BYTES }]);
    (await came[0])?.over();
    await easel.draw();
    expect(easel.begun).toEqual(['a', 'b', 'd']);
  });

  test('take no more bytes together than the limit; more begin as others arrive', async () => {
    const limits = { drawing: 4, ofMember: 2, waiting: 50, bytes: 3 * RESERVED };
    const [flight, easel] = [createPicturesInFlight(limits), new Easel()];
    const came = MEMBERS.map((member) => flight.draw(easel.answer(member), { server: 'one', member }, LOG));
    let most = 0;
    while (flight.pending.inHand > 0) {
      await easel.draw();
      most = Math.max(most, flight.pending.bytes);
      // Nothing arrives until there is no room for one more.
      if (flight.pending.bytes + RESERVED <= limits.bytes && flight.pending.waiting > 0) continue;
      for (const name of easel.begun) void came[MEMBERS.indexOf(name)]?.then(({ over }) => over());
      await settled();
    }
    expect(most).toBeGreaterThan(limits.bytes / 2);
    expect(most).toBeLessThanOrEqual(limits.bytes);
    // In the order in which they were asked for.
    expect(easel.begun).toEqual(MEMBERS);
    expect(flight.pending).toEqual({ inHand: 0, waiting: 0, bytes: 0 });
  });

  test('are drawn for each server in turn', async () => {
    const [flight, easel] = [
      createPicturesInFlight({ drawing: 1, ofMember: 1, waiting: 50, bytes: RESERVED }),
      new Easel(),
    ];
    for (const member of ['a1', 'a2', 'a3', 'b1'])
      void flight.draw(easel.answer(member), { server: member.slice(0, 1), member }, LOG).then(({ over }) => over());
    while (flight.pending.inHand > 0) await easel.draw();
    expect(easel.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('are refused if too many members of a server wait; nobody who waits loses their turn', async () => {
    const [flight, easel] = [
      createPicturesInFlight({ drawing: 1, ofMember: 1, waiting: 3, bytes: RESERVED }),
      new Easel(),
    ];
    const asked = MEMBERS.slice(0, 6).map((member) => ({ server: 'one', member }));
    const came = [...asked, { server: 'two', member: 'Bo' }].map((asker) =>
      flight.draw(easel.answer(asker.member), asker, LOG),
    );
    expect(flight.pending).toMatchObject({ inHand: 1, waiting: 4 });
    expect([(await came[4])?.skipped, (await came[5])?.skipped]).toEqual(['crowded', 'crowded']);
    for (const picture of came) void picture.then(({ over }) => over());
    while (flight.pending.inHand > 0) await easel.draw();
    expect([...easel.begun].sort()).toEqual(['Bo', ...MEMBERS.slice(0, 4)].sort());
  });

  test('with news for a channel are all drawn, whoever gave the order', async () => {
    const [flight, easel] = [
      createPicturesInFlight({ drawing: 1, ofMember: 1, waiting: 1, bytes: RESERVED }),
      new Easel(),
    ];
    const orders = ['a', 'b', 'c', 'd'].map((name) => easel.answer(name, 'channel', { tells: [1] }));
    const came = orders.map((order) => flight.draw(order, ADA, LOG));
    came.push(flight.draw(easel.answer('e', 'channel'), { server: 'one', member: null }, LOG));
    for (const picture of came) {
      await easel.draw();
      const { map, over } = await picture;
      expect(map).toHaveLength(BYTES);
      over();
    }
    expect(easel.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('that cannot be drawn make room for others; calling `over` twice counts once', async () => {
    const [flight, easel] = [createPicturesInFlight(), new Easel()];
    const broken = flight.draw(easel.answer('broken'), ADA, LOG);
    await easel.draw();
    expect((await broken).map).toBeNull();
    (await broken).over();
    (await broken).over();
    expect(flight.pending).toEqual({ inHand: 0, waiting: 0, bytes: 0 });
    expect((await flight.draw(reply('member', 'Words alone.'), ADA, LOG)).map).toBeNull();
    expect(flight.pending).toEqual({ inHand: 0, waiting: 0, bytes: 0 });
  });
});

describe('a member who asks for pictures faster than they are drawn', () => {
  const CHANNEL = 'the-wilderness';
  let served: Served;
  let easel: Easel;
  let to: Reply['to'];
  const PROBE: Command = {
    data: new SlashCommandBuilder().setName('probe').setDescription('A picture').toJSON(),
    run: () => easel.answer(`picture ${++asked}`, to),
  };
  let asked = 0;
  beforeEach(async () => {
    [asked, easel] = [0, new Easel()];
    served = await serve(new Desk(), [PROBE]);
  });
  afterEach(() => served.close());

  const ask = async (member: string) => answer(await served.sandbox.as(member).in(CHANNEL).command('probe'));
  const now = ({ id }: SeenMessage) => served.sandbox.message(CHANNEL, id) as SeenMessage;

  test.each(['member', 'channel'] as const)('has the first ones and the newest, told to the %s', async (whom) => {
    to = whom;
    const messages: SeenMessage[] = [];
    for (let press = 0; press < 6; press++) messages.push(await ask('Ada'));
    const other = await ask('Bo');
    // Each was answered at once, in words.
    expect(messages.map(({ content }) => content)).toEqual(messages.map((_, at) => `picture ${at + 1}`));
    await expect.poll(() => easel.begun).toEqual(['picture 1', 'picture 2', 'picture 7']);
    // A member's own make way for the newest.
    const older = to === 'member' ? [] : messages.slice(0, 5);
    for (const message of older.slice(2))
      await expect
        .poll(() => now(message).content)
        .toMatch(/^picture \d\n\n-# A newer picture was asked for before this one was drawn\.$/);
    await easel.draw();
    await expect.poll(() => easel.begun.at(-1)).toBe('picture 6');
    await easel.draw();
    for (const message of [...older.slice(0, 2), messages[5], other])
      await expect.poll(() => now(message as SeenMessage).attachments).toHaveLength(1);
    for (const message of older.slice(2)) expect(now(message).attachments).toEqual([]);
    if (to === 'member') await expect.poll(() => messages.slice(0, 5).filter(now)).toEqual([]);
    expect(easel.begun).toHaveLength(4);
  });

  test('has none drawn if the text came too late', async () => {
    to = 'member';
    served.sandbox.faults = (call, proceed) =>
      call.path.endsWith('/callback')
        ? { status: 404, body: { code: 10062, message: 'Unknown interaction' } }
        : proceed();
    const asking = served.sandbox.as('Ada').in(CHANNEL).command('probe');
    await expect
      .poll(() => served.logged.some(({ msg }) => msg === 'an answer did not reach its interaction'))
      .toBe(true);
    expect(easel.begun).toEqual([]);
    served.sandbox.faults = null;
    served.clock.advance(3001);
    await asking;
    await ask('Ada');
    await expect.poll(() => easel.begun).toEqual(['picture 2']);
    await easel.draw();
  });
});
