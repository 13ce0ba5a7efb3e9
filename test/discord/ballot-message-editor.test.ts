import { type Client, RESTJSONErrorCodes } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BallotMessageEditor } from '../../src/discord/outbound/ballot-message-editor.ts';
import { ChannelDelivery } from '../../src/discord/outbound/channel-delivery.ts';
import { PicturesInFlight } from '../../src/discord/outbound/pictures-in-flight.ts';
import type { BallotMessage, DueMessage, Host, MessageRef } from '../../src/host/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { Waits } from './desk.ts';
import { keptLog, outOfOrder, refusal, turns } from './trouble.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;

interface Edited {
  readonly channel: string;
  readonly message: string;
  readonly revision: number;
  readonly began: number;
  ended: number;
}

interface Discord {
  /** Milliseconds that an edit takes. */
  readonly lasting?: () => number;
  readonly fails?: () => Error | null;
  readonly whose?: (channel: string) => string;
}

/** Messages with one ballot each, as the database knows them, and a Discord. */
function board({ lasting = () => 0, fails = () => null, whose = (channel) => channel }: Discord = {}) {
  const clock = manualClock(START);
  const { log, lines } = keptLog();
  const messages = new Map<string, { channel: string; revision: number; shown: number }>();
  const edits: Edited[] = [];
  const gone: string[] = [];
  const made: string[] = [];
  const faulty = new Set<string>();
  const shownAlready = new Set<string>();
  let broken = false;
  const ballotMessages = {
    update({ message }: MessageRef, shownToo: boolean) {
      made.push(message);
      if (faulty.has(message)) throw new TypeError('A bug of the rules');
      const one = messages.get(message);
      return one && (shownToo || !shownAlready.has(message)) ? faceOf(message, one) : null;
    },
    messageReady: () => null,
    refreshed({ message, cards }: BallotMessage) {
      const one = messages.get(message);
      if (one) one.shown = Math.max(one.shown, cards[0]?.revision ?? 0);
    },
    gone({ message }: MessageRef) {
      gone.push(message);
      messages.delete(message);
    },
  };
  const edit = async (face: BallotMessage) => {
    const { channel, message } = face;
    const edited = { channel, message, revision: face.cards[0]?.revision ?? 0, began: clock.now(), ended: -1 };
    edits.push(edited);
    const ms = lasting();
    if (ms > 0) await new Promise<void>((resolve) => void clock.after(ms, resolve));
    edited.ended = clock.now();
    const error = fails();
    if (error) throw error;
  };
  const waits = new Waits();
  const doubted = new Set<string>();
  const due = (now: number) => {
    if (broken) throw new Error('The disk is gone');
    const outdated = [...messages].filter(([message, one]) => one.revision > one.shown || doubted.has(message));
    const edits = outdated.map(([id, { channel }]) => {
      return { what: 'edit', id, channel, guild: whose(channel), game: null } as const;
    });
    return waits.due(edits, now).map((one) => ({ ...one, row: doubted.has(one.id) ? 1 : null }));
  };
  const hasCome = (one: DueMessage) => {
    waits.hasCome(one);
    doubted.delete(one.id);
  };
  const nextDue = (after: number) => (after < 0 && due(clock.now()).length > 0 ? 0 : waits.nextDue(after));
  const undelivered = { ...waits, due, hasCome, nextDue };
  const host = { ballotMessages, undelivered } as unknown as Host;
  const client = { guilds: { cache: { has: () => true } } } as unknown as Client;
  const editor = new BallotMessageEditor(host, edit, log);
  const delivery = new ChannelDelivery(
    client,
    host,
    clock,
    log,
    new PicturesInFlight(),
    { open: async () => {} },
    editor,
  );
  let started = false;
  const tally = {
    start() {
      started = true;
      void delivery.runner.run();
    },
    wake() {
      if (started) delivery.runner.look();
    },
    doubt({ message }: MessageRef) {
      doubted.add(message);
      delivery.runner.look();
    },
    stop: () => delivery.stop(),
  };
  return {
    clock,
    tally,
    messages,
    edits,
    lines,
    gone,
    /** The messages of which it was asked what they are to show. */
    made,
    /** Messages of games whose rules throw. */
    faulty,
    /** Messages that turn out to need no edit. */
    shownAlready,
    setBroken(now: boolean) {
      broken = now;
    },
    /** Somebody votes, in the message of a channel. */
    vote(channel: string, message = `${channel}-1`) {
      const one = messages.get(message) ?? { channel, revision: 0, shown: 0 };
      messages.set(message, { ...one, revision: one.revision + 1 });
      tally.wake();
    },
    async pass(ms: number, step = ms) {
      await turns();
      for (let gone = 0; gone < ms; gone += step) {
        clock.advance(Math.min(step, ms - gone));
        await turns();
      }
    },
    behind: () => [...messages.values()].filter(({ revision, shown }) => shown < revision).length,
  };
}

function faceOf(message: string, { channel, revision }: { channel: string; revision: number }): BallotMessage {
  const card = { ballot: 1, revision, title: 'Vote on the next order', text: `${revision}`, foot: '' };
  return { channel, message, cards: [card], note: null, rows: [], menu: null };
}

