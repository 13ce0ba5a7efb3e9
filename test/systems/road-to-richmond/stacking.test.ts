import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walkToOrder } from '../../../src/game/index.ts';
import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import { legality } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { march } from '../../../src/systems/road-to-richmond/rules/movement/move.ts';
import { moversOf, overfull } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import type { Order } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { picker } from '../../dice/sealed.ts';
import { drawnCases } from '../../trials/long.ts';
import { field } from './data.ts';
import { having, offered, position, question, refused } from './position.ts';
import { faultsOf } from './soundness.ts';

describe('stacking', () => {
  const three = { 'c-gregg': '0605', 'c-branch': '0705', 'c-archer': '0705' } as const;

  test('5.1: a third piece may stop in a full hex while one there can still make room, and then one of them has to', () => {
    const state = having(position({ ...three, 'c-field': '0103' }), 'move c-gregg 0705');
    expect(offered(state, {})).toEqual(['move']);
    expect(offered(state, 'move')).toEqual(['c-branch', 'c-archer', 'c-branch+c-archer']);
    expect(question(state, 'move')?.prompt).toMatch(/Three units .* 0705/);
    expect(refused(state, 'done')).toMatchObject({ code: 'overfull', rule: '5.1', facts: { hexes: '0705' } });
    expect(refused(state, 'move c-field 0203').code).toBe('overfull');
    const cleared = having(state, 'move c-archer 0805');
    expect(offered(cleared, {})).toEqual(['move', 'done']);
    expect(offered(cleared, 'move')).toEqual(['c-field', 'c-branch']);
  });

  test('5.1: no third piece stops where nobody can make room any more', () => {
    const moved = position(three, { moved: { 'c-branch': '0704', 'c-archer': '0704' } });
    expect(offered(moved, 'move c-gregg')).not.toContain('0705');
    expect(offered(moved, 'move c-gregg')).toContain('0805');
    expect(refused(moved, 'move c-gregg 0705')).toMatchObject({ code: 'full', rule: '5.1' });
    const held = position({ ...three, 'u-1-cr': '0805' });
    expect(offered(held, 'move c-gregg')).not.toContain('0705');
  });

  test('5.1: a pair does not stop with two others', () => {
    const state = position({ ...three, 'c-field': '0605' });
    expect(offered(state, 'move c-gregg+c-field')).not.toContain('0705');
    expect(offered(state, 'move c-gregg')).toContain('0705');
  });

  test('5.2, case 22: nothing shares a hex with the Train or passes it, nor it anything', () => {
    const state = position({ 'u-1-cr': '1122', 'u-train': '1222' }, { side: 'union' });
    const ways = offered(state, 'move u-1-cr');
    expect(ways).not.toContain('1222');
    const over = position({ 'u-1-cr': '1122' }, { side: 'union' });
    expect(question(over, 'move u-1-cr')?.choices).toContainEqual({
      value: '1323',
      label: '1323',
      hint: 'cost 2 of 6',
    });
    const round = question(state, 'move u-1-cr')?.choices.find(({ value }) => value === '1323');
    expect(round?.hint).not.toBe('cost 2 of 6');
    expect(refused(state, 'move u-1-cr 1222')).toMatchObject({ code: 'train-alone' });
    const train = position({ 'u-1-cr': '1222', 'u-train': '1122' }, { side: 'union' });
    expect(offered(train, 'move u-train')).not.toContain('1323');
    expect(refused(train, 'move u-train 1222')).toMatchObject({ code: 'train-alone' });
  });

  test('however units crowd, a movement phase can always be ended, and then no hex holds more than two', () => {
    let crowded = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const pick = picker(seed);
        let state = crowd(pick);
        expect(faultsOf(field, state)).toEqual([]);
        for (let orders = 0; orders < 60; orders++) {
          const before = overfull(field, state);
          if (before !== null) crowded++;
          const moves = moversOf(field, state).length;
          expect(moves > 0 || before === null, `no way out of ${before}`).toBe(true);
          if (moves === 0) break;
          const order = walkInto(state, pick);
          state = march(field, state, order as never).state;
          expect(faultsOf(field, state)).toEqual([]);
        }
        expect(overfull(field, state)).toBeNull();
        const board = boardOf(field, state);
        for (const hex of field.hexes) expect(board.at(hex).length, hex).toBeLessThanOrEqual(2);
      }),
      { numRuns: drawnCases(25) },
    );
    expect(crowded).toBeGreaterThan(drawnCases(20));
  });
});

/** Stacks of two on a few hexes round Gaines' Mill, with an enemy here and there. */
function crowd(pick: (count: number) => number): State {
  const hexes = ['0605', '0705', '0805', '0905', '1004', '0604', '0704', '0504', '0706', '0606', '1005', '0906'];
  const mine = field.pieces.filter(({ side }) => side === 'confederate');
  const theirs = field.pieces.filter(({ side, kind }) => side === 'union' && kind !== 'train');
  const at: Record<string, string> = {};
  for (const hex of hexes) {
    if (pick(6) === 0) continue;
    const [one, two] = [pick(mine.length), pick(mine.length)];
    for (const place of [one, two]) at[(mine[place] as (typeof mine)[number]).id] ??= hex;
  }
  at[(theirs[pick(theirs.length)] as (typeof theirs)[number]).id] = ['1107', '0707', '0803', '1105'][pick(4)] as string;
  return position(at, { turn: 18, alarm: 1, corpsCame: 3 });
}

/** A move at random, into a full hex if there is one to go to. */
function walkInto(state: State, pick: (count: number) => number): Order {
  const board = boardOf(field, state);
  const rules = legality(field);
  let order: Order | null = null;
  for (let tries = 0; tries < 6; tries++) {
    order = walkToOrder(rules, state, state.side, pick) as Order;
    if (order.verb === 'move' && board.at(order.to).length >= 2) return order;
  }
  while (order?.verb !== 'move') order = walkToOrder(rules, state, state.side, pick) as Order;
  return order;
}
