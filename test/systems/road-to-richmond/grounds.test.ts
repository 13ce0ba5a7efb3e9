import { expect, test } from 'vitest';
import { obstaclesOf } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { stillHeld } from '../../held.ts';
import { field } from './data.ts';
import { randomGame } from './random-play.ts';

test('of many positions that are kept, few keep what was worked out for a movement in them', async () => {
  const positions = Array.from(randomGame(3), ({ state }) => state).filter((_, at) => at % 10 === 0);
  const grounds = positions.map((state) => new WeakRef(obstaclesOf(field, state, false)));
  const different = new Set(positions.map((state) => obstaclesOf(field, state, false).closed.join('')));
  expect(different.size).toBeGreaterThan(20);
  expect(await stillHeld(grounds)).toBeLessThanOrEqual(14);
  expect(positions).toHaveLength(grounds.length);
});
