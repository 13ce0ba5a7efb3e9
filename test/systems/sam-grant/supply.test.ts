import { describe, expect, test } from 'vitest';
import { defaultOrder } from '../../../src/systems/sam-grant/rules/legality.ts';
import { forageOf, isSupplied, networkOf } from '../../../src/systems/sam-grant/rules/supply/supply-lines.ts';
import { controlsMississippi } from '../../../src/systems/sam-grant/rules/victory.ts';
import type { State } from '../../../src/systems/sam-grant/state.ts';
import type { Card, OrderOf, Side } from '../../../src/systems/sam-grant/vocabulary.ts';
import { WINTER, west } from './data.ts';
import { type At, at, given, offered, position, question, standing, steps, told, whyRefused } from './position.ts';

/** A side's Supply card is resolved. */
function supplying(where: At, side: Side, card: Card, more: Partial<State> = {}): State {
  return position(where, {
    phase: 'supply',
    active: side,
    first: side,
    played: { usa: ['1'], csa: ['1'], [side]: [card] },
    ...more,
  });
}
const RIVER = { 'u-stl': '1103', 'u-wood': '1211', 'u-thomas': '1018' } as const;

describe('Supply cards', () => {
  const BOWLING_GREEN = { 'c-hardee': ['2007', 2], 'c-buckner': ['2007', 3] } as const;

  test('5.8, case 4: 2 and 1 is accepted; 3 on one block is refused, and more than it lacks', () => {
    const state = supplying(BOWLING_GREEN, 'csa', 'supply-3');
    const after = given(state, 'csa', 'supply c-hardee,c-hardee+2,c-buckner');
    expect([steps(after.state, 'c-hardee'), steps(after.state, 'c-buckner')]).toEqual([4, 4]);
    expect(told(after.events, 'supplied')[0]?.hexes).toEqual([['2007', 3]]);
    const three = ['c-hardee', 'c-hardee+2', 'c-hardee+3'];
    expect(whyRefused(state, 'csa', { verb: 'supply', steps: three })).toBe('5.8 full');
    expect(whyRefused(state, 'csa', 'supply c-buckner,c-buckner+2')).toBe('5.8 full');
  });

  test('5.8: only blocks with a supply line, and never above full', () => {
    const state = supplying(
      { 'c-hardee': ['2501', 2], 'c-floyd': '1808', 'c-clark': ['1807', 1], 'u-wood': '2402' },
      'csa',
      'supply-2',
    );
    expect(offered(state, 'csa', 'supply')).toEqual(['c-clark']);
    expect(whyRefused(state, 'csa', 'supply c-hardee')).toBe('5.8 no-supply');
  });

  test('11.4, case 21: with the Mississippi lost two steps in the East, three if one goes to Smithville or Dalton', () => {
    const east = {
      ...RIVER,
      'c-hardee': ['2119', 1],
      'c-buckner': ['1919', 2],
      'c-price': ['0909', 2],
      'c-heth': ['2412', 1],
    } as const;
    const why = (now: State, given: Omit<OrderOf<'supply'>, 'verb'>) =>
      whyRefused(now, 'csa', { verb: 'supply', ...given });
    const state = supplying(east, 'csa', 'supply-3', { river: true });
    const order = { verb: 'supply', steps: ['c-hardee', 'c-hardee+2'] } as const;
    expect(question(state, 'csa', 'supply')?.several?.most).toBe(2);
    expect(offered(state, 'csa', order)).toEqual(['c-price', 'c-price+2', 'c-heth']);
    for (const west of ['c-price', 'c-heth']) {
      const { state: after } = given(state, 'csa', { ...order, west: [west] });
      expect(steps(after, west)).toBe(steps(state, west) + 1);
    }
    expect(why(state, { steps: ['c-hardee', 'c-hardee+2', 'c-buckner'] })).toBe('11.4 west');
    expect(why(state, { steps: ['c-hardee', 'c-price', 'c-heth'] })).toBe('11.4 west');
    expect(why(state, { west: ['c-price'] })).toBe('5.8 no-steps');
    const held = supplying(east, 'csa', 'supply-2');
    expect(why(held, { steps: ['c-hardee'], west: ['c-price'] })).toBe('11.4 west-needless');
    expect(why(held, { steps: [] })).toBe('5.8 no-steps');
    expect(why(held, { steps: ['c-hardee', 'c-buckner', 'c-price'] })).toBe('5.8 card-steps');
    const two = supplying(east, 'csa', 'supply-2', { river: true });
    expect(question(two, 'csa', 'supply')?.several?.most).toBe(1);
  });
});

