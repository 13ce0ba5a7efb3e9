import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLegal } from '../../../src/game/index.ts';
import { sum } from '../../../src/kit/subsets.ts';
import { HEX_GRID } from '../../../src/systems/road-to-richmond/field.ts';
import { bestAssignment } from '../../../src/systems/road-to-richmond/machine/battles.ts';
import { legality } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { type State, view } from '../../../src/systems/road-to-richmond/state.ts';
import type { Event, Order, Side, Where } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { sealedAt } from '../../dice/sealed.ts';
import { field } from './data.ts';
import { machine, system } from './machine-games.ts';
import { given, having, position, start } from './position.ts';

/** The player without a member: by the rules always, sensible mostly. */

function chosen(state: State, seat: Side = state.pending[0]?.side ?? state.side, style?: string): readonly Order[] {
  return machine.orders(view(state), seat, sealedAt('machine', 1, 'machine'), style);
}

/** Where pieces are to go in a movement phase, by the machine. */
function destinations(state: State): Readonly<Record<string, string>> {
  return Object.fromEntries(chosen(state).flatMap((order) => (order.verb === 'move' ? [[order.unit, order.to]] : [])));
}

describe('movement', () => {
  test('of the first turn brings every Confederate on, and ends', () => {
    const orders = chosen(start);
    const after = having(start, ...orders);
    const waiting = field.pieces.filter(({ id, arrives }) => arrives === 1 && after.where[id] === 'waiting');
    expect(waiting.filter(({ side }) => side === 'confederate')).toEqual([]);
    expect(orders.at(-1)?.verb).toBe('done');
  });

  test('walks into no battle at bad odds where it need not', () => {
    const weak = position({ 'c-branch': '0905', 'u-1-2-v': '1106', 'u-2-2-v': '1106' });
    const to = destinations(weak)['c-branch'] ?? '0905';
    expect(HEX_GRID.distance(to, '1106')).toBeGreaterThan(1);
  });

  test('masses against somebody who can be had', () => {
    const at = { 'c-branch': '0904', 'c-gregg': '0904', 'c-winder': '1004', 'c-stuart': '1004', 'u-1-2-v': '1206' };
    const state = position(at);
    const to = Object.values({ ...at, ...destinations(state) }).filter((hex) => hex !== '1206');
    expect(to.filter((hex) => HEX_GRID.distance(hex, '1206') === 1).length).toBeGreaterThan(1);
  });

  test('brings the Train on where its road is free, and by the road to White Oak Bridge', () => {
    const state = position(
      { 'u-train': 'waiting', 'u-1-2-iv': '1726', 'c-gregg': '0303' },
      { turn: 11, side: 'union' },
    );
    expect(destinations(state)['u-train']).toBe('1926');
    const next = position({ 'u-train': '1926', 'c-gregg': '0303' }, { turn: 12, side: 'union' });
    expect(destinations(next)['u-train']).toBe('1528');
    const last = position({ 'u-train': '1528', 'c-gregg': '0303' }, { turn: 13, side: 'union' });
    expect(destinations(last)['u-train']).toBe('off-1528');
  });

  test('clears the road for the Train', () => {
    const at = { 'u-train': '1926', 'u-1-2-iv': '1726', 'c-gregg': '0303' };
    const { where } = having(
      position(at, { turn: 11, side: 'union' }),
      ...chosen(position(at, { turn: 11, side: 'union' })),
    );
    expect(where['u-1-2-iv']).not.toBe('1726');
  });

  test('keeps the Train waiting where Confederates would have it, and where it is too late', () => {
    const near = { 'u-train': 'waiting', 'c-gregg': '2023', 'c-stuart': '2024' } as const;
    expect(destinations(position(near, { turn: 11, side: 'union' }))['u-train']).toBeUndefined();
    const late = position({ 'u-train': 'waiting', 'c-gregg': '0303' }, { turn: 20, side: 'union' });
    expect(destinations(late)['u-train']).toBeUndefined();
  });

  test('takes pieces off by White Oak Bridge in the last turn', () => {
    const at: Readonly<Record<string, Where>> = { 'u-1-2-v': '1526', 'u-2-2-v': '1527', 'c-gregg': '0303' };
    const to = destinations(position(at, { turn: 20, side: 'union' }));
    expect(to).toEqual({ 'u-1-2-v': 'off-1528', 'u-2-2-v': 'off-1528' });
  });

  test('brings the Train on while there is time, even where Confederates are near', () => {
    const many = { 'c-lawton': '2123', 'c-elzey': '2123', 'c-branch': '2021', 'c-pickett': '2021', 'c-hood': '2121' };
    const near: Readonly<Record<string, Where>> = {
      ...many,
      'u-train': 'waiting',
      'c-gregg': '2023',
      'c-stuart': '2023',
    };
    expect(destinations(position(near, { turn: 16, side: 'union' }))['u-train']).toMatch(/^\d{4}$/);
  });

  test('keeps those who hold White Oak Bridge there to the end', () => {
    const at = { 'u-1-1-ii': '1528', 'u-2-2-ii': '1528', 'u-1-2-v': '1527', 'c-gregg': '1522', 'c-stuart': '1522' };
    const { where } = having(
      position(at, { turn: 19, side: 'union' }),
      ...chosen(position(at, { turn: 19, side: 'union' })),
    );
    expect([where['u-1-1-ii'], where['u-2-2-ii']]).toEqual(['1528', '1528']);
  });

  test('goes west only where the line of communications is guarded', () => {
    const late = { turn: 17, side: 'union', trainLeft: 13 } as const;
    const guards = ['u-3-1-v', 'u-1-2-v', 'u-2-2-v', 'u-1-3-v', 'u-3-3-v', 'u-2-3-v', 'u-1-1-v'];
    const line = ['0719', '0819', '0920', '1020', '1122', '1222', '1323'];
    const west: Readonly<Record<string, Where>> = {
      'u-1-1-ii': '0117',
      'u-train': 'off-1528',
      ...Object.fromEntries(guards.map((id, index) => [id, line[index] as Where])),
    };
    const alone = position({ ...west, 'c-johnson': '2401' }, late);
    expect(destinations(alone)['u-1-1-ii']).toBe('off-0117');
    const raided = position({ ...west, 'c-stuart': '0614', 'c-gregg': '0614', 'c-branch': '0714' }, late);
    expect(destinations(raided)['u-1-1-ii']).not.toBe('off-0117');
  });

  test('never brings guns beside the enemy without infantry', () => {
    const state = position({ 'u-s-art': '0128', 'c-johnson': '0126' }, { side: 'union' });
    expect(HEX_GRID.distance(destinations(state)['u-s-art'] ?? '0128', '0126')).toBeGreaterThan(1);
  });

  test('does not come back to an attack that has no hope', () => {
    const at = { 'c-branch': '0905', 'u-1-2-v': '1106', 'u-2-2-v': '1106', 'u-1-3-v': '1207' };
    for (const turn of [6, 7, 8, 19]) {
      const to = destinations(position(at, { turn }))['c-branch'] ?? '0905';
      expect(HEX_GRID.distance(to, '1106')).toBeGreaterThan(1);
    }
  });

  test('does not go to a better place from which a hopeless attack would drive it at once', () => {
    const weak = position({ 'u-2-2-v': '1115', 'c-branch': '1113', 'c-jones': '1113' }, { turn: 9, side: 'union' });
    expect(destinations(weak)['u-2-2-v']).toBeUndefined();
  });

  test('advances to nobody whom it would have to attack without hope in its own turn', () => {
    const advance = (at: { readonly [piece: string]: Where }): readonly Order[] =>
      chosen({
        ...position(at, { side: 'union', step: 'fight' }),
        pending: [{ kind: 'advance', side: 'confederate', pieces: ['c-colquit'], into: ['1415'] }],
      });
    expect(advance({ 'c-colquit': '1515', 'u-2-2-v': '1416', 'u-1-2-v': '1416' })).toEqual([
      { verb: 'advance', unit: 'none' },
    ]);
  });

  test('attacks at even odds where its side is behind and time runs out, and does not where it is ahead', () => {
    const at: Readonly<Record<string, Where>> = { 'c-branch': '0903', 'u-1-2-v': '1206', 'u-train': 'lost' };
    const near = (state: State) => HEX_GRID.distance(destinations(state)['c-branch'] ?? '0903', '1206');
    expect(near(position(at, { turn: 19 }))).toBeGreaterThan(1);
    const away = field.pieces.filter(({ id, side }) => side === 'union' && !(id in at));
    const behind = { ...at, ...Object.fromEntries(away.map(({ id }): [string, Where] => [id, 'off-0117'])) };
    expect(near(position(behind, { turn: 19 }))).toBe(1);
  });

  test('leaves somebody on the road in the last turn where the Confederates would score by it', () => {
    const at: Readonly<Record<string, Where>> = {
      'u-1-2-v': '1526',
      'u-2-2-v': '1527',
      'c-gregg': 'off-1528',
      'c-stuart': 'off-1528',
    };
    const state = position(at, { turn: 20, side: 'union' });
    const end = having(state, ...chosen(state));
    const { where } = end;
    expect(end.over).toBe(true);
    const scored = system.afterwards?.score?.(end).find(({ seat }) => seat === 'confederate')?.points ?? 0;
    const all = system.afterwards?.score?.({
      ...end,
      where: { ...where, 'u-1-2-v': 'off-1528', 'u-2-2-v': 'off-1528' },
    } as State);
    expect(scored).toBe((all?.find(({ seat }) => seat === 'confederate')?.points ?? 0) - 18);
  });
});

