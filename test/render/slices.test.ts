import { expect, test } from 'vitest';
import { inSlices } from '../../src/render/scheduling.ts';

/** A step takes two milliseconds at least, on any machine. */
const STEP_MS = 2;

function* steps(count: number, done: () => void): Generator<void> {
  for (let step = 0; step < count; step++) {
    const until = performance.now() + STEP_MS;
    while (performance.now() < until);
    done();
    yield;
  }
}

test('many works at once hold up others no longer than one: they take turns', async () => {
  const WORKS = 40;
  let sinceBreath = 0;
  let most = 0;
  let watching = true;
  const breath = () => {
    sinceBreath = 0;
    if (watching) setImmediate(breath);
  };
  setImmediate(breath);
  const done = () => {
    sinceBreath += 1;
    most = Math.max(most, sinceBreath);
  };
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(Array.from({ length: WORKS }, () => inSlices(steps(5, done))));
  watching = false;
  // All of them have begun in one go; from then on each turn takes two steps.
  expect(most).toBeLessThanOrEqual(WORKS + 2);
  expect(await inSlices([1, 2, 3])).toBe(3);
  expect(await inSlices([])).toBeUndefined();
});
