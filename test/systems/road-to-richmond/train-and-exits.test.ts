import { describe, expect, test } from 'vitest';
import { mayEnterZone, wayOf } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { reachOf } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Order } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';
import { given, having, offered, position, refused } from './position.ts';

const move = (unit: string, to: string): Order => ({ verb: 'move', unit, to });
const reach = (state: State, unit: string) =>
  new Map([...reachOf(field, state, unit)].map(([to, leg]) => [to, { ...leg, way: wayOf(field, leg) }]));
const turn = (state: State, number: number): State => ({ ...state, turn: number, moved: {}, columns: {} });

describe('the Train', () => {
  test('case 20: it comes on in turn 11, is at 1926 with nothing left, then at 1528, then off for 1; the zone opens in turn 16', () => {
    const before = position(
      { 'u-train': 'waiting', 'u-1-1-ii': 'waiting', 'u-3r-art': 'waiting' },
      { turn: 11, side: 'union' },
    );
    const ways = reach(before, 'u-train');
    expect(ways.get('2426')?.cost).toBe(1);
    expect(ways.get('1926')?.cost).toBe(6);
    const eleven = having(before, move('u-train', '1926'));
    expect(reach(turn(eleven, 12), 'u-train').get('1528')?.cost).toBe(6);
    const twelve = having(turn(eleven, 12), move('u-train', '1528'));
    expect(reach(turn(twelve, 13), 'u-train').get('off-1528')?.cost).toBe(1);
    const { state, events } = given(turn(twelve, 13), move('u-train', 'off-1528'));
    expect(events).toEqual([
      { type: 'left', side: 'union', pieces: ['u-train'], from: '1528', way: [], by: '1528' },
      { type: 'zone', opens: 16, why: 'train' },
    ]);
    expect(state).toMatchObject({ trainLeft: 13, where: { 'u-train': 'off-1528' } });
  });

  test('15.1: it moves along roads and trails only', () => {
    const state = position({ 'u-train': '1424' }, { side: 'union' });
    for (const [, { way }] of reach(state, 'u-train')) {
      const steps = ['1424', ...way];
      for (const [at, hex] of way.entries())
        expect(field.hex.get(steps[at] as string)?.sides.find(({ to }) => to === hex)?.link).not.toBeNull();
    }
    expect(refused(state, move('u-train', '1423'))).toMatchObject({ code: 'train-way', rule: '15.1' });
  });

  test('15.1: enemy control stops it, and holds it', () => {
    const state = position({ 'u-train': '1926', 'c-gregg': '1625' }, { side: 'union' });
    expect(reach(state, 'u-train').has('1726')).toBe(true);
    expect(reach(state, 'u-train').has('1528')).toBe(false);
    const held = position({ 'u-train': '1726', 'c-gregg': '1625' }, { side: 'union' });
    expect(refused(held, move('u-train', '1826'))).toMatchObject({ code: 'in-control', rule: '6.3' });
  });

  test('15.4: it does not come on where a friend stands, nor a friend where it stands', () => {
    const full = position({ 'u-train': 'waiting', 'u-1-cr': '2426' }, { turn: 11, side: 'union' });
    expect(offered(full, 'move')).toEqual(['u-1-cr']);
    const other = position(
      { 'u-train': '1528', 'u-2-2-iv': 'waiting' },
      { turn: 12, side: 'union', moved: { 'u-train': null } },
    );
    expect(refused(other, move('u-2-2-iv', '1528'))).toMatchObject({ code: 'entry-closed', rule: '12.4' });
  });
});

