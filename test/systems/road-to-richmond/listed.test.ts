import { describe, expect, test } from 'vitest';
import { isLegal, type Order, type SlotValue } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { readField } from '../../../src/systems/road-to-richmond/field.ts';
import { isListed, legality } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import { obstaclesOf } from '../../../src/systems/road-to-richmond/rules/movement/movement-costs.ts';
import { destinationsOf, moversOf } from '../../../src/systems/road-to-richmond/rules/movement/reach.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import { otherSide } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { picker } from '../../dice/sealed.ts';
import { dataFiles, field } from './data.ts';
import { start } from './position.ts';
import { randomGame } from './random-play.ts';

const SEED = 5;
/** Of so many orders one is bent. */
const SOME = 5;
const rules = legality(field);

/** An order, bent in every way a member, a menu or an old button might bend it. */
function bent(order: Order, others: readonly Order[], pick: (count: number) => number): Order[] {
  const other = others[pick(others.length)] ?? order;
  const slots = Object.keys(order).filter((slot) => slot !== 'verb');
  const { verb } = order;
  return [
    { ...order, extra: 'yes' },
    { ...order, sure: 'yes' },
    { ...order, by: '0103' },
    { ...order, guns: [] },
    { ...order, verb: other.verb },
    { ...other, ...order },
    { ...order, ...other, verb },
    ...slots.map((slot) => Object.fromEntries(Object.entries(order).filter(([name]) => name !== slot)) as Order),
    ...slots.map((slot): Order => ({ ...order, [slot]: other[slot] ?? 'nowhere' })),
    ...slots.flatMap((slot) => turned(order[slot] as SlotValue).map((value): Order => ({ ...order, [slot]: value }))),
  ];
}

/** A value written otherwise. */
function turned(value: SlotValue): SlotValue[] {
  if (typeof value === 'string') return [value.split('+').reverse().join('+'), [value], `${value}+${value}`];
  return [value.toReversed(), [...value, ...value], value[0] ?? 'nobody'];
}

describe('an order is looked up in the list', () => {
  test('as it is found there question by question', () => {
    const pick = picker(7);
    let refused = 0;
    const given: Order[] = [];
    for (const { before, side, order } of randomGame(SEED)) {
      expect(isListed(field, { ...before }, side, order), JSON.stringify(order)).toBe(true);
      for (const one of pick(SOME) === 0 ? bent(order, given, pick) : []) {
        // On states of their own: what is found out about one is kept with it.
        const listed = isListed(field, { ...before }, side, one);
        expect(listed, `${JSON.stringify(one)} instead of ${JSON.stringify(order)}`).toBe(
          isLegal(rules, before, side, one),
        );
        if (!listed) refused++;
      }
      expect(isListed(field, before, otherSide(side), order)).toBe(false);
      given.push(order);
    }
    expect(refused).toBeGreaterThan(900);
  });
});

/** Every destination of every unit that can move. */
function list(state: State): number {
  return moversOf(field, state).reduce((sum, unit) => sum + destinationsOf(field, state, unit).size, 0);
}

describe('the list of all moves of a side', () => {
  test('takes one search for each hex that pieces set out from, however many stand there', () => {
    const state: State = { ...start, side: 'union', where: { ...start.where } };
    expect(list(state)).toBeGreaterThan(500);
    const hexes = new Set(field.pieces.flatMap(({ side, setup }) => (side === 'union' ? [setup] : [])));
    // The one that comes on at 1528 is the null among them.
    expect(obstaclesOf(field, state, false).reaches.size).toBe(hexes.size);
  });

  test('is the same for a field read anew: what is kept of a position belongs to one field', () => {
    const anew = readField(dataFiles());
    if (isFaults(anew)) throw new Error('The data is refused');
    const state: State = { ...start, side: 'union' };
    const units = moversOf(field, state);
    expect(units.length).toBeGreaterThan(20);
    expect(moversOf(anew, { ...state })).toEqual(units);
  });
});
