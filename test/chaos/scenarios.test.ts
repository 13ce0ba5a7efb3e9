import { test } from 'vitest';
import { playScenario, SCENARIOS } from './scenarios/index.ts';

const FIRST = Object.values(SCENARIOS).flatMap((kind) => kind.filter(({ long }) => !long).slice(0, 1));

// All of them are played by `npm run trials`.
test.each(FIRST)('Discord misbehaves, one of each kind: $fault: $so', async (scenario) => {
  await playScenario(scenario);
});