describe('a tally', () => {
  test('of a message that may have been deleted edits it once, though it shows all there is: that tells', async () => {
    const errors: Error[] = [];
    const { tally, vote, pass, edits, gone } = board({ fails: () => errors.pop() ?? null });
    tally.start();
    vote('front');
    vote('rear');
    await pass(MINUTE);
    tally.doubt({ channel: 'front', message: 'front-1' });
    await pass(MINUTE);
    expect(edits.map(({ message }) => message)).toEqual(['front-1', 'rear-1', 'front-1']);
    errors.push(refusal(10008));
    tally.doubt({ channel: 'rear', message: 'rear-1' });
    await pass(MINUTE);
    expect([edits.length, gone]).toEqual([4, ['rear-1']]);
    // Where Discord is out of order it is tried again, and no sooner for being doubted again.
    errors.push(outOfOrder(), outOfOrder());
    for (let doubts = 0; doubts < 5; doubts++) {
      tally.doubt({ channel: 'front', message: 'front-1' });
      await pass(1000);
    }
    expect(edits).toHaveLength(6);
    await pass(MINUTE);
    expect([edits.length, gone]).toEqual([7, ['rear-1']]);
  });

  test('whatever happens when: one edit at a time, two seconds apart in each channel, and in the end all is shown', async () => {
    const happening = fc.record({
      channel: fc.constantFrom('front', 'rear', 'flank'),
      after: fc.nat(1500),
      lasts: fc.nat(5000),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
        const lasting = happenings.map(({ lasts }) => lasts);
        const failing = happenings.map(({ fails }) => fails);
        const { tally, vote, pass, edits, behind } = board({
          lasting: () => lasting.pop() ?? 0,
          fails: () => (failing.pop() ? outOfOrder() : null),
        });
        tally.start();
        for (const { channel, after } of happenings) {
          vote(channel);
          await pass(after, 250);
        }
        await pass(30 * 60_000, 5000);
        expect(behind()).toBe(0);
        for (const channel of ['front', 'rear', 'flank']) {
          const own = edits.filter((edit) => edit.channel === channel);
          for (const [at, { began }] of own.entries())
            if (at > 0) expect(began).toBeGreaterThanOrEqual((own[at - 1]?.ended ?? 0) + 2000);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('an edit that fails', () => {
  test('because Discord is out of order is tried again, later each time, with what is newest then', async () => {
    let down = true;
    const { tally, vote, pass, edits, lines, behind } = board({ fails: () => (down ? outOfOrder() : null) });
    tally.start();
    vote('front');
    await pass(4000);
    vote('front');
    await pass(7000);
    expect(edits.map(({ began, revision }) => [began - START, revision])).toEqual([
      [0, 1],
      [4000, 1],
    ]);
    down = false;
    await pass(1000);
    expect(edits.map(({ began, revision }) => [began - START, revision]).at(-1)).toEqual([12_000, 2]);
    expect(behind()).toBe(0);
    expect(lines).toHaveLength(1);
  });

  test('because Discord refuses is put off for long, whoever presses meanwhile, and logged once', async () => {
    let refuses = true;
    const missing = refusal(RESTJSONErrorCodes.MissingPermissions, 403);
    const { tally, vote, pass, edits, lines, behind } = board({ fails: () => (refuses ? missing : null) });
    tally.start();
    for (let press = 0; press < 55; press++) {
      vote('front');
      await pass(1000);
    }
    expect(edits).toHaveLength(1);
    await pass(10_000);
    expect(edits).toHaveLength(2);
    refuses = false;
    await pass(120_000, 1000);
    expect([edits.length, behind(), lines.length]).toEqual([3, 0, 1]);
  });

  test('because one message is refused keeps no other of its channel waiting', async () => {
    const { tally, messages, vote, pass, edits } = board({
      fails: () => (edits.length === 1 ? refusal(50_035, 400) : null),
    });
    tally.start();
    vote('front', 'broken');
    await pass(1000);
    vote('front', 'sound');
    await pass(1000);
    expect(messages.get('sound')).toMatchObject({ shown: 1 });
    expect(messages.get('broken')).toMatchObject({ shown: 0 });
  });

  test.each([
    ['message', RESTJSONErrorCodes.UnknownMessage],
    ['channel', RESTJSONErrorCodes.UnknownChannel],
  ])('because its %s is gone is not tried again: the ballot wants another message', async (_what, code) => {
    const { tally, vote, pass, edits, gone } = board({ fails: () => refusal(code) });
    tally.start();
    vote('front');
    await pass(60_000, 1000);
    expect([edits.length, gone]).toEqual([1, ['front-1']]);
  });
});

describe('of two messages in one channel', () => {
  test('that change all the time each has its turn', async () => {
    const { tally, vote, pass, edits } = board();
    tally.start();
    for (let half = 0; half < 120; half++) {
      vote('front', 'motion');
      vote('front', 'order');
      await pass(500);
    }
    const turnsOf = (message: string) => edits.filter((edit) => edit.message === message).length;
    expect([turnsOf('motion'), turnsOf('order')]).toEqual([16, 15]);
  });
});

describe('what a message is to show', () => {
  test('is made only when it is due, not while its channel rests or it is put off', async () => {
    let refuses = true;
    const missing = refusal(RESTJSONErrorCodes.MissingPermissions, 403);
    const { tally, vote, pass, made } = board({ fails: () => (refuses ? missing : null) });
    tally.start();
    vote('front');
    await pass(3000, 1000);
    for (let press = 0; press < 50; press++) {
      vote('front');
      tally.wake();
      await pass(1000);
    }
    expect(made).toEqual(['front-1']);
    refuses = false;
    await pass(10_000);
    expect(made).toEqual(['front-1', 'front-1']);
  });

  test('that cannot be made, for the rules of its game throw, is put off and logged once; all others are shown', async () => {
    const { tally, vote, pass, messages, made, faulty, lines, behind } = board();
    faulty.add('front-1');
    tally.start();
    for (let press = 0; press < 20; press++) {
      for (const channel of ['front', 'rear', 'flank']) vote(channel);
      vote('front', 'front-2');
      await pass(2000);
    }
    await pass(2000);
    expect(behind()).toBe(1);
    expect(messages.get('front-1')).toMatchObject({ revision: 20, shown: 0 });
    expect(made.filter((message) => message === 'front-1')).toHaveLength(1);
    await pass(60_000);
    expect(made.filter((message) => message === 'front-1')).toHaveLength(2);
    expect(lines).toEqual(['the message of a ballot could not be edited; trying later']);
    faulty.clear();
    await pass(120_000);
    expect(behind()).toBe(0);
  });

  test('may turn out to be shown already: then nothing is edited, and the next of its channel is', async () => {
    const { tally, vote, pass, edits, shownAlready } = board();
    shownAlready.add('old');
    vote('front', 'old');
    vote('front', 'new');
    tally.start();
    await pass(10_000, 1000);
    expect(edits.map(({ message }) => message)).toEqual(['new']);
  });
});

describe('a server with many ballots', () => {
  test('has six edits under way at most, and all servers eight: whose edits hang leaves room for the others', async () => {
    const { tally, vote, pass, edits } = board({
      lasting: () => 60_000,
      whose: (channel) => channel.split('-')[0] ?? '',
    });
    tally.start();
    for (let channel = 0; channel < 100; channel++) vote(`crowd-${channel}`);
    await pass(50, 10);
    expect(edits).toHaveLength(6);
    for (const server of ['second', 'third', 'fourth'])
      for (let channel = 0; channel < 10; channel++) vote(`${server}-${channel}`);
    await pass(50, 10);
    const begun = (server: string) => edits.filter(({ channel }) => channel.startsWith(server)).length;
    expect(['crowd', 'second', 'third', 'fourth'].map(begun)).toEqual([6, 2, 0, 0]);
  });

  test('keeps no other waiting: edits are shared out by server', async () => {
    const { tally, vote, pass, edits, behind, clock } = board({
      lasting: () => 100,
      whose: (channel) => channel.split('-')[0] ?? '',
    });
    tally.start();
    for (let channel = 0; channel < 200; channel++) vote(`crowd-${channel}`);
    await pass(50, 10);
    vote('quiet-1');
    vote('quiet-2');
    const began = clock.now();
    await pass(4000, 50);
    const underWay = edits.map(
      (edit) => edits.filter((other) => other.began <= edit.began && other.ended > edit.began).length,
    );
    // Of one server six, and two of the other.
    expect(Math.max(...underWay)).toBe(8);
    const waited = edits.filter(({ channel }) => channel.startsWith('quiet')).map((edit) => edit.began - began);
    expect(waited).toHaveLength(2);
    expect(Math.max(...waited)).toBeLessThanOrEqual(100);
    expect(behind()).toBe(0);
  });
});

describe('a tally in trouble', () => {
  test('that cannot read the database logs it, and looks again', async () => {
    const { tally, vote, pass, setBroken, behind, lines } = board();
    tally.start();
    setBroken(true);
    vote('front');
    await turns();
    expect([behind(), lines]).toEqual([1, ['undelivered messages could not be read']]);
    setBroken(false);
    await pass(60_000);
    expect(behind()).toBe(0);
  });

  test('whose clock is set back goes on as before', async () => {
    const { clock, tally, vote, pass, edits } = board();
    let back = 0;
    const real = clock.now;
    Object.assign(clock, { now: () => real() - back });
    tally.start();
    vote('front');
    await turns();
    back = 3 * 60 * 60_000;
    vote('front');
    await pass(2000);
    expect(edits.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  test('that is stopped finishes the edit under way, and begins no other', async () => {
    const { clock, tally, vote, pass, edits } = board({ lasting: () => 500 });
    tally.start();
    vote('front');
    vote('front');
    await turns();
    let stopped = false;
    const stopping = tally.stop().then(() => {
      stopped = true;
    });
    await pass(400);
    expect(stopped).toBe(false);
    await pass(100);
    await stopping;
    tally.wake();
    clock.advance(60_000);
    await turns();
    expect(edits).toHaveLength(1);
  });
});
