import { describe, expect, test } from 'vitest';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { readField } from '../../../src/systems/road-to-richmond/field.ts';
import {
  cheapestWays,
  movementGraphOf,
  obstaclesOf,
} from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { destinationsOf, moversOf } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import { dataFiles, field } from './data.ts';
import { given, start } from './position.ts';

/** Every destination of every unit that can move. */
function list(state: State): number {
  return moversOf(field, state).reduce((sum, unit) => sum + destinationsOf(field, state, unit).size, 0);
}

describe('the list of all moves of a side', () => {
  test('takes one search for each hex that pieces set out from, however many stand there', () => {
    const state: State = { ...start, side: 'union', where: { ...start.where } };
    expect(list(state)).toBeGreaterThan(500);
    const hexes = new Set(field.pieces.flatMap(({ side, setup }) => (side === 'union' ? [setup] : [])));
    // The one that comes on at 1528 is the null among them.
    expect(obstaclesOf(field, state, false).reaches.size).toBe(hexes.size);
  });

  test('is not searched anew after a move, since the enemy has stood still', () => {
    const state: State = { ...start, side: 'union', turn: 2 };
    list(state);
    const ground = obstaclesOf(field, state, false);
    const known = ground.reaches.size;
    const after = given(state, { verb: 'move', unit: 'u-1-2-iv', to: '1826' }).state;
    list(after);
    expect(obstaclesOf(field, after, false)).toBe(ground);
    expect(ground.reaches.size - known).toBeLessThanOrEqual(1);
  });

  test('is the same for a field read anew: what is kept of a position belongs to one field', () => {
    const anew = readField(dataFiles());
    if (isFaults(anew)) throw new Error('The data is refused');
    const state: State = { ...start, side: 'union' };
    const units = moversOf(field, state);
    expect(units.length).toBeGreaterThan(20);
    expect(moversOf(anew, { ...state })).toEqual(units);
  });

  test('a search looks round each hex within reach once at most', () => {
    const grid = movementGraphOf(field);
    const none = new Uint8Array(field.hexes.length);
    const terms = { spent: 0, byWay: false, closed: none, controlled: none, controlLimit: 6, avoid: null };
    for (const allowance of [6, 12]) {
      for (let from = 0; from < field.hexes.length; from += 7) {
        const { cost, expanded } = cheapestWays(grid, { ...terms, start: from, allowance });
        expect(expanded).toBe(cost.filter((points) => points >= 0).length);
        expect(expanded).toBeLessThanOrEqual(allowance === 6 ? 130 : 420);
      }
    }
  });
});
