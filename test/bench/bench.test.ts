import { describe, expect, test } from 'vitest';
import { replayLog } from '../../src/host/table/replay-log.ts';
import { longestHold } from './event-loop.ts';
import { entriesOf, longLog } from './long-log.ts';
import { type Measure, type Result, resultOf, timed } from './measure.ts';
import { systemOf } from './played.ts';
import { goalsOf, tableOf } from './table.ts';
import { reached } from './targets.ts';

const section = { title: 'Maps', measures: [] };

async function measured(values: readonly number[], more: Partial<Measure> = {}): Promise<Result> {
  const result = await resultOf(section, { name: 'draw', unit: 'ms', run: async () => values, ...more });
  return result ?? expect.fail('Nothing was measured');
}

describe('a measure', () => {
  test('gives the median and the 99th percentile', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(await measured(hundred)).toMatchObject({ median: 50, p99: 99, times: 100, met: null });
    expect(await measured([3, 1, 2])).toMatchObject({ median: 2, p99: 3 });
  });

  test('done once has no percentile, and what cannot be measured here is left out', async () => {
    expect(await measured([7])).toMatchObject({ median: 7, p99: null });
    expect(await resultOf(section, { name: 'draw', unit: 'MB', run: async () => [] })).toBeNull();
  });

  test('of a rate has the slow end for its percentile', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(await measured(hundred, { unit: 'a second' })).toMatchObject({ median: 50, p99: 1 });
  });

  test('keeps to a target with its percentile where the target says so', async () => {
    expect((await measured([1, 1, 9], { target: { most: 2, at: 'p99' } })).met).toBe(false);
    expect((await measured([1, 2], { target: { most: 2, at: 'p99' } })).met).toBe(true);
  });

  test.each([
    [{ most: 2 }, true],
    [{ most: 1.9 }, false],
    [{ least: 2 }, true],
    [{ least: 2.1 }, false],
  ] as const)('keeps to its target with its median: %j is met: %s', async (target, met) => {
    expect((await measured([1, 2, 90], { target })).met).toBe(met);
  });

  test('of time leaves out what makes ready, and the first runs', async () => {
    let [made, worked] = [0, 0];
    const taken = await timed(
      20,
      () => {
        made++;
        return made;
      },
      (ready) => {
        expect(ready).toBe(made);
        worked++;
      },
    );
    expect(taken).toHaveLength(20);
    expect([made, worked]).toEqual([22, 22]);
  });
});

test('the event loop is held as long as one piece of work takes, not as long as all', async () => {
  const piece = (): number => {
    const start = performance.now();
    while (performance.now() - start < 20);
    return performance.now() - start;
  };
  const pieces: number[] = [];
  const held = await longestHold(async () => {
    for (let count = 0; count < 5; count++) {
      pieces.push(piece());
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect(held).toBeGreaterThanOrEqual(Math.max(...pieces));
});

test('the table is aligned, names each section once and says what is missed', async () => {
  const steps = { name: 'steps', unit: 'a second', run: async () => [160_000.4, 150_000] } as const;
  const results = [
    await measured([1.234, 2.5, 3], { target: { most: 15 } }),
    await measured([1234], { name: 'a longer name', unit: 'KB', target: { most: 150 } }),
    (await resultOf({ ...section, title: 'Rules' }, steps)) ?? expect.fail('Nothing was measured'),
  ];
  expect(tableOf(results)).toBe(
    [
      '                  median      p99            target',
      '',
      'Maps',
      '  draw              2.50     3.00  ms        at most 15 ms',
      '  a longer name    1,234           KB        at most 150 KB  missed',
      '',
      'Rules',
      '  steps          150,000  150,000  a second',
    ].join('\n'),
  );
});

describe('the goals', () => {
  test('stand once each, with the worst that was measured of it', async () => {
    const results = [
      await measured([4], { target: 'map' }),
      await measured([16], { target: 'map' }),
      await measured([9], { target: 'map' }),
      await measured([200_000], { unit: 'a second', target: 'steps' }),
      await measured([160_000], { unit: 'a second', target: 'steps' }),
      await measured([100, 100, 300], { target: 'acknowledged' }),
    ];
    const goals = reached(results);
    expect(new Set(goals.map(({ goal }) => goal)).size).toBe(goals.length);
    const of = (goal: string) => goals.find((one) => one.goal === goal);
    expect(of('map')).toMatchObject({ worst: { median: 16 }, met: false });
    expect(of('steps')).toMatchObject({ worst: { median: 160_000 }, met: true });
    expect(of('acknowledged')).toMatchObject({ worst: { p99: 300 }, met: false });
    expect(of('ready')).toMatchObject({ worst: null, met: null });
    const lines = goalsOf(goals).split('\n');
    expect(lines.filter((line) => line.includes('a map drawn'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('a map drawn'))).toMatch(/16\.0 +ms +at most 15 ms +missed$/);
    expect(lines.find((line) => line.includes('acknowledged'))).toMatch(/300 +ms +p99 at most 250 ms +missed$/);
    expect(lines.find((line) => line.includes('ready'))).toMatch(/not measured$/);
  });
});

test('a long log folds by the rules, with all its orders', () => {
  const system = systemOf('overland');
  const bodies = longLog(system, '18'.repeat(32), 'benchmark1', 'standard', 300);
  expect(bodies.filter(({ kind }) => kind === 'order')).toHaveLength(300);
  const { position } = replayLog(system, 'standard', entriesOf('benchmark1', { kind: 'start', throws: [] }, bodies));
  expect(position.seq).toBe(bodies.length);
  expect(position.turn).toBeGreaterThan(200);
});
