import { expect, test } from 'vitest';
import type { DataFault } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { SCENARIO, type Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { positionFromView, view } from '../../../src/systems/sam-grant/view.ts';
import { hitsOf, hitsOfUnseen } from '../../../src/systems/sam-grant/words/expected-hits.ts';
import { positionText, roster } from '../../../src/systems/sam-grant/words/position-text.ts';
import { dataFiles, readTheatre } from './data.ts';
import { at } from './position.ts';

/** The West with two blocks that come in at Cairo in game-turn 3. */
function later(start: unknown = { turn: 3, hex: '1406' }): Theatre | readonly DataFault[] {
  const files = dataFiles('sam-grant');
  const scenario = structuredClone(files[SCENARIO]) as { blocks: Record<string, unknown>[] };
  for (const block of scenario.blocks) if (LATE.includes(block.id as string)) block.start = start;
  return readTheatre('sam-grant', { ...files, [SCENARIO]: scenario as never });
}
const LATE = ['u-sherman', 'u-hurlbut'];
const theatre = later() as Theatre;

test('5.11: both sides read who is to come, and a side’s guess at the position has them off the map', () => {
  const { state } = setUp(theatre);
  for (const viewer of ['usa', 'csa'] as const) {
    const seen = view(theatre, state, viewer);
    const line = 'Game-turn 3: Sherman (infantry 4, 1406 Cairo), Hurlbut (infantry 4, 1406 Cairo)';
    expect(positionText(theatre, seen)).toContain(`**Union reinforcements** to come: ${line}.`);
    expect(roster(theatre, seen, viewer)).toContainEqual({ title: 'Union reinforcements', lines: [line] });
    expect(at(positionFromView(theatre, seen, viewer), 'u-sherman')).toBe('due');
  }
});

test('5.11: data that bring a block in after the last game-turn or at sea are refused', () => {
  const reasons = (start: unknown) => {
    const read = later(start);
    return isFaults(read) ? read.map(({ reason }) => reason) : [];
  };
  expect(reasons({ turn: 7, hex: '1406' })).toEqual(Array(2).fill('there are only 6 game-turns [5.11]'));
  expect(reasons({ turn: 3, hex: '9901' })).toEqual(Array(2).fill('there is no land hex 9901'));
});

test('5.11: they are not among the unseen blocks of which a side expects hits', () => {
  const seen = view(theatre, setUp(theatre).state, 'csa');
  const couldBeThere = theatre.blocks.filter(({ id, side }) => side === 'usa' && !LATE.includes(id));
  const all = hitsOf(
    theatre,
    couldBeThere.map(({ id, full }) => ({ id, steps: full })),
  );
  expect(seen.prisoners.csa).toEqual([]);
  expect(hitsOfUnseen(theatre, seen, 'usa', theatre.blocks.length).most).toBeCloseTo(all, 10);
});
