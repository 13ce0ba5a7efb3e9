import { expect, test } from 'vitest';
import { createDeletedBallotMessages } from '../../src/discord/outbound/ballot-edits.ts';
import type { MessageRef } from '../../src/host/index.ts';
import { manualClock } from '../../src/time-source.ts';
import { keptLog, outOfOrder, refusal, turns } from './trouble.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;

/** So many open ballots, each with a message in a channel of its own, and a Discord that is asked for them. */
function ballots(count: number) {
  const timers = manualClock(START);
  /** Timers run on where the time is set back. */
  const clock = { now: () => timers.now() - discord.setBack, after: timers.after };
  const { log, lines } = keptLog();
  const open = Array.from(
    { length: count },
    (_, at): MessageRef => ({ channel: `channel ${at}`, message: `message ${at}` }),
  );
  const looks: { readonly message: string; readonly at: number }[] = [];
  const doubted: string[] = [];
  const discord = {
    look: async (_place: MessageRef): Promise<boolean> => true,
    broken: false,
    setBack: 0,
  };
  const host = {
    openBallotMessages() {
      if (discord.broken) throw new Error('A bug');
      return [...open];
    },
  };
  const look = (place: MessageRef) => {
    looks.push({ message: place.message, at: clock.now() - START });
    return discord.look(place);
  };
  const deleted = createDeletedBallotMessages({ host: { ballotMessages: host }, clock, log }, look, ({ message }) =>
    doubted.push(message),
  );
  return {
    open,
    looks,
    doubted,
    discord,
    deleted,
    lines,
    async pass(ms: number) {
      await turns();
      for (let gone = 0; gone < ms; gone += 250) {
        timers.advance(250);
        await turns();
      }
    },
    /** When a message was looked for. */
    times: (message: string) => looks.filter((one) => one.message === message).map(({ at }) => at),
  };
}

test('each of 400 messages is checked every 30 to 45 seconds, at most ten a second', async () => {
  const { deleted, pass, looks, times, open } = ballots(400);
  deleted.start();
  await pass(3 * MINUTE);
  for (const { message } of open) {
    const all = [0, ...times(message)];
    expect(all.length).toBeGreaterThan(4);
    for (const [index, at] of all.slice(1).entries()) expect(at - (all[index] ?? 0)).toBeLessThanOrEqual(45_000);
    for (const [index, at] of all.slice(2).entries()) expect(at - (all[index + 1] ?? 0)).toBeGreaterThanOrEqual(30_000);
  }
  const bySecond = new Map<number, number>();
  for (const { at } of looks) bySecond.set(Math.floor(at / 1000), (bySecond.get(Math.floor(at / 1000)) ?? 0) + 1);
  expect(Math.max(...bySecond.values())).toBe(10);
});

test('a message that was just edited is not checked', async () => {
  const { deleted, pass, looks, discord } = ballots(1);
  deleted.noteChecked('message 0');
  deleted.start();
  for (let edit = 0; edit < 20; edit++) {
    await pass(20_000);
    deleted.noteChecked('message 0');
  }
  expect(looks).toEqual([]);
  // A clock that is set back is no reason to wait for a time that was ahead.
  deleted.noteChecked('message 0');
  discord.setBack = 60 * MINUTE;
  await pass(15_000);
  expect(looks).toHaveLength(1);
});

test('during an outage no message is doubted, and checks are a minute apart', async () => {
  const { deleted, pass, doubted, discord, times, lines } = ballots(1);
  discord.look = () => Promise.reject(outOfOrder());
  deleted.start();
  await pass(60 * MINUTE);
  expect(doubted).toEqual([]);
  expect(times('message 0').length).toBeLessThan(63);
  expect(lines).toEqual([]);
  discord.look = () => Promise.resolve(false);
  await pass(MINUTE + 15_000);
  expect(doubted).not.toEqual([]);
});

test('checks that stay refused end up an hour apart; an edit that arrives makes them frequent again', async () => {
  const { deleted, pass, discord, times } = ballots(1);
  discord.look = () => Promise.reject(refusal(50001, 403));
  deleted.start();
  await pass(5 * 60 * MINUTE);
  const before = times('message 0').length;
  expect(before).toBeLessThan(13);
  await pass(60 * MINUTE);
  expect(times('message 0')).toHaveLength(before + 1);
  deleted.noteChecked('message 0');
  await pass(45_000);
  expect(times('message 0')).toHaveLength(before + 2);
});

test('if Discord does not answer, at most ten checks wait, and a stop waits for them', async () => {
  const { deleted, pass, discord, looks, doubted } = ballots(100);
  const answers: (() => void)[] = [];
  discord.look = () => new Promise((resolve) => answers.push(() => resolve(false)));
  deleted.start();
  await pass(10 * MINUTE);
  expect(looks).toHaveLength(10);
  const stopped = deleted.stop();
  for (const answer of answers) answer();
  await stopped;
  await pass(MINUTE);
  expect([looks.length, doubted]).toEqual([10, []]);
});

test('a database that cannot be read is logged once, and read again', async () => {
  const { deleted, pass, discord, looks, lines } = ballots(1);
  discord.broken = true;
  deleted.start();
  await pass(30_000);
  expect([looks.length, lines]).toEqual([0, ['the messages of open ballots could not be read']]);
  discord.broken = false;
  await pass(15_000);
  expect(looks).toHaveLength(1);
});
