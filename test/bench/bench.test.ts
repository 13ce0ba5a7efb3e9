import { expect, test } from 'vitest';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { longestHold } from './event-loop.ts';
import { entriesOf, longLog } from './long-log.ts';
import { type Measure, type Result, resultOf } from './measure.ts';
import { systemOf } from './played.ts';
import { goalsOf } from './table.ts';
import { reached } from './targets.ts';

async function measured(values: readonly number[], more: Partial<Measure> = {}): Promise<Result> {
  const section = { title: 'Maps', measures: [] };
  const result = await resultOf(section, { name: 'draw', unit: 'ms', run: async () => values, ...more });
  return result ?? expect.fail('Nothing was measured');
}

const HUNDRED = Array.from({ length: 100 }, (_, index) => 100 - index);

test.each<[readonly number[], Partial<Measure>, Partial<Result>]>([
  [HUNDRED, {}, { median: 50, p99: 99, met: null }],
  [HUNDRED, { unit: 'a second' }, { median: 50, p99: 1 }],
  [[7], {}, { median: 7, p99: null }],
  [[1, 2, 90], { target: { most: 2 } }, { met: true }],
  [[1, 2, 90], { target: { most: 2, at: 'p99' } }, { met: false }],
  [[1, 2, 90], { target: { least: 2.1 } }, { met: false }],
])('the median, the slow end and the target of %j as %j', async (values, more, wanted) => {
  expect(await measured(values, more)).toMatchObject(wanted);
});

test('the event loop is held as long as one piece of work takes, not as long as all', async () => {
  const pieces: number[] = [];
  const held = await longestHold(async () => {
    for (let count = 0; count < 5; count++) {
      const start = performance.now();
      while (performance.now() - start < 20);
      pieces.push(performance.now() - start);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect(held).toBeGreaterThanOrEqual(Math.max(...pieces));
});

test('a goal stands once, with the worst that was measured of it', async () => {
  const goals = reached([
    await measured([4], { target: 'map' }),
    await measured([16], { target: 'map' }),
    await measured([200_000], { unit: 'a second', target: 'steps' }),
    await measured([160_000], { unit: 'a second', target: 'steps' }),
  ]);
  const of = (goal: string) => goals.find((one) => one.goal === goal);
  expect(of('map')).toMatchObject({ worst: { median: 16 }, met: false });
  expect(of('steps')).toMatchObject({ worst: { median: 160_000 }, met: true });
  expect(of('ready')).toMatchObject({ worst: null, met: null });
  expect(goalsOf(goals)).toMatch(/^ {2}a map drawn.* 16\.0 +ms +at most 15 ms +missed$/m);
});

test('a long log folds by the rules, with all its orders', () => {
  const system = systemOf('overland');
  const bodies = longLog(system, '18'.repeat(32), 'benchmark1', 'standard', 300);
  expect(bodies.filter(({ kind }) => kind === 'order')).toHaveLength(300);
  const { position } = replayLog(system, 'standard', entriesOf('benchmark1', { kind: 'start', throws: [] }, bodies));
  expect(position.seq).toBe(bodies.length);
  expect(position.turn).toBeGreaterThan(200);
});
