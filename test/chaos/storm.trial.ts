import { expect, test } from 'vitest';
import { storm } from './storm.ts';

test('in a storm of all of it nothing is lost, nothing done twice, and in the end every channel shows its present map', async () => {
  const { acknowledged, orders, struck } = await storm({ seed: 6, acts: 25 });
  expect(acknowledged).toBeGreaterThan(0);
  expect(orders).toBeGreaterThan(0);
  expect(struck.reduce((sum, { struck: times }) => sum + times, 0)).toBeGreaterThan(3);
});
