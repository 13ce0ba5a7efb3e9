import { describe, expect, test } from 'vitest';
import { reelOf } from '../../src/host/recap/reel.ts';
import { toldCampaign } from '../host/told-campaign.ts';
import { start } from '../systems/road-to-richmond/position.ts';
import { inChild } from './child.ts';
import { longestHold } from './event-loop.ts';
import type { FirstMap } from './first-map.ts';
import { animations } from './gif.ts';
import { legalMoves, list } from './legal-moves.ts';
import { type Measure, type Result, resultOf, timed } from './measure.ts';
import { OVERLAND } from './overland.ts';
import { pictures } from './pictures.ts';
import type { FirstSolution } from './solutions.ts';
import { tableOf } from './table.ts';

const section = { title: 'Maps', measures: [] };

function measured(values: readonly number[], more: Partial<Measure> = {}): Promise<Result> {
  return resultOf(section, { name: 'draw', unit: 'ms', run: async () => values, ...more });
}

describe('a measure', () => {
  test('gives the median and the 99th percentile', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(await measured(hundred)).toMatchObject({ median: 50, p99: 99, times: 100, met: null });
    expect(await measured([3, 1, 2])).toMatchObject({ median: 2, p99: 3 });
  });

  test('done once has no percentile, and none at all is an error', async () => {
    expect(await measured([7])).toMatchObject({ median: 7, p99: null });
    await expect(measured([])).rejects.toThrow('Maps, draw: nothing was measured');
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
  const results = [
    await measured([1.234, 2.5, 3], { target: { most: 15 } }),
    await measured([1234], { name: 'a longer name', unit: 'KB', target: { most: 150 } }),
    await resultOf(
      { ...section, title: 'Rules' },
      { name: 'steps', unit: 'a second', run: async () => [160_000.4, 150_000] },
    ),
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
      '  steps          150,000  160,000  a second',
    ].join('\n'),
  );
});

test('the first map of a process is measured in one of its own, held no longer than it takes', async () => {
  const { taken, held } = await inChild<FirstMap>(new URL('./first-overland.ts', import.meta.url));
  expect(held).toBeGreaterThan(0);
  expect(taken).toBeGreaterThanOrEqual(held);
});

test('an animation is measured by the frame and as a whole', async () => {
  const { measures } = animations('Overland', () => reelOf(toldCampaign('a', { most: 1 })).frames);
  for (const measure of measures) expect(Math.min(...(await measure.run()))).toBeGreaterThan(0);
});

test('the first solution of a process is measured in one of its own', async () => {
  const { modelled, solved } = await inChild<FirstSolution>(new URL('./first-solution.ts', import.meta.url));
  expect(modelled).toBeGreaterThan(0);
  expect(solved).toBeGreaterThan(0);
});

test('every kind of map is measured, step by step', () => {
  const sections = pictures('Overland', OVERLAND);
  expect(sections).toHaveLength(OVERLAND.length + 1);
  for (const { make } of OVERLAND) expect(make()).toEqual(make());
  const names = sections.flatMap(({ title, measures }) => measures.map(({ name }) => `${title}: ${name}`));
  expect(new Set(names).size).toBe(names.length);
});

test('the moves of a side are listed in positions out of the store, and measured', async () => {
  const { measures } = legalMoves([JSON.stringify(start)]);
  expect(list(start)).toBeGreaterThan(1000);
  for (const measure of measures) expect(await measure.run()).toHaveLength(1);
});
