import { expect, test } from 'vitest';
import { rows } from './table.ts';

/** Presses, choices and commands of a phase of Road to Richmond, and of a side's turn of The Wilderness Campaign, at most: issues 18 and 19. */
const MOST = { movement: 8, combat: 5, turn: 10 } as const;

test('a phase takes few presses, whoever orders what', () => {
  const found = [...rows('road-to-richmond', 1, 10, ['in few presses'])];
  expect(found.map(({ kind }) => kind)).toEqual(['movement', 'combat', 'movement', 'combat']);
  for (const { who, kind, interactions, phases } of found) {
    expect(phases, `${kind} phases of ${who}`).toBeGreaterThan(0);
    expect(interactions, `${kind} of ${who}`).toBeLessThanOrEqual(MOST[kind]);
  }
});

test('a side’s turn of The Wilderness Campaign takes few presses, as the machine orders', () => {
  const [turn] = rows('wilderness', 1, 10, ['in few presses']);
  expect(turn?.kind).toBe('turn');
  expect(turn?.orders).toBeGreaterThan(10);
  expect((turn?.interactions ?? 0) + (turn?.others ?? 0)).toBeLessThanOrEqual(MOST.turn);
});