describe('battles', () => {
  /** V Corps behind Boatswain's Swamp, and Confederates before it: a plan is due. */
  const before: State = {
    ...position({ 'u-1-2-v': '1107', 'u-2-2-v': '1107', 'c-branch': '1106', 'c-gregg': '1106', 'c-winder': '1206' }),
    step: 'plan',
  };

  test('are laid out so that every duty is met, and the plan ends', () => {
    const orders = chosen(before);
    expect(orders.map(({ verb }) => verb)).toEqual(['attack', 'done']);
    expect(orders[0]).toMatchObject({ target: '1107', with: ['c-branch', 'c-gregg', 'c-winder'].sort(byPlace) });
  });

  test('that somebody has laid out badly are laid out anew', () => {
    const laid = having(before, {
      verb: 'attack',
      target: '1107',
      with: ['c-gregg', 'c-branch'].sort(byPlace),
      column: '1-2',
    });
    const orders = chosen(laid);
    expect(orders[0]).toEqual({ verb: 'cancel', target: '1107' });
    expect(having(laid, ...orders).step).toBe('fight');
  });

  test('leave it to choose what is legal, whoever is asked', () => {
    let state = having(before, ...chosen(before));
    const seen = new Set<Event['type']>();
    for (let step = 0; step < 40 && state.side === 'confederate'; step++) {
      const [order] = chosen(state);
      if (!order) throw new Error('It has no order');
      expect(isLegal(legality(field), state, state.pending[0]?.side ?? state.side, order)).toBe(true);
      const { state: next, events } = given(state, order);
      for (const { type } of events) seen.add(type);
      state = next;
    }
    expect(state.side).toBe('union');
    expect(seen.has('fought')).toBe(true);
  });
});

function byPlace(one: string, other: string): number {
  return (field.piece.get(one)?.index ?? 0) - (field.piece.get(other)?.index ?? 0);
}

describe('the best assignment', () => {
  const worths = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 12,
  });

  test('is found where each choice counts by itself, few or many', () => {
    fc.assert(
      fc.property(worths, (worth) => {
        const options = worth.map(() => [0, 1, 2]);
        const judge = (choice: readonly number[]) => ({
          battles: [],
          value: sum(choice.map((one, at) => worth[at]?.[one] ?? 0)),
        });
        expect(bestAssignment(options, judge).value).toBe(sum(worth.map((row) => Math.max(...row))));
      }),
    );
  });
});
