import { describe, expect, test } from 'vitest';
import { arrivalOf } from '../../../src/systems/road-to-richmond/rules/arrivals.ts';
import { reachOf } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Order } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { field } from './data.ts';
import { type At, given, having, offered, position, question, refused, start } from './position.ts';

const reach = (state: State, unit: string, by?: string) => reachOf(field, state, unit, by);
const move = (unit: string, to: string, by?: string): Order => ({ verb: 'move', unit, ...(by ? { by } : {}), to });
const group = (turn: number, side = 'confederate') =>
  field.pieces.filter((piece) => piece.arrives === turn && piece.side === side).map(({ id }) => id);

/** A position in which a group waits, and nobody else. */
function waiting(ids: readonly string[], at: Exclude<At, string>, more: Partial<State>): State {
  return position({ ...Object.fromEntries(ids.map((id) => [id, 'waiting' as const])), ...at }, more);
}

describe('reinforcements', () => {
  test('12.1: a group enters in the movement phase of its turn at its hex, or later', () => {
    const ids = group(3, 'union');
    const early = waiting(ids, {}, { turn: 2, side: 'union' });
    expect(offered(early, 'move')).toEqual([]);
    expect(refused(early, move('u-3-1-ii', '0414'))).toMatchObject({ code: 'not-arrived', facts: { turn: 3 } });
    for (const turn of [3, 4, 12]) expect(offered({ ...early, turn }, 'move')).toEqual([ids.join('+'), ...ids]);
    const { events } = given({ ...early, turn: 3 }, move('u-3-1-ii', '0415'));
    expect(events[0]).toMatchObject({ type: 'moved', from: null, way: ['0414', '0415'], cost: 2 });
  });

  test('12.2, 12.3: the n-th piece through a hex pays for pair ⌈n/2⌉, and pairs beyond the sixth wait', () => {
    let state = waiting(group(2), {}, { turn: 2 });
    const paid: number[] = [];
    for (const unit of group(2)) {
      const leg = reach(state, unit).get('1301');
      paid.push(leg?.cost ?? 0);
      // Each goes on as far as it can, so that none stays behind in the entry hex.
      const [to] = [...reach(state, unit)]
        .sort(([, a], [, b]) => b.cost - a.cost)
        .filter(([hex]) => hex !== '1301')[0] ?? ['1301'];
      state = having(state, move(unit, offered(state, `move ${unit}`).includes(to) ? to : '1301'));
    }
    expect(paid).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    const twelve = { ...waiting(group(2), {}, { turn: 2 }), columns: { '1301': 12 } };
    expect(offered(twelve, 'move')).toEqual([]);
    expect(refused(twelve, move('c-hood', '1301'))).toMatchObject({ code: 'column-full', facts: { pair: 7 } });
  });

  test('12.2: the column pays for the entry hex whatever its ground', () => {
    const state = waiting(group(1), {}, { turn: 2 });
    expect(reach(state, 'c-gregg').get('0103')).toMatchObject({ cost: 1, allowance: 6 });
  });

  test('12.3: groups that share a hex share its column, and each hex has its own', () => {
    const state = waiting([...group(4, 'union'), ...group(5, 'union')], {}, { turn: 6, side: 'union' });
    const first = having(state, move('u-2-cr', '0513'));
    expect(first.columns).toEqual({ '0414': 1 });
    expect(reach(first, 'u-1-1-iv').get('0414')?.cost).toBe(1);
    const second = having(first, move('u-1-1-iv', '0415'));
    expect(reach(second, 'u-iv-art').get('0414')?.cost).toBe(2);
  });

  test('12.3: a pair comes on together only where a pair begins', () => {
    const state = waiting(group(1), {}, { turn: 1 });
    expect(offered(state, 'move')).toContain('c-gregg+c-jr-and');
    const odd = having(state, move('c-gregg', '0203'));
    expect(offered(odd, 'move').filter((unit) => unit.includes('+'))).toEqual([]);
    const even = having(odd, move('c-branch', '0203'));
    expect(offered(even, 'move')).toContain('c-pender+c-jones');
  });

  test('12.2: a column offers each two that stand one behind the other, pairs first; any other two come on one after the other', () => {
    const state = waiting(group(1), {}, { turn: 1 });
    const units = offered(state, 'move');
    const pairs = units.filter((unit) => unit.includes('+'));
    expect(units.slice(0, 9)).toEqual(pairs);
    expect(pairs.flatMap((pair) => pair.split('+'))).toEqual(group(1));
    expect(units.slice(9)).toEqual(group(1));
    expect(refused(state, move('c-rodes+c-ripley', '0203'))).toMatchObject({ code: 'not-paired', rule: '12.2' });
    const both = having(state, move('c-rodes', '0203'), move('c-ripley', '0203'));
    expect(both.where).toMatchObject({ 'c-rodes': '0203', 'c-ripley': '0203' });
    expect(both.columns).toEqual({ '0103': 2 });
  });

  test('12.2: where half a pair is on the map, it is said that the next comes on by itself', () => {
    const state = waiting(group(1), {}, { turn: 1 });
    expect(question(state, 'move')?.note).toBeUndefined();
    const odd = having(state, move('c-gregg', '0203'));
    expect(question(odd, 'move')?.note).toMatch(
      /^One unit entered alone at 0103\. The next one there enters alone too/,
    );
  });

  test('12.4: entry into enemy control is allowed, into an enemy piece not', () => {
    const ids = group(3, 'union');
    const controlled = waiting(ids, { 'c-gregg': '0514' }, { turn: 6, side: 'union' });
    expect([...reach(controlled, 'u-3-1-ii').keys()]).toEqual(['0414']);
    const held = waiting(ids, { 'c-gregg': '0414' }, { turn: 6, side: 'union' });
    expect(offered(held, 'move')).toEqual([]);
    expect(refused(held, move('u-3-1-ii', '0415'))).toMatchObject({ code: 'entry-closed', rule: '12.4' });
  });

  test('case 19: at night 1/1/IV and the guns of IV Corps enter 0414 only if it is uncontrolled', () => {
    const ids = group(5, 'union');
    const free = waiting(ids, {}, { turn: 5, side: 'union' });
    expect(offered(free, 'move')).toEqual(['u-1-1-iv+u-iv-art', 'u-1-1-iv', 'u-iv-art']);
    expect(offered(waiting(ids, { 'c-gregg': '0514' }, { turn: 5, side: 'union' }), 'move')).toEqual([]);
  });

  test('12.5: once in, a piece stands there like any other, and does not move again', () => {
    const state = having(waiting(group(3, 'union'), {}, { turn: 3, side: 'union' }), move('u-3-1-ii', '0414'));
    expect(state.where['u-3-1-ii']).toBe('0414');
    expect(offered(state, 'move')).toEqual(['u-2-1-ii']);
  });

  test('case 2: turn 1, the first pair takes the road to 0905 for 9 of 12', () => {
    const asked = question(start, 'move c-rodes+c-gb-and');
    expect(asked?.choices.find(({ value }) => value === '0905')).toMatchObject({ hint: 'cost 9 of 12' });
    const { events } = given(start, move('c-rodes+c-gb-and', '0905'));
    expect(events).toMatchObject([{ way: ['0103', '0203', '0303', '0403', '0504', '0604', '0705', '0805', '0905'] }]);
  });

  test('case 3: the ninth pair pays 9, reaches 0403 with nothing left, and is refused 0504', () => {
    const ninth = { ...start, columns: { '0103': 16 } };
    expect(reach(ninth, 'c-pender').get('0403')).toMatchObject({ cost: 12, allowance: 12 });
    expect(refused(ninth, move('c-pender', '0504'))).toMatchObject({
      code: 'too-far',
      facts: { cost: 13, points: 12 },
    });
  });

  test('12.6, case 4: who enters Union control in the doubled turn has spent no more than 6', () => {
    const tested = { ...start, where: { ...start.where, 'u-1-cr': '0606' } };
    expect(reach(tested, 'c-gregg').get('0605')).toMatchObject({ cost: 6 });
    const second = { ...tested, columns: { '0103': 2 } };
    expect(reach(second, 'c-archer').has('0605')).toBe(false);
    expect(refused(second, move('c-archer', '0605'))).toMatchObject({ code: 'first-turn-control', rule: '12.6' });
    // A turn later there are 6 points, as for everybody.
    expect(reach({ ...start, turn: 2 }, 'c-gregg').get('0605')).toMatchObject({ cost: 6, allowance: 6 });
    expect(reach({ ...start, turn: 2 }, 'c-gregg').has('0705')).toBe(false);
  });

  test('12.6, case 5: the first pair reaches 0608 with its last point, and sets off early arrival', () => {
    const asked = question(start, 'move c-gregg');
    expect(asked?.choices.find(({ value }) => value === '0608')?.hint).toBe('cost 12 of 12, triggers early arrival');
    const { state, events } = given(start, move('c-gregg', '0608'));
    expect(events).toMatchObject([
      { type: 'moved', cost: 12, way: ['0103', '0203', '0304', '0404', '0505', '0605', '0606', '0607', '0608'] },
      { type: 'alarm', turn: 1, piece: 'c-gregg', hex: '0608' },
    ]);
    expect(state.alarm).toBe(1);
    const due = (id: string) => arrivalOf(state, field.pieces.find((piece) => piece.id === id) as never);
    expect(due('u-1-2-ii')).toBe(2);
    expect(due('u-1-1-ii')).toBe(3);
    expect(due('c-cobb')).toBe(4);
    expect(due('c-wright')).toBe(7);
  });

  test('12.7, case 6: the turn-2 group comes by 1301, by 1901 where a Union piece is there, by either where it is controlled', () => {
    const at = (where: Exclude<At, string>) => waiting(group(2), where, { turn: 2 });
    const entries = (state: State) => question(state, 'move c-hood');
    const controlled = at({ 'u-1-cr': '1302' });
    expect(entries(controlled)).toMatchObject({ slot: 'by', choices: [{ value: '1301' }, { value: '1901' }] });
    const on = at({ 'u-1-cr': '1301' });
    expect(entries(on)?.slot).toBe('to');
    expect(reach(on, 'c-hood').get('1901')).toMatchObject({ entry: '1901' });
    expect(reach(on, 'c-hood').has('1401')).toBe(false);
    expect(offered(at({ 'u-1-cr': '1301', 'u-2-cr': '1901' }), 'move')).toEqual([]);
    expect(entries(at({}))?.slot).toBe('to');
    const eleventh = { ...at({}), columns: { '1301': 10 } };
    expect([...reach(eleventh, 'c-hood')].map(([to, { cost }]) => [to, cost])).toEqual([['1301', 6]]);
  });

  test('12.7: the choice is made once for the whole group in a turn', () => {
    const state = waiting(group(2), { 'u-1-cr': '1302' }, { turn: 2 });
    const chosen = having(state, move('c-hood', '1801', '1901'));
    expect(question(chosen, 'move c-law')?.slot).toBe('to');
    expect(reach(chosen, 'c-law').has('1301')).toBe(false);
    expect(refused(chosen, move('c-law', '1301', '1301'))).toMatchObject({
      code: 'entry-other',
      facts: { hex: '1901' },
    });
    // In the next turn it is made anew.
    expect(question({ ...chosen, columns: {}, moved: {}, turn: 3 }, 'move c-law')?.slot).toBe('by');
    expect(refused(state, move('c-law', '1301'))).toMatchObject({ code: 'missing', facts: { slot: 'by' } });
  });

  test('12.8: the turn-18 group is split as its owner likes, each hex with a column of its own', () => {
    const state = waiting(group(18), {}, { turn: 18 });
    expect(offered(state, 'move c-wright')).toEqual(['0728', '0328', '0126']);
    const one = having(state, move('c-wright', '0728', '0728'));
    const two = having(one, move('c-mahone', '0126', '0126'));
    expect(two.columns).toEqual({ '0728': 1, '0126': 1 });
    expect(reach(two, 'c-armstd', '0328').get('0328')?.cost).toBe(1);
  });

  test('13.1: passing through sets it off, only a Confederate phase does, and only once', () => {
    const before = position({ 'c-gregg': '1818', 'u-1-cr': '0407' });
    expect(field.alarms.has('1820')).toBe(true);
    const union = given({ ...before, side: 'union' }, move('u-1-cr', '0408'));
    expect(union.state.alarm).toBeNull();
    const first = given(before, move('c-gregg', '1820'));
    expect(first.events.map(({ type }) => type)).toEqual(['moved', 'alarm']);
    const again = given({ ...first.state, moved: {}, turn: 7 }, move('c-gregg', '1821'));
    expect(again.events.map(({ type }) => type)).toEqual(['moved']);
    expect(again.state.alarm).toBe(6);
  });

  test('case 24: 1820 and 0407 set it off, 1819 and 0406 do not', () => {
    const at = (hex: string, to: string) => given(position({ 'c-gregg': hex }), move('c-gregg', to)).state.alarm;
    expect([at('1818', '1820'), at('1818', '1819')]).toEqual([6, null]);
    expect([at('0306', '0406')]).toEqual([null]);
    expect([at('0308', '0407')]).toEqual([6]);
  });

  test('13.3: groups come by the turn it was set off, if that is sooner; the Train and the first turns do not change', () => {
    const due = (id: string, alarm: number | null) => arrivalOf({ alarm }, field.piece.get(id) as never);
    expect([due('u-1-2-ii', null), due('u-1-2-ii', 6), due('u-1-2-ii', 12), due('u-1-2-ii', 19)]).toEqual([
      13, 7, 13, 13,
    ]);
    expect([due('u-1-1-ii', 6), due('c-cobb', 6), due('c-wright', 6)]).toEqual([8, 9, 12]);
    expect([due('u-train', 1), due('u-1-1-iv', 1), due('c-hood', 1)]).toEqual([11, 5, 2]);
  });
});
