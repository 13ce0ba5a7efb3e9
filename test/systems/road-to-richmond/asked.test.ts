import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/systems/road-to-richmond/board.ts';
import { alarmed } from '../../../src/systems/road-to-richmond/rules/arrivals.ts';
import { pass } from '../../../src/systems/road-to-richmond/rules/legality.ts';
import type { Event, Order } from '../../../src/systems/road-to-richmond/vocabulary.ts';
import { summaryCoversOrder } from '../../../src/systems/road-to-richmond/words/orders.ts';
import { expectWords } from '../../conformance/words.ts';
import { field } from './data.ts';
import { asked, given, position, start, toMove } from './position.ts';
import { played } from './random-play.ts';

const beaten = position(
  { 'u-1-2-v': '1107', 'u-2-2-v': '1107', 'c-gregg': '1106' },
  {
    side: 'confederate',
    step: 'fight',
    pending: [{ kind: 'retreat', side: 'union', pieces: ['u-1-2-v', 'u-2-2-v'], why: 'combat', chain: [] }],
  },
);

describe('what a side is asked', () => {
  test('says what is to be done; whose turn it is stands in the line on how things stand', () => {
    expect(asked(start)[0]?.prompt).toBe('Move your units, then end the phase.');
    expect(asked(beaten)[0]?.prompt).toBe('Buchanan and Lovell must retreat. Choose where.');
  });

  test('once a plan may stand it is said that the dice come next', () => {
    const met = position({ 'c-gregg': '1106', 'u-1-2-v': '1107' }, { side: 'confederate', step: 'plan' });
    expect(asked(met)[0]?.prompt).toBe('Plan your battles, then finish planning.');
    const laid = given(met, 'attack 1107 c-gregg 1-2').state;
    expect(asked(laid)[0]?.prompt).toMatch(/finish planning and fight/);
  });

  test('what is done when time runs out names every piece that goes back, and where to', () => {
    const [one] = asked(beaten);
    expect(one?.defaultText).toMatch(/^Buchanan retreats to \d{4}.*, Lovell to \d{4}/);
  });

  test('the usual choice stands in the middle of a sentence', () => {
    const advance = { kind: 'advance', side: 'union', pieces: ['u-1-2-v'], into: ['1108'] } as const;
    expect(asked({ ...beaten, pending: [advance] })[0]?.defaultText).toBe('nobody advances');
    expect(asked(start)[0]?.defaultText).toBe('the phase ends');
  });

  test('where a hex holds a unit too many, one of them steps aside when time runs out, not next to the enemy', () => {
    const state = position({ 'c-gregg': '0905', 'c-branch': '0905', 'c-field': '0805', 'u-1-2-v': '1107' });
    const crowded = given(state, 'move c-field 0905').state;
    const order = asked(crowded)[0]?.defaultOrder as Order;
    expect(order.verb).toBe('move');
    const after = given(crowded, order).state;
    const hex = 'to' in order ? String(order.to) : '';
    expect(boardOf(field, after).controls('union', hex)).toBe(false);
    expect(boardOf(field, after).at(hex)).toHaveLength(1);
    expect(boardOf(field, after).at('0905')).toHaveLength(2);
  });

  test('a movement phase in which nobody can move is over by itself, one in which the last has moved is not', () => {
    const nobody = position({ 'u-train': 'off-1528' });
    expect(pass(field, nobody)).toEqual({ seat: 'confederate', order: { verb: 'done' } });
    expect(pass(field, { ...nobody, moved: { 'c-gregg': '0103' } })).toBeNull();
    expect(pass(field, position({ 'c-gregg': '0610' }))).toBeNull();
  });

  test('all through a game there are words for it', () => {
    for (const { after } of played(13, 200).episodes) {
      for (const { defaultText } of asked(after)) expectWords(defaultText, 200, 'the usual choice');
    }
  });
});

describe('the sentence of what an order did stands for that of the order', () => {
  const first = (order: Order, events: readonly Event[]) => summaryCoversOrder(order, events);

  test('of a march, and of an attack that is laid out', () => {
    const march: Order = { verb: 'move', unit: 'c-rodes', to: '1004' };
    expect(first(march, given(start, march).events)).toBe(true);
    const met = position({ 'c-gregg': '1106', 'u-1-2-v': '1107' }, { side: 'confederate', step: 'plan' });
    const attack: Order = { verb: 'attack', target: '1107', with: ['c-gregg'], column: '1-2' };
    expect(first(attack, given(met, attack).events)).toBe(true);
  });

  test('not of the end of a phase, nor where something else happens first', () => {
    const done: Order = { verb: 'done', sure: 'yes' };
    expect(first(done, given(start, done).events)).toBe(false);
    const attack: Order = { verb: 'attack', target: '1107', with: ['c-gregg'], column: '1-2' };
    expect(first(attack, [{ type: 'struck', hexes: ['1206'] }])).toBe(false);
    expect(first(attack, [])).toBe(false);
  });
});

test('13.1: a Confederate piece that gets south in a Union phase does not set it off in that phase', () => {
  const there = position({ 'c-gregg': '0407', 'u-1-cr': '1720' });
  const told: Event[] = [];
  const union = toMove('union', there);
  expect(alarmed(field, union, 'c-gregg', ['0407'], told)).toBe(union);
  expect(told).toEqual([]);
  expect(alarmed(field, there, 'c-gregg', ['0407'], told).alarm).toBe(there.turn);
  expect(told.map(({ type }) => type)).toEqual(['alarm']);
});
