import { expect, test } from 'vitest';
import { inChild } from './child.ts';
import type { FirstMap } from './first-map.ts';
import type { FirstSolution } from './solutions.ts';

test('the first map of a process is measured in one of its own, held no longer than it takes', async () => {
  const { taken, held } = await inChild<FirstMap>(new URL('./first-overland.ts', import.meta.url));
  expect(held).toBeGreaterThan(0);
  expect(taken).toBeGreaterThanOrEqual(held);
});

test('the first solution of a process is measured in one of its own', async () => {
  const { modelled, solved } = await inChild<FirstSolution>(new URL('./first-solution.ts', import.meta.url));
  expect(modelled).toBeGreaterThan(0);
  expect(solved).toBeGreaterThan(0);
});
