import { expect, test } from 'vitest';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { longestHold } from './event-loop.ts';
import { entriesOf, longLog } from './long-log.ts';
import { type Measure, type Result, resultOf, tableOf } from './measure.ts';
import { systemOf } from './played.ts';

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

test('the table has a line for each measure under its section, with its target, and says which was missed', async () => {
  const results = [await measured([4], { target: { most: 15 } }), await measured([16.04], { target: { most: 15 } })];
  const [, , title, met, missed] = tableOf(results).split('\n');
  expect(title).toBe('Maps');
  expect(met).toMatch(/^ {2}draw +4 +ms +at most 15$/);
  expect(missed).toMatch(/^ {2}draw +16 +ms +at most 15 +missed$/);
});

test('a long log folds by the rules, with all its orders', () => {
  const system = systemOf('overland');
  const bodies = longLog(system, '18'.repeat(32), 'benchmark1', 'standard', 300);
  expect(bodies.filter(({ kind }) => kind === 'order')).toHaveLength(300);
  const { position } = replayLog(system, 'standard', entriesOf('benchmark1', { kind: 'start', throws: [] }, bodies));
  expect(position.seq).toBe(bodies.length);
  expect(position.turn).toBeGreaterThan(200);
});
