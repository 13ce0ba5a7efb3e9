import { describe, expect, test } from 'vitest';
import { costOf, wayOf } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { reachOf } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import { refusal } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { field } from './data.ts';
import { given, having, offered, position, question, refused } from './position.ts';

const reach = (state: Parameters<typeof reachOf>[1], unit: string) =>
  new Map([...reachOf(field, state, unit)].map(([to, leg]) => [to, { ...leg, way: wayOf(field, leg) }]));

describe('movement', () => {
  test('3.1: a piece moves once a phase, and any, all or none may', () => {
    const before = position({ 'c-gregg': '0605', 'c-branch': '0604' });
    const moved = having(before, 'move c-gregg 0705');
    expect(offered(moved, 'move')).toEqual(['c-branch']);
    expect(refused(moved, 'move c-gregg 0805')).toMatchObject({ code: 'moved', rule: '3.1' });
    expect(offered(before, {})).toEqual(['move', 'done']);
  });

  test('3.1: two of a stack go together, each with its own points', () => {
    const before = position({ 'c-gregg': '0605', 'c-branch': '0605' });
    expect(offered(before, 'move')).toEqual(['c-gregg', 'c-branch', 'c-gregg+c-branch']);
    const { state, events } = given(before, 'move c-gregg+c-branch 0905');
    expect(state.where).toMatchObject({ 'c-gregg': '0905', 'c-branch': '0905' });
    expect(state.moved).toEqual({ 'c-gregg': '0605', 'c-branch': '0605' });
    expect(events).toEqual([
      {
        type: 'moved',
        side: 'confederate',
        pieces: ['c-gregg', 'c-branch'],
        from: '0605',
        way: ['0705', '0805', '0905'],
        cost: 3,
      },
    ]);
  });

  test('3.1: pieces of two hexes cannot go together, nor in the wrong order', () => {
    const before = position({ 'c-gregg': '0605', 'c-branch': '0604' });
    expect(refused(before, 'move c-gregg+c-branch 0705').code).toBe('not-together');
    const stack = position({ 'c-gregg': '0605', 'c-branch': '0605' });
    expect(offered(stack, 'move')).not.toContain('c-branch+c-gregg');
  });

  test('3.2: what costs more than the points left is not entered; there is no free step', () => {
    const before = position({ 'c-gregg': '0407' });
    expect(costOf(field, '0407', '0406')).toBe(7);
    expect(reach(before, 'c-gregg').has('0406')).toBe(false);
    const why = refused(before, 'move c-gregg 0406');
    expect(why).toMatchObject({ code: 'too-far', rule: '3.2', facts: { to: '0406', cost: 7, points: 6 } });
    for (const [, { cost, allowance }] of reach(before, 'c-gregg')) expect(cost).toBeLessThanOrEqual(allowance);
  });

  test('3.3: no piece enters a hex that the enemy holds', () => {
    const before = position({ 'c-gregg': '0403', 'u-train': '0504' });
    expect(refused(before, 'move c-gregg 0504')).toMatchObject({
      code: 'enemy-there',
      rule: '3.3',
    });
  });

  test('4: over a creek without a bridge or ford nobody goes, and the refusal names both hexes', () => {
    const before = position({ 'c-gregg': '0507' });
    const why = refused(before, 'move c-gregg 0508');
    expect(why).toMatchObject({ code: 'no-crossing', rule: '4', facts: { from: '0507', to: '0508' } });
    expect(refusal(field, why)).toMatch(/^No bridge or ford leads from 0507\b.* to 0508\b.*\./);
  });

  test('3.4: by road a hex costs 1 whatever its ground, and streams under it nothing', () => {
    expect(costOf(field, '0805', '0905')).toBe(1);
    expect(field.hex.get('1303')?.terrain).toBe('forest');
    expect(costOf(field, '1302', '1303')).toBe(1);
    // Without the road beside it.
    expect(costOf(field, '1202', '1303')).toBe(3);
  });

  test('3.5, 3.6: by trail or railroad 1, or 2 into wood and rough; a stream or a ford 1 more, a bridge nothing', () => {
    expect(costOf(field, '0605', '0606')).toBe(1);
    expect(costOf(field, '0606', '0607')).toBe(3);
    expect(costOf(field, '0607', '0608')).toBe(2);
    expect(costOf(field, '0226', '0126')).toBe(2);
    const rail = field.ways.find((way) => way.rail)?.path as readonly string[];
    expect(costOf(field, rail[0] as string, rail[1] as string)).toBeLessThanOrEqual(2);
  });

  test('3.7: friends are no hindrance, and may be passed through', () => {
    const crowd = { 'c-branch': '0705', 'c-archer': '0705', 'c-pender': '0805', 'c-field': '0805' } as const;
    const before = position({ 'c-gregg': '0605', ...crowd });
    expect(reach(before, 'c-gregg').get('0905')).toMatchObject({ cost: 3, way: ['0705', '0805', '0905'] });
  });

  test('4, case 8: what a step costs', () => {
    const costs = [
      ['0805', '0905', 1],
      ['0606', '0607', 3],
      ['0207', '0208', 4],
      ['0407', '0406', 7],
      ['0406', '0407', 4],
      ['0226', '0126', 2],
      ['0607', '0608', 2],
      ['0904', '0804', null],
      ['0507', '0508', null],
      ['0101', '0301', null],
    ] as const;
    for (const [from, to, cost] of costs) expect(costOf(field, from, to), `${from} to ${to}`).toBe(cost);
  });

  test('4: what each ground costs to enter, over an open side and by trail', () => {
    const seen = new Map<string, Set<number>>();
    for (const { id, sides } of field.hex.values())
      for (const { to, water, link } of sides) {
        if (water !== null) continue;
        const key = `${field.hex.get(to)?.terrain} ${link}`;
        seen.set(key, (seen.get(key) ?? new Set()).add(costOf(field, id, to) ?? Number.NaN));
      }
    const costs = Object.fromEntries([...seen].map(([key, of]) => [key, [...of]]));
    for (const ground of ['clear', 'forest', 'rough', 'forest_rough', 'town'])
      if (costs[`${ground} road`]) expect(costs[`${ground} road`], `${ground} by road`).toEqual([1]);
    expect(costs).toMatchObject({
      'clear null': [1],
      'town null': [1],
      'forest null': [3],
      'rough null': [3],
      'forest_rough null': [6],
      'clear trail': [1],
      'town trail': [1],
      'forest trail': [2],
      'forest_rough trail': [2],
    });
  });

  test('the cheapest way is taken, by road and trail where it costs no more', () => {
    const before = position({ 'c-gregg': '0103' });
    expect(reach(before, 'c-gregg').get('0504')).toMatchObject({ cost: 4, way: ['0203', '0303', '0403', '0504'] });
  });

  test('of the ways to a place one is taken that does not set off early arrival, if there is one', () => {
    const before = position({ 'c-gregg': '2121' });
    expect(reach(before, 'c-gregg').get('2020')).toMatchObject({ cost: 6, way: ['2120', '2020'], alarms: false });
    expect(reach(before, 'c-gregg').get('1819')).toMatchObject({
      cost: 5,
      way: ['2021', '2020', '1920', '1819'],
      alarms: true,
    });
    // Once it is set off, and for the Union, the cheapest is the best.
    const late = position({ 'c-gregg': '2121' }, { alarm: 4 });
    expect(reach(late, 'c-gregg').get('2020')).toMatchObject({ cost: 3, way: ['2021', '2020'], alarms: false });
    const union = position({ 'u-1-cr': '2121' }, { side: 'union' });
    expect(reach(union, 'u-1-cr').get('2020')).toMatchObject({ cost: 3, alarms: false });
  });

  test('every way is a chain of adjacent hexes that costs what it says', () => {
    const before = position({ 'c-gregg': '1405', 'u-1-cr': '1107' });
    for (const [to, { way, cost }] of reach(before, 'c-gregg')) {
      const steps = ['1405', ...way];
      const total = way.reduce((sum, hex, at) => sum + (costOf(field, steps[at] as string, hex) ?? Number.NaN), 0);
      expect([to, total]).toEqual([way.at(-1), cost]);
    }
  });

  test('each destination is told with its place and its cost', () => {
    const asked = question(position({ 'c-gregg': '0905' }), 'move c-gregg');
    expect(asked?.slot).toBe('to');
    expect(asked?.choices.find(({ value }) => value === '1004')).toEqual({
      value: '1004',
      label: '1004 New Cold Harbor',
      hint: 'cost 1 of 6',
    });
  });
});