describe('builds', () => {
  const acts = { active: 'csa', first: 'csa' } as const;

  test('5.7: a block of the pool at full strength, in a friendly city of value 1 or more with a supply line', () => {
    const { state, events } = given(position('2206 u-wood'), 'usa', 'build u-sherman 2203');
    expect([at(state, 'u-sherman'), steps(state, 'u-sherman')]).toEqual(['2203', 4]);
    expect(told(events, 'built')[0]).toMatchObject({ hex: '2203', steps: 4 });
    expect(whyRefused(state, 'usa', 'build u-sherman 2203')).toBe('5.7 not-in-pool');
    expect(whyRefused(state, 'usa', 'build u-hurlbut 2206')).toBe('5.7 no-city');
    expect(whyRefused(state, 'usa', 'build u-hurlbut 1909')).toBe('5.7 not-friendly');
  });

  test('5.7, 9.2: not where the enemy stands, nor without a supply line', () => {
    const attacked = position('1909 u-wood c-nash', acts);
    expect(whyRefused(attacked, 'csa', 'build c-heth 1909')).toBe('5.7 enemy-there');
    const cut = position('0703 c-knox, 2206 u-wood', acts);
    expect(whyRefused(cut, 'csa', 'build c-heth 0703')).toBe('5.7 no-supply');
    expect(offered(position({}, { ...acts, turn: WINTER }), 'csa', 'build c-heth')).toContain('1909');
  });

  test('5.10: Bragg comes in for an action, and the Union gets 3 points; he moves in the next game-turn', () => {
    const corps = { 'c-withers': 'gulf', 'c-ruggles': 'gulf', 'c-bragg-c': 'gulf', 'c-bragg-a': 'gulf' } as const;
    const before = position(corps, acts);
    const { state, events } = given(before, 'csa', 'bragg 1520');
    expect(Object.keys(corps).map((id) => [at(state, id), steps(state, id)])).toEqual([
      ['1520', 4],
      ['1520', 4],
      ['1520', 2],
      ['1520', 3],
    ]);
    expect([state.bragg, state.used]).toEqual([true, 1]);
    expect(told(events, 'bragg')[0]?.points).toBe(3);
    expect(offered(state, 'csa', '')).not.toContain('move');
    expect(whyRefused(state, 'csa', 'bragg 1120')).toBe('5.10 bragg-came');
    expect(whyRefused(position({ ...corps, 'u-wood': '1520' }, acts), 'csa', 'bragg 1520')).toBe('5.10 bragg-site');
    expect(offered(before, 'csa', 'build')).not.toContain('c-withers');
  });

  test('11.1: the Union controls the Mississippi with St. Louis, Memphis and Vicksburg', () => {
    expect(controlsMississippi(west, position(RIVER))).toBe(true);
    expect(controlsMississippi(west, position('1211 u-wood'))).toBe(false);
    const { 'u-stl': _, ...others } = RIVER;
    expect(controlsMississippi(west, position(others))).toBe(true);
    expect(controlsMississippi(west, position({ ...others, 'c-price': '1103' }))).toBe(false);
  });

  test('11.2, 11.3, case 21: builds east of it are one step short, west of it and in Georgia full', () => {
    const state = position(RIVER, { ...acts, river: true });
    const built = (hex: string) =>
      steps(given(state, 'csa', { verb: 'build', block: 'c-ksmith', hex }).state, 'c-ksmith');
    expect([built('2119'), built('2515'), built('0612')]).toEqual([3, 4, 4]);
    expect(whyRefused(state, 'csa', 'build c-knox 2119')).toBe('11.2 river-build');
  });
});

