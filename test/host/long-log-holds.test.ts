import { describe, expect, test, vi } from 'vitest';
import { stepCounter } from '../steps.ts';

/**
 * However long a log is, no command and no button does more in one go for it: the rest is done in slices, and nobody else waits. Steps
 * are counted, not time.
 */

// How much is done in a slice goes by the clock: here all slices come after what asks for them.
vi.mock('../../src/render/slices.ts', () => ({
  async inSlices(steps: Iterable<unknown>) {
    await Promise.resolve();
    let last: unknown;
    for (const step of steps) last = step;
    return last;
  },
}));

const stepsOf = stepCounter(/\/src\/.*\.ts$/);

// What is counted is loaded after the counter has begun.
const { noneMade } = await import('../../src/host/advice/solutions.ts');
const { camp, GRANT } = await import('./camp.ts');
const { said } = await import('./fixture.ts');
const { lengthened } = await import('./lengthened.ts');
const { asked, TABLE_COMMANDS } = await import('./table-commands.ts');

const MADE = noneMade();

/** The most steps in one go, by command, each asked of a host that knows nothing of the log yet. */
async function most(length: number): Promise<ReadonlyMap<string, number>> {
  const setting = { file: `${length}.sqlite`, made: MADE };
  const c = camp({}, setting);
  said(c.host.order(c.as('Ada'), GRANT));
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
    await asked(cold.host, () => ask(cold.host, member, game.id), attempt);
    steps.set(name, longest);
  }
  return steps;
}

describe('with ten times as long a log', async () => {
  const [short, long] = [await most(100), await most(1000)];

  test.each(TABLE_COMMANDS.map(({ name }) => name))('%s holds up nobody for longer', (name) => {
    const [before, now] = [short.get(name) ?? 0, long.get(name) ?? 0];
    // Some lists are put together in one go, at a few steps an entry.
    expect(now, `${before} steps, and now ${now}`).toBeLessThan(before * 1.25 + 10 * 900);
  });
});
