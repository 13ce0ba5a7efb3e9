import { describe, expect, test } from 'vitest';
import { stepCounter } from '../steps.ts';

/**
 * However long a log is, no command and no button does more in one go for it: what takes long is read aside, and nobody else waits. Steps
 * are counted, not time.
 */

const stepsOf = stepCounter(/\/src\/.*\.ts$/);

// What is counted is loaded after the counter has begun.
const { noneMade } = await import('../../src/host/table/solutions.ts');
const { camp, GRANT } = await import('./camp.ts');
await import('./fixture.ts');
const { lengthened } = await import('./lengthened.ts');
const { asked, TABLE_COMMANDS } = await import('./table-commands.ts');

const MADE = noneMade();

/** The most steps in one go, by command, each asked of a host that knows nothing of the log yet. */
async function most(length: number): Promise<ReadonlyMap<string, number>> {
  const setting = { file: `${length}.sqlite`, made: MADE, aside: true } as const;
  const c = camp({}, setting);
  c.ada.orders.give(GRANT);
  const game = c.store.runningIn(c.channel);
  if (!game) throw new Error('Nothing has begun');
  lengthened(c, game, length);
  const steps = new Map<string, number>();
  for (const { name, ask } of TABLE_COMMANDS) {
    const cold = c.restarted(setting);
    const member = cold.as('Ada', { at: c.now() + 1e9 });
    let longest = 0;
    const attempt = <Result>(work: () => Result): Result => {
      const results: Result[] = [];
      const failures: unknown[] = [];
      const taken = stepsOf(() => {
        try {
          results.push(work());
        } catch (error) {
          failures.push(error);
        }
      });
      longest = Math.max(longest, taken);
      if (failures.length > 0) throw failures[0];
      return results[0] as Result;
    };
    await asked(cold.host, c.channel, () => ask(cold.host, member, game.id), attempt);
    steps.set(name, longest);
  }
  return steps;
}

/** What the bot does by itself after a start, the ballot whose time is over last. */
const WORKS = [
  'an owed map',
  'a ballot’s message',
  'a ballot after the time was set back',
  'a ballot whose time is over',
] as const;

/** The most steps in one go for each of them, by a host that knows nothing of the log yet. */
async function mostAtStart(length: number): Promise<readonly number[]> {
  const setting = { file: `start-${length}.sqlite`, made: MADE, aside: true } as const;
  const c = camp({}, setting);
  c.ada.orders.give(GRANT);
  const game = c.store.runningIn(c.channel);
  if (!game) throw new Error('Nothing has begun');
  lengthened(c, game, length);
  c.decree({ mode: 'vote' });
  for (const who of ['Bo', 'Cy'] as const) c.vote(who, GRANT);
  const [ballot] = c.store.openBallots(game.id);
  if (!ballot) throw new Error('No ballot is open');
  c.store.carry(ballot.id, { channel: c.channel, id: '900' }, 0);
  const steps: number[] = [];
  let told = 0;
  for (const work of WORKS) {
    const { host } = c.restarted(setting);
    const owed = host.undelivered.undeliveredMap(game.id);
    let longest = 0;
    let ready: Promise<void> | null = Promise.resolve();
    while (ready) {
      await ready;
      ready = null;
      const taken = stepsOf(() => {
        if (work === 'an owed map') {
          ready = host.preloading.forGame(game.id);
          if (!ready && owed) host.undelivered.lateMap(owed);
        } else if (work === 'a ballot’s message') {
          const place = { channel: c.channel, message: '900' };
          ready = host.ballotMessages.messageReady(place);
          if (!ready) host.ballotMessages.update(place);
        } else if (work === 'a ballot after the time was set back') {
          const past = c.now() - 1e9;
          host.timers.afterClockSetBack(past);
          ready = host.timers.tick(past).ready;
          if (!ready) expect(c.store.openBallots(game.id)[0]?.clockwork.began).toBe(past);
        } else {
          const struck = host.timers.tick(c.now() + 1e9);
          told += struck.announcements.length;
          ready = struck.ready;
        }
      });
      longest = Math.max(longest, taken);
    }
    steps.push(longest);
  }
  expect(told).toBe(1);
  return steps;
}

test('with ten times as long a log, what the bot does by itself after a start holds up nobody for longer', async () => {
  const [short, long] = [await mostAtStart(100), await mostAtStart(1000)];
  for (const [at, work] of WORKS.entries())
    expect(long[at], `${work}: ${short[at]} steps`).toBeLessThan((short[at] ?? 0) * 1.25 + 10 * 900);
});

describe('with ten times as long a log', async () => {
  const [short, long] = [await most(100), await most(1000)];

  test.each(TABLE_COMMANDS.map(({ name }) => name))('%s holds up nobody for longer', (name) => {
    const [before, now] = [short.get(name) ?? 0, long.get(name) ?? 0];
    // Some lists are put together in one go, at a few steps an entry.
    expect(now, `${before} steps, and now ${now}`).toBeLessThan(before * 1.25 + 10 * 900);
  });
});
