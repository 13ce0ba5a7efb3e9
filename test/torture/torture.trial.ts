import { expect, test } from 'vitest';
import { MOMENTS } from './moments.ts';
import { torture } from './torture.ts';

/** `TORTURE_SEED=…` draws the same moments again. `npm run torture` kills it three hundred times. */
const SEED = Number(process.env.TORTURE_SEED ?? Date.now() % 1_000_000);

test('killed at any instant while it is played with, it loses nothing that was acknowledged and does nothing twice', async () => {
  const report = await torture({ seed: SEED, kills: 6, lanes: 2 });
  const kinds = Object.keys(MOMENTS).length;
  console.log(
    `Seed ${SEED}: killed ${report.killed} times, ${report.acknowledged} things acknowledged, ${report.seen.orders} orders and ` +
      `${report.votes} votes kept, ${report.seen.late} maps posted late, ${Math.round(report.seconds)} s (of ${kinds} kinds of moments)`,
  );
  expect(report.killed).toBeGreaterThanOrEqual(6);
  expect(report.acknowledged).toBeGreaterThan(0);
});