describe('zones of control', () => {
  test('6.1: the six hexes round a piece, not over a creek without a bridge; over a bridge and a stream it is', () => {
    const controlled = (at: string, to: string) => {
      const state = position({ 'c-gregg': '0103', 'u-1-cr': at }, { side: 'union' });
      const other = position({ 'u-1-cr': to, 'c-gregg': at });
      expect(offered(state, 'move')).toEqual(['u-1-cr']);
      // A piece that begins its movement in enemy control cannot move.
      return !offered({ ...other, side: 'union' }, 'move').includes('u-1-cr');
    };
    expect(controlled('0507', '0508')).toBe(false);
    expect(controlled('0607', '0608')).toBe(true);
    expect(controlled('0406', '0407')).toBe(true);
    expect(controlled('0904', '0804')).toBe(false);
  });

  test('case 7: no control over the bare river, both ways over Duane’s Bridge', () => {
    const apart = position({ 'c-gregg': '0507', 'u-1-cr': '0508' });
    expect(offered(apart, 'move')).toEqual(['c-gregg']);
    const bridge = position({ 'c-gregg': '0607', 'u-1-cr': '0608' });
    expect(offered(bridge, 'move')).toEqual([]);
    expect(offered({ ...bridge, side: 'union' }, 'move')).toEqual([]);
  });

  test('6.1: the Train controls nothing [15.2]', () => {
    const state = position({ 'c-gregg': '0805', 'u-train': '0905' });
    expect(offered(state, 'move')).toEqual(['c-gregg']);
  });

  test('6.2: entering enemy control costs nothing extra and ends the move', () => {
    const state = position({ 'c-gregg': '0605', 'u-1-cr': '0905' });
    const ways = reach(state, 'c-gregg');
    expect(ways.get('0805')).toMatchObject({ cost: 2 });
    for (const [to, { way }] of ways)
      for (const hex of way.slice(0, -1))
        expect(['0804', '0805', '0806', '0904', '0906', '1004', '1005'], `${to} by ${hex}`).not.toContain(hex);
    expect(ways.has('0804')).toBe(true);
    expect(ways.has('1004')).toBe(false);
  });

  test('6.3: who begins in enemy control cannot move at all, nor leave the map from there [16.1]', () => {
    const state = position({ 'c-gregg': '0117', 'u-1-cr': '0118' });
    expect(offered(state, 'move')).toEqual([]);
    expect(refused(state, 'move c-gregg off-0117')).toMatchObject({
      code: 'in-control',
      rule: '6.3',
    });
  });

  test('6.4: control of both sides may lie on one hex', () => {
    const state = position({ 'c-gregg': '0604', 'c-branch': '0504', 'u-1-cr': '0606' });
    expect(reach(state, 'c-gregg').has('0605')).toBe(true);
    expect(reach({ ...state, side: 'union' }, 'u-1-cr').has('0605')).toBe(true);
  });

  test('10.2, case 19: at night nobody enters enemy control, and who stands in it stays', () => {
    const night = position({ 'c-gregg': '0605', 'c-branch': '0804', 'u-1-cr': '0905' }, { turn: 5 });
    expect(reach(night, 'c-gregg').has('0805')).toBe(false);
    expect(reach(night, 'c-gregg').has('0705')).toBe(true);
    expect(reach({ ...night, turn: 6 }, 'c-gregg').has('0805')).toBe(true);
    expect(refused(night, 'move c-gregg 0805')).toMatchObject({
      code: 'night-control',
      rule: '10.2',
    });
    const beside = position({ 'c-branch': '0805', 'u-1-cr': '0905' }, { turn: 5 });
    expect(offered(beside, 'move')).toEqual([]);
  });

  test('11.1: nor does an ineffective piece enter it, alone or with another', () => {
    const stack = position({ 'c-gregg': '0605', 'c-branch': '0605', 'u-1-cr': '0905' });
    const state = { ...stack, variant: 'effectiveness' as const, ineffective: ['c-gregg'] };
    expect(reach(state, 'c-gregg').has('0805')).toBe(false);
    expect(reach(state, 'c-branch').has('0805')).toBe(true);
    expect(reach(state, 'c-gregg+c-branch').has('0805')).toBe(false);
    expect(refused(state, 'move c-gregg 0805').code).toBe('ineffective-control');
    expect(refused(state, 'move c-gregg+c-branch 0805')).toMatchObject({
      code: 'ineffective-control',
      facts: { unit: 'c-gregg' },
    });
  });
});
