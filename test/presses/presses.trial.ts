import { expect, test } from 'vitest';
import { rows } from './table.ts';

/** Presses, choices and commands of a phase, at most: issue 18. */
const MOST = { movement: 8, combat: 5 } as const;

test('a phase takes few presses, whoever orders what', () => {
  const found = [...rows(1, 10, ['in few presses'])];
  expect(found.map(({ kind }) => kind)).toEqual(['movement', 'combat', 'movement', 'combat']);
  for (const { who, kind, interactions, phases } of found) {
    expect(phases, `${kind} phases of ${who}`).toBeGreaterThan(0);
    expect(interactions, `${kind} of ${who}`).toBeLessThanOrEqual(MOST[kind]);
  }
});
