import { expect, test } from 'vitest';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import { MAP, SCENARIO, type Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { SIDES, type Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { dataFiles, east, readTheatre } from './data.ts';
import { at, falling, given, offered, position, told } from './position.ts';

test('13.4: 25 blocks with 82 steps against 21 with 54; pools of 20; no name twice', () => {
  const count = (side: Side, is: (start: string) => boolean) => {
    const blocks = east.blocks.filter((block) => block.side === side && is(block.start));
    return [blocks.length, blocks.reduce((sum, { full }) => sum + full, 0)];
  };
  expect(SIDES.map((side) => count(side, (start) => /^\d/.test(start)))).toEqual([
    [25, 82],
    [21, 54],
  ]);
  expect(SIDES.map((side) => count(side, (start) => start === 'pool')[1])).toEqual([20, 20]);
  expect(new Set(east.blocks.map(({ name }) => name)).size).toBe(east.blocks.length);
  const { state } = setUp(east);
  for (const [block, hex] of [
    ['eu-mccall', '1308'],
    ['eu-blenker', '1408'],
    ['ec-loring', '0805'],
    ['eu-kelley', '0505'],
  ] as const)
    expect(at(state, block)).toBe(hex);
  expect(east.blocks.some(({ name }) => name === 'Rosecrans')).toBe(false);
});

test('13.5: reinforcements come in game-turns 2 to 5', () => {
  const byTurn = (side: Side) =>
    [2, 3, 4, 5, 6].map((turn) => east.blocks.filter((one) => one.side === side && one.comes?.turn === turn).length);
  expect(SIDES.map(byTurn)).toEqual([
    [2, 3, 4, 3, 0],
    [0, 5, 3, 2, 0],
  ]);
});
test('13.7: the margin begins at 0, and at −1 in the first game-turn', () => {
  const { state } = setUp(east);
  expect([usaMargin(east, state), usaMargin(east, { ...state, turn: 1 })]).toEqual([0, -1]);
});

test('13.1, R24: data from before these rulings, without bays, capitals and reinforcements, are read and mean what they meant', () => {
  const files = dataFiles('bobby-lee');
  const { bays: _bays, ...map } = structuredClone(files[MAP]) as Record<string, unknown>;
  const scenario = structuredClone(files[SCENARIO]) as {
    victory: { suddenDeath: { cities?: unknown } };
    blocks: { start: unknown }[];
  };
  delete scenario.victory.suddenDeath.cities;
  for (const block of scenario.blocks) if (typeof block.start === 'object') block.start = 'pool';
  const old = readTheatre('bobby-lee', { ...files, [MAP]: map as never, [SCENARIO]: scenario as never }) as Theatre;
  const taken = position('1407 eu-hq, 1818 eu-wool, 1215 eu-sumner', {}, old);
  // Rivers are reached only by a port on both, Richmond is a city like others, and nobody is still to come.
  expect(offered(taken, 'usa', 'strategic river 1818', old)).not.toContain('1516');
  const first = given(taken, 'usa', 'done', falling(), old).state;
  const after = given(first, 'csa', 'done', falling(), old);
  expect([after.state.result, told(after.events, 'reinforced')]).toEqual([null, []]);
});