describe('leaving the map', () => {
  test('16.1: by 0117 and 1528 for a point more, and by nowhere else', () => {
    const state = position({ 'c-gregg': '0217', 'c-branch': '1526', 'c-archer': '0108' }, { alarm: 1 });
    expect(reach(state, 'c-gregg').get('off-0117')).toMatchObject({ cost: 2, way: ['0117'] });
    expect(reach(state, 'c-branch').get('off-1528')).toMatchObject({ cost: 3, way: ['1527', '1528'] });
    expect([...reach(state, 'c-archer').keys()].filter((to) => to.startsWith('off'))).toEqual([]);
    const { events, state: gone } = given(state, move('c-branch', 'off-1528'));
    expect(events).toMatchObject([{ type: 'left', from: '1526', way: ['1527', '1528'], by: '1528' }]);
    expect(gone.where['c-branch']).toBe('off-1528');
  });

  test('16.1: not with too few points, and not from a hex in enemy control', () => {
    const far = position({ 'c-gregg': '0318' }, { alarm: 1 });
    expect(reach(far, 'c-gregg').get('off-0117')?.cost).toBe(3);
    const near = position({ 'c-gregg': '0318', 'u-1-cr': '0116' }, { alarm: 1 });
    expect(reach(near, 'c-gregg').has('0117')).toBe(true);
    expect(refused(near, move('c-gregg', 'off-0117'))).toMatchObject({ code: 'exit-controlled', rule: '16.1' });
    const away = position({ 'c-gregg': '0905' });
    expect(refused(away, move('c-gregg', 'off-0117'))).toMatchObject({ code: 'too-far' });
  });

  test('16.1: any number may leave, two at once', () => {
    const state = position({ 'c-gregg': '1528', 'c-branch': '1528', 'c-archer': '1527' }, { alarm: 1 });
    const gone = having(state, move('c-gregg+c-branch', 'off-1528'), move('c-archer', 'off-1528'));
    expect(gone.where).toMatchObject({ 'c-gregg': 'off-1528', 'c-branch': 'off-1528', 'c-archer': 'off-1528' });
  });

  test('16.2: who has left never comes back', () => {
    const state = position({ 'c-gregg': 'off-1528' });
    expect(offered(state, 'move')).toEqual([]);
    expect(refused(state, move('c-gregg', '1528'))).toMatchObject({ code: 'left', rule: '16.2' });
  });
});

describe('the command control zone', () => {
  const corps = ['u-1-1-ii', 'u-3r-art'] as const;
  const waiting = { 'u-1-1-ii': 'waiting', 'u-3r-art': 'waiting', 'u-train': 'waiting' } as const;

  test('14.1, 14.2, case 23: before it opens no Union piece enters it; Confederates do', () => {
    const state = position({ ...waiting, 'u-1-cr': '0417' }, { turn: 12, side: 'union' });
    const ways = [...reach(state, 'u-1-cr').keys()];
    expect(ways.filter((to) => field.commandZone.has(to) || to === 'off-0117')).toEqual([]);
    expect(ways).toContain('0315');
    expect(refused(state, move('u-1-cr', '0317'))).toMatchObject({ code: 'zone-closed', rule: '14.2' });
    const south = position({ ...waiting, 'c-gregg': '0417' }, { turn: 12, alarm: 1 });
    expect(reach(south, 'c-gregg').has('0317')).toBe(true);
    for (const hex of field.hexes)
      expect(mayEnterZone(field, state, 'union', hex), hex).toBe(!field.commandZone.has(hex));
  });

  test('14.2, case 23: both turn-14 pieces enter in turn 14, and it is open from turn 17', () => {
    const before = position(waiting, { turn: 14, side: 'union' });
    const one = given(before, move(corps[0], '0517'));
    expect(one.events.map(({ type }) => type)).toEqual(['moved']);
    const two = given(one.state, move(corps[1], '0418'));
    expect(two.events).toMatchObject([{ type: 'moved' }, { type: 'zone', opens: 17, why: 'corps' }]);
    expect(reach(turn(two.state, 16), corps[0]).has('0317')).toBe(false);
    expect(refused(turn(two.state, 16), move(corps[0], '0317'))).toMatchObject({ facts: { to: '0317', opens: 17 } });
    expect(reach(turn(two.state, 17), corps[0]).has('0317')).toBe(true);
    // Marching on later changes nothing about it.
    expect(having(turn(two.state, 15), move(corps[0], '0518')).corpsCame).toBe(14);
  });

  test('14.2: it opens by the earlier of the two, and a later one changes nothing', () => {
    const at = position({ ...waiting, 'u-train': '1528' }, { turn: 12, side: 'union' });
    const left = having(at, move('u-train', 'off-1528'));
    const fourteen = given(turn(left, 14), move(corps.join('+'), '0418'));
    expect(fourteen.events.map(({ type }) => type)).toEqual(['moved']);
    expect(fourteen.state).toMatchObject({ trainLeft: 12, corpsCame: 14 });
    expect(mayEnterZone(field, turn(fourteen.state, 15), 'union', '0117')).toBe(true);
    expect(mayEnterZone(field, turn(fourteen.state, 14), 'union', '0117')).toBe(false);
  });

  test('A-23: the Union leaves by 0117 once the zone is open', () => {
    const state = position({ 'u-1-cr': '0115' }, { turn: 17, side: 'union', corpsCame: 14 });
    expect(reach(state, 'u-1-cr').has('off-0117')).toBe(true);
    expect(reach({ ...state, turn: 16 }, 'u-1-cr').has('off-0117')).toBe(false);
  });
});
