import { describe, test } from 'vitest';
import { playScenario, SCENARIOS } from './scenarios/index.ts';

/** Scenarios as tests; those that take long are played by `npm run chaos` alone. */
describe.each(Object.entries(SCENARIOS))('Discord misbehaves: %s', (_what, scenarios) => {
  test.each(scenarios.filter(({ long }) => !long))('$fault: $so', async (scenario) => {
    await playScenario(scenario);
  });
});
