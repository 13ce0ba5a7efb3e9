import { expect, test } from 'vitest';
import { LONG } from '../trials/long.ts';
import { deskGames } from './desk.ts';
import { rows } from './table.ts';

/** Presses, choices and commands that a side needs in a phase, at most (issue 40); the median of what was played. */
const MOST = 8;

test.each(deskGames)('a phase of %s takes few presses, whoever orders what', (game) => {
  const found = [...rows(game, 1, LONG ? 10 : 2, ['in few presses'])];
  expect(new Set(found.map(({ who }) => who)).size).toBe(2);
  for (const { who, kind, interactions, phases } of found) {
    expect(phases, `${kind} phases of ${who}`).toBeGreaterThan(0);
    expect(interactions, `${kind} of ${who}`).toBeLessThanOrEqual(MOST);
  }
});