describe('supply lines', () => {
  test('8.1: a source under enemy control serves no one', () => {
    const nashville = position('1808 c-floyd');
    expect(networkOf(west, nashville, 'csa').has('1909')).toBe(true);
    const lost = position('1909 u-wood');
    expect(networkOf(west, lost, 'csa').has('1909')).toBe(false);
    expect(networkOf(west, lost, 'usa').has('1909')).toBe(true);
  });

  test('8.2: up to four hexes overland, mountains two, to a source or its railroads; never through the enemy', () => {
    const state = position({});
    expect(isSupplied(west, state, 'usa', '2407')).toBe(true);
    const alone = position('2206 c-hardee, 2207 c-buckner');
    expect(isSupplied(west, alone, 'csa', '2206')).toBe(true);
    const ringed = position('2501 c-hardee, 2401 u-wood, 2502 u-thomas, 2601 u-nelson, 2402 u-mitchel');
    expect(isSupplied(west, ringed, 'csa', '2501')).toBe(false);
  });

  test('8.2: enemy rail lines must be held hex by hex', () => {
    const donelson = { 'c-donea': '1708', 'u-wood': '2007' } as const;
    expect(networkOf(west, position(donelson), 'usa').has('2008')).toBe(false);
    expect(networkOf(west, position({ ...donelson, 'u-thomas': '2008' }), 'usa').has('2008')).toBe(true);
  });

  // A Confederate in 1509 bars the four hexes overland to the railroad that ends in 1508 [R20].
  const CORINTH = { 'u-hurlbut': '1512', 'u-sherman': '1512', 'u-prentiss': '1512', 'u-wood': '1512' } as const;
  const FORTS = standing(
    '1210 c-pillow, 1018 c-vick, 1308 c-madrid, 1407 c-cheatham, 1411 c-polk1, 1410 c-mccown, 1211 c-mem, 1509 c-clark, 1708 c-doneg',
  );

  test('8.2, 8.3, case 24: Corinth lives by the Tennessee; cut off it feeds two blocks, in Winter one', () => {
    expect(isSupplied(west, position({ ...CORINTH, ...FORTS }), 'usa', '1512')).toBe(true);
    const cut = position({ ...CORINTH, ...FORTS, 'c-tilghman': '1608' });
    expect(isSupplied(west, cut, 'usa', '1512')).toBe(false);
    expect([forageOf(west, cut, '1512'), forageOf(west, { turn: WINTER }, '1512')]).toEqual([2, 1]);
    for (const [turn, losses] of [
      [2, 2],
      [WINTER, 3],
    ] as const) {
      const hungry = { ...cut, turn, phase: 'attrition', active: 'usa' } as const;
      expect(question(hungry, 'usa', 'lose')?.several).toEqual({ least: losses, most: losses });
    }
  });

  test('8.3: two blocks in clear, one in woods or swamp, none in mountains, and the city’s value; half in Winter', () => {
    const forage = (hex: string, turn = 1) => forageOf(west, { turn }, hex);
    expect([forage('1001'), forage('1004'), forage('1014'), forage('2608'), forage('1909')]).toEqual([2, 1, 1, 0, 5]);
    expect([forage('1001', WINTER), forage('1004', WINTER), forage('1909', WINTER)]).toEqual([1, 0, 4]);
  });

  test('8.3, 14.7: the owner chooses who loses a step; silent, most steps first and the HQ last', () => {
    const cut = position(
      { ...CORINTH, 'u-prentiss': ['1512', 1], ...FORTS, 'c-tilghman': '1608' },
      { phase: 'attrition' },
    );
    expect(defaultOrder(west, cut, 'usa')).toEqual({ verb: 'lose', blocks: ['u-wood', 'u-sherman'] });
    expect(whyRefused(cut, 'usa', 'lose u-wood')).toBe('8.3 lose');
  });

  test('8.4: attrition comes each game-turn, and who dies of it goes to the pool', () => {
    const cut = position({ ...CORINTH, 'u-prentiss': ['1512', 1], ...FORTS, 'c-tilghman': '1608' });
    const idle = given(given(cut, 'usa', 'done').state, 'csa', 'done').state;
    expect([idle.phase, idle.active]).toEqual(['attrition', 'usa']);
    const { state, events } = given(idle, 'usa', 'lose u-wood,u-prentiss');
    expect([at(state, 'u-prentiss'), steps(state, 'u-wood')]).toEqual(['pool', 3]);
    expect(told(events, 'hungry')[0]).toMatchObject({ hex: '1512', gone: ['u-prentiss'] });
    expect([state.phase, state.turn]).toEqual(['cards', 3]);
  });
});
