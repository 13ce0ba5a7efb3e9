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

  const LINE = '0719 u-3-1-v, 0819 u-1-2-v, 0920 u-2-2-v, 1020 u-1-3-v, 1122 u-3-3-v, 1222 u-2-3-v, 1323 u-1-1-v';
  const WEST = `0117 u-1-1-ii, off-1528 u-train, ${LINE}`;
  const CROWD = '2123 c-lawton c-elzey, 2021 c-branch c-pickett, 2121 c-hood, 2023 c-gregg c-stuart';
  const BEHIND = field.pieces.flatMap(({ id, side }) =>
    side === 'union' && !['u-1-2-v', 'u-train'].includes(id) ? [id] : [],
  );
  const EVEN = '0903 c-branch, 1206 u-1-2-v, lost u-train';

  /** What it does, a position, the turn, a piece, and where that goes: a hex, `stays`, or how far it keeps from a hex. */
  const GOES = `
    walks into no battle at bad odds | 0905 c-branch, 1106 u-1-2-v u-2-2-v | 6 | c-branch | > 1 of 1106
    does not come back to an attack without hope | 0905 c-branch, 1106 u-1-2-v u-2-2-v, 1207 u-1-3-v | 19 | c-branch | > 1 of 1106
    brings the Train on where its road is free | waiting u-train, 1726 u-1-2-iv, 0303 c-gregg | 11 | u-train | 1926
    brings it by the road to White Oak Bridge | 1926 u-train, 0303 c-gregg | 12 | u-train | 1528
    takes it off | 1528 u-train, 0303 c-gregg | 13 | u-train | off-1528
    clears its road | 1926 u-train, 1726 u-1-2-iv, 0303 c-gregg | 11 | u-1-2-iv | > 0 of 1726
    keeps it waiting where Confederates would have it | waiting u-train, 2023 c-gregg, 2024 c-stuart | 11 | u-train | stays
    keeps it waiting where it is too late | waiting u-train, 0303 c-gregg | 20 | u-train | stays
    brings it on while there is time, even where they are near | waiting u-train, ${CROWD} | 16 | u-train | comes on
    takes pieces off by White Oak Bridge in the last turn | 1526 u-1-2-v, 1527 u-2-2-v, 0303 c-gregg | 20 | u-1-2-v | off-1528
    keeps those who hold White Oak Bridge there | 1528 u-1-1-ii u-2-2-ii, 1527 u-1-2-v, 1522 c-gregg c-stuart | 19 | u-1-1-ii | stays
    goes west where the line of communications is guarded | ${WEST}, 2401 c-johnson | 17 | u-1-1-ii | off-0117
    does not where it is raided | ${WEST}, 0614 c-stuart c-gregg, 0714 c-branch | 17 | u-1-1-ii | > -1 of 0117
    brings no guns beside the enemy without infantry | 0128 u-s-art, 0126 c-johnson | 6 | u-s-art | > 1 of 0126
    does not go where a hopeless attack would drive it at once | 1115 u-2-2-v, 1113 c-branch c-jones | 9 | u-2-2-v | stays
    attacks at no even odds where its side is ahead | ${EVEN} | 19 | c-branch | > 1 of 1206
    does where it is behind and time runs out | ${EVEN}, off-0117 ${BEHIND.join(' ')} | 19 | c-branch | = 1 of 1206
  `;

  test.each(
    GOES.trim()
      .split('\n')
      .map((line) => line.trim().split(' | ') as [string, string, string, string, string]),
  )('%s', (_what, at, turn, unit, where) => {
    const side = unit.startsWith('u') ? 'union' : 'confederate';
    const state = position(at, {
      turn: Number(turn),
      side,
      ...(at.includes('off-1528 u-train') ? { trainLeft: 13 } : {}),
    });
    const to = destinations(state)[unit];
    const [, how, far, of = ''] = /^([>=]) (-?\d) of (\d+)$/.exec(where) ?? [];
    if (where === 'stays') expect(to).toBeUndefined();
    else if (where === 'comes on') expect(to).toMatch(/^\d{4}$/);
    else if (how === undefined) expect(to).toBe(where);
    else {
      const hex = to ?? (state.where[unit] as string);
      expect(hex).not.toMatch(/^off/);
      const distance = HEX_GRID.distance(hex, of);
      expect(how === '>' ? distance > Number(far) : distance === Number(far), `${hex} and ${of}`).toBe(true);
    }
  });

  test('masses against somebody who can be had', () => {
    const at = { 'c-branch': '0904', 'c-gregg': '0904', 'c-winder': '1004', 'c-stuart': '1004', 'u-1-2-v': '1206' };
    const state = position(at);
    const to = Object.values({ ...at, ...destinations(state) }).filter((hex) => hex !== '1206');
    expect(to.filter((hex) => HEX_GRID.distance(hex, '1206') === 1).length).toBeGreaterThan(1);
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
