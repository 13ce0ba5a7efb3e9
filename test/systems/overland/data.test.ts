import { describe, expect, test } from 'vitest';
import { combatResult } from '../../../src/systems/overland/scenario.ts';
import { AREAS, type Area, LEADERS } from '../../../src/systems/overland/vocabulary.ts';
import { numbers, scenarios } from './data.ts';

/** The tables of reconstruction-1, as the rulings print them. */
const MAP: readonly (readonly [
  area: string,
  lines: string,
  arrow: number | null,
  defense: number,
  retreat: string | null,
])[] = [
  ['The Wilderness', 'Spotsylvania', null, 0, 'Spotsylvania'],
  ['Spotsylvania', 'The Wilderness, North Anna', null, 0, 'North Anna'],
  ['North Anna', 'Spotsylvania, Ashland, Cold Harbor', null, 0, 'Ashland'],
  ['Ashland', 'North Anna, Cold Harbor, Mechanicsville', -1, -1, 'Richmond'],
  ['Cold Harbor', 'North Anna, Ashland, Mechanicsville, Savage Station', null, 0, 'Mechanicsville'],
  ['Mechanicsville', 'Ashland, Cold Harbor, Savage Station', -2, -1, 'Richmond'],
  ['Savage Station', 'Cold Harbor, Mechanicsville', -1, 0, 'Richmond'],
  ['Drury’s Bluff', '', -1, 0, 'Richmond'],
  ['The Valley', '', null, 0, null],
  ['Richmond', '', null, 0, null],
];

const LEADER_TABLE = [
  ['Grant', 3, 'The Wilderness'],
  ['Butler', 1, 'Drury’s Bluff'],
  ['Sigel', 1, 'The Valley'],
  ['Lee', 3, 'The Wilderness'],
  ['Beauregard', 2, 'Drury’s Bluff'],
  ['Breckinridge', 1, 'The Valley'],
] as const;

const COMBAT_RESULTS = [
  [-3, 'nothing'],
  [0, 'nothing'],
  [1, 'nothing'],
  [2, 'turning'],
  [3, 'turning'],
  [4, 'turning'],
  [5, 'retreat'],
  [6, 'retreat'],
  [8, 'retreat'],
] as const;

describe('the data as shipped', () => {
  const standard = numbers();
  const name = (area: Area) => standard.areas[area].name;

  test('is called by its name, and has three variants, the standard one first', () => {
    expect(standard.basis).toBe('reconstruction-1');
    expect(scenarios.map(({ variant }) => variant.id)).toEqual(['standard', 'unbottled', 'short-rations']);
  });

  test('the map', () => {
    const map = AREAS.map((area) => {
      const { richmond, defense, retreat } = standard.areas[area];
      return [name(area), standard.lines[area].map(name).join(', '), richmond, defense, retreat && name(retreat)];
    });
    expect(map).toEqual(MAP);
  });

  test('the leaders', () => {
    const leaders = LEADERS.map((leader) => standard.leaders[leader]);
    expect(leaders.map(({ name: leader, rating, start }) => [leader, rating, name(start)])).toEqual(LEADER_TABLE);
  });

  test.each(COMBAT_RESULTS)('the Combat Results Table: a modified %i is %s', (total, result) => {
    expect(combatResult(standard, total)).toBe(result);
  });

  test('Action Points and the calendar', () => {
    expect(standard.actionPoints).toEqual({ start: 10, most: 10, valleyVictory: 2, roll: 1 });
    expect(standard.calendar).toEqual({ first: '1864-05-04', last: '1864-06-03' });
  });

  test('unbottled rates Butler 2 and changes nothing else', () => {
    const { variant, ...other } = numbers('unbottled');
    const { variant: _standard, ...same } = standard;
    expect(variant.name).toBe('Unbottled');
    expect(other).toEqual({
      ...same,
      leaders: { ...same.leaders, butler: { ...same.leaders.butler, rating: 2 } },
    });
  });

  test('short rations start with eight points and change nothing else', () => {
    const { variant, ...other } = numbers('short-rations');
    const { variant: _standard, ...same } = standard;
    expect(variant.name).toBe('Short rations');
    expect(other).toEqual({ ...same, actionPoints: { start: 8, most: 10, valleyVictory: 2, roll: 1 } });
  });
});
