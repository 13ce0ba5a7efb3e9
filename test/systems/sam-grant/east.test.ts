import { describe, expect, test } from 'vitest';
import { sideBetween } from '../../../src/kit/hex/hex-map.ts';
import { setUp } from '../../../src/systems/sam-grant/rules/phases.ts';
import { hungerOf, isSupplied } from '../../../src/systems/sam-grant/rules/supply/supply-lines.ts';
import { usaMargin } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import { hexsideLimit, MAP, SCENARIO, type Theatre } from '../../../src/systems/sam-grant/theatre.ts';
import { view } from '../../../src/systems/sam-grant/view.ts';
import { SIDES, type Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { textAt } from '../../../src/systems/sam-grant/words/place-text.ts';
import { dataFiles, east, readTheatre } from './data.ts';
import {
  type At,
  at,
  done,
  falling,
  given,
  offered,
  position,
  question,
  standing,
  steps,
  told,
  whyRefused,
} from './position.ts';

const MCCLELLAN = { 'eu-hq': '1407' } as const;

/** Where the Union's Supreme HQ can send blocks of a hex. */
function sent(state: State, mode: 'rail' | 'river', from: string): readonly string[] {
  return offered(state, 'usa', { verb: 'strategic', mode, from });
}
/** Where a group can march. */
function marches(state: State, side: Side, from: string): readonly string[] {
  return offered(state, side, { verb: 'move', from });
}
const WALL = ['ec-whiting', 'ec-holmes', 'ec-ewell', 'ec-early', 'ec-jackson', 'ec-loring'];

describe('ships', () => {
  const FLEET = { ...MCCLELLAN, ...standing('1408 eu-sumner, 1605 eu-dix, 1818 eu-wool eu-mansfield') } as const;

  test('13.2, 13.8: case 1, Confederates in Dumfries keep Alexandria’s ships from the bay, not Baltimore’s', () => {
    const closed = position({ ...FLEET, 'ec-whiting': '1209' });
    expect(sent(closed, 'river', '1408')).toContain('1310');
    expect(sent(closed, 'river', '1408')).not.toContain('1818');
    for (const to of ['1818', '1715', '1210']) expect(sent(closed, 'river', '1605')).toContain(to);
    expect(sent(position(FLEET), 'river', '1408')).toContain('1818');
    const seen = view(east, closed, 'usa');
    expect(textAt(east, seen, '1408')).toContain('Union ships reach Washington and Alexandria.');
  });

  test('13.2: case 2, Confederates in Norfolk keep Fort Monroe’s ships out of the James', () => {
    const held = position({ ...FLEET, 'ec-huger': '1819' });
    expect(sent(held, 'river', '1818')).not.toContain('1317');
    expect(sent(held, 'river', '1818')).toContain('1516');
    const open = position(FLEET);
    expect(sent(open, 'river', '1818')).toEqual(expect.arrayContaining(['1317', '1216']));
    const fort = position({ ...FLEET, 'ec-drewry': '1216' });
    expect(sent(fort, 'river', '1818')).toContain('1317');
    expect(sent(fort, 'river', '1818')).not.toContain('1216');
  });

  test('13.2: case 3, Confederates in Yorktown close the York; a landing at Urbanna stays open', () => {
    const held = position({ ...FLEET, 'ec-magruder': '1717' });
    expect(whyRefused(held, 'usa', 'strategic river 1818 1516 eu-mansfield')).toBe('5.6 no-river');
    expect(sent(held, 'river', '1818')).toContain('1716');
    const landed = given(held, 'usa', 'strategic river 1818 1715 eu-mansfield').state;
    expect([at(landed, 'eu-mansfield'), steps(landed, 'eu-hq')]).toEqual(['1715', 3]);
    const csa = position('1215 ec-hq, 1717 ec-magruder', { active: 'csa' });
    expect(whyRefused(csa, 'csa', 'strategic river 1717 1516 ec-magruder')).toBe('2.8 csa-river');
  });

  test('13.2, 8.2: case 11, ships supply West Point while Yorktown is empty', () => {
    const far = { ...MCCLELLAN, 'eu-sumner': '1516' } as const;
    expect(isSupplied(east, position(far), 'usa', '1516')).toBe(true);
    const closed = position({ ...far, 'ec-magruder': '1717', 'ec-huger': '1819', 'ec-whiting': '1615' });
    expect(isSupplied(east, closed, 'usa', '1516')).toBe(true);
    // Only the four hexes overland to the Rappahannock are left, and they can be cut.
    const cut = ['1415', '1515', '1615', '1616', '1517', '1416'].map((hex, index) => [WALL[index], hex]);
    const alone = position({ ...far, 'ec-magruder': '1717', 'ec-huger': '1819', ...Object.fromEntries(cut) });
    expect(isSupplied(east, alone, 'usa', '1516')).toBe(false);
  });
});

describe('crossings', () => {
  test('13.3: case 4, a group marches over Long Bridge, and nowhere else over the tidal Potomac', () => {
    const state = position({ ...MCCLELLAN, 'eu-sumner': '1408', 'eu-porter': '1408' });
    expect(marches(state, 'usa', '1408')).toContain('1407');
    expect(sideBetween(east, '1407', '1408')?.crossingName).toBe('Long Bridge');
    expect(sideBetween(east, '1308', '1407')?.barred).toBe(true);
    const bridges = east.hexes.flatMap((hex) =>
      (east.hex.get(hex)?.sides ?? []).filter(
        ({ waterName, crossing }) => waterName === 'Potomac' && crossing !== null,
      ),
    );
    expect(bridges).toHaveLength(2);
  });

  test('13.3, 2.5: case 5, four blocks attack Centreville over a clear hexside, two Leesburg over the upper Potomac', () => {
    const army = ['eu-mcdowell', 'eu-sumner', 'eu-franklin', 'eu-porter', 'eu-mccall'] as const;
    const state = position({
      ...MCCLELLAN,
      ...Object.fromEntries(army.map((id) => [id, '1308'])),
      ...standing('1206 eu-stone, 1207 ec-longstreet, 1106 ec-dhhill'),
    });
    const most = (from: string, to: string) => question(state, 'usa', { verb: 'move', from, to })?.several?.most;
    expect(most('1308', '1207 by 1308')).toBe(4);
    expect(hexsideLimit(east, state, '1206', '1106')).toBe(2);
  });

  test('13.3, 5.4: case 6, a mountain costs one point by a gap and two elsewhere', () => {
    const state = position({ ...MCCLELLAN, 'eu-banks': '1006' });
    const hint = (to: string) => question(state, 'usa', 'move 1006')?.choices.find(({ value }) => value === to)?.hint;
    // Infantry has two points: by the gap it goes on into the Valley, from a mountain that cost two it would have to hurry.
    expect(hint('0805')).toBeUndefined();
    expect(marches(state, 'usa', '1006')).toContain('0906');
    expect(sideBetween(east, '1006', '1005')?.link).toBeNull();
  });

  test('13.3, 2.5: case 7, two blocks attack a gap over its pass, one elsewhere', () => {
    const state = position({ ...MCCLELLAN });
    expect(hexsideLimit(east, state, '1007', '0907')).toBe(2);
    expect(hexsideLimit(east, state, '1006', '0907')).toBe(1);
  });

  test('13.3: case 8, rail from Chambersburg to Baltimore by Harrisburg, unless it is cut', () => {
    const open = position({ ...MCCLELLAN, 'eu-banks': '1102' });
    expect(sent(open, 'rail', '1102')).toContain('1605');
    const cut = position({ ...MCCLELLAN, 'eu-banks': '1102', 'ec-stuart': '1101', 'ec-jackson': '0905' });
    expect(sent(cut, 'rail', '1102')).not.toContain('1605');
  });

  test('13.3: railroads from Aquia Creek, City Point and Norfolk reach Fredericksburg, Petersburg and Weldon', () => {
    const csa = position('1217 ec-hq, 1210 ec-holmes, 1819 ec-huger', { active: 'csa' });
    const rail = (from: string) => offered(csa, 'csa', { verb: 'strategic', mode: 'rail', from });
    expect(rail('1210')).toEqual(expect.arrayContaining(['1211', '1215']));
    expect(rail('1819')).toContain('1220');
    expect(rail('1217')).toContain('1317');
  });
});

describe('set-up', () => {
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

  test('13.5: reinforcements come in game-turns 2 to 5; case 9, they wait while the enemy holds their hex', () => {
    const byTurn = (side: Side) =>
      [2, 3, 4, 5, 6].map((turn) => east.blocks.filter((one) => one.side === side && one.comes?.turn === turn).length);
    expect(SIDES.map(byTurn)).toEqual([
      [2, 3, 4, 3, 0],
      [0, 5, 3, 2, 0],
    ]);
    const due: Partial<State> = {};
    const waiting = (where: At) => {
      const open = position(where, due);
      return { ...open, blocks: { ...open.blocks, 'ec-aphill': { at: 'due', steps: 0 } as const } };
    };
    const { state, events } = done(waiting(MCCLELLAN));
    expect([at(state, 'ec-aphill'), steps(state, 'ec-aphill')]).toEqual(['1214', 4]);
    expect(told(events, 'reinforced').map(({ hex }) => hex)).toContain('1214');
    expect(at(done(waiting({ ...MCCLELLAN, 'eu-sumner': '1214' })).state, 'ec-aphill')).toBe('due');
  });
});

describe('capitals and levels', () => {
  test('13.6: case 10, Richmond or Washington in the enemy’s hands ends the game; both together do not', () => {
    const richmond = done(position('1215 eu-sumner')).state;
    expect(richmond.result).toEqual({ winner: 'usa', level: 'USA decisive', sudden: true, city: '1215' });
    const washington = done(position('1407 ec-jackson')).state;
    expect(washington.result).toMatchObject({ winner: 'csa', city: '1407' });
    expect(done(position('1215 eu-sumner, 1407 ec-jackson')).state.result?.city).toBeUndefined();
    expect(east.scenario.capitals).toEqual(['1407', '1215']);
  });

  test('13.7: the margin begins at 0, and at −1 in the first game-turn', () => {
    const { state } = setUp(east);
    expect([usaMargin(east, state), usaMargin(east, { ...state, turn: 1 })]).toEqual([0, -1]);
  });

  test('13.1, 8.3: case 12, at McDowell no line reaches Union blocks, and the mountain feeds none', () => {
    const state = position({ ...MCCLELLAN, 'eu-milroy': '0111', 'eu-schenck': '0111' }, { phase: 'attrition' });
    expect(isSupplied(east, state, 'usa', '0111')).toBe(false);
    expect(hungerOf(east, state, 'usa')).toMatchObject({ hex: '0111', losses: 2 });
    expect(isSupplied(east, position({ ...MCCLELLAN, 'eu-milroy': '0505' }), 'usa', '0505')).toBe(true);
  });
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
