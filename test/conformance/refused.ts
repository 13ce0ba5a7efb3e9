import { expect } from 'vitest';
import {
  type Draft,
  isLegal,
  isRefusal,
  type Order,
  orderKey,
  type Refusal,
  type SeatId,
} from '../../src/game/index.ts';
import { expectPlain, frozen, throughJson } from './plain.ts';
import type { Position, Table } from './table.ts';
import { expectWords } from './words.ts';

/** Gives a draft as a member would: parsed, then applied. The refusal, or null where it was carried out. */
export function give(table: Table, position: Position, seat: SeatId, draft: Draft): Refusal | null {
  const { system } = table;
  const order = system.orderWords.parse(frozen(draft));
  if (isRefusal(order)) {
    expectSound(table, position, seat, order, false);
    // A damaged log, too, is refused and never an error.
    const raw = system.rules.apply(position.state, seat, frozen(draft) as Order, position.dice(draft as Order));
    expect(isRefusal(raw), `${JSON.stringify(draft)}, as it is, is refused`).toBe(true);
    return order;
  }
  return apply(table, position, seat, order);
}

/** Applies an order, legal or not, and holds the outcome against the list. The refusal, or null where it was carried out. */
export function apply(table: Table, position: Position, seat: SeatId, order: Order): Refusal | null {
  const { system } = table;
  const { state } = position;
  const dice = position.dice(order);
  const result = system.rules.apply(state, seat, frozen(order), dice);
  const legal = isLegal(system.rules, state, seat, order);
  expect(!isRefusal(result), `${seat} ${orderKey(order)} is in the list: ${legal}; it is carried out`).toBe(legal);
  if (!isRefusal(result)) return null;
  expect(dice.thrown, 'a refusal throws no dice').toEqual([]);
  expectSound(table, position, seat, result, true);
  return result;
}

/** Expects a refusal to be a plain value, worded, with ways out that are legal. */
function expectSound(table: Table, position: Position, seat: SeatId, refusal: Refusal, ofApply: boolean): void {
  const { system } = table;
  const { state, asked } = position;
  expectPlain(frozen(refusal), 'a refusal');
  expect(refusal.code, 'its code').toMatch(/^[a-z][a-z0-9-]*$/);
  if (refusal.rule !== null) expect(refusal.rule, 'its rule, or null').toMatch(/\S/);
  expectWords(system.orderWords.refusal(refusal), 300, `the refusal ${refusal.code}`);
  expect(system.orderWords.refusal(throughJson(refusal)), 'its wording after JSON').toBe(
    system.orderWords.refusal(refusal),
  );

  expect(refusal.instead.length, `${refusal.code}: orders to give instead`).toBeLessThanOrEqual(25);
  for (const order of refusal.instead) {
    const parsed = system.orderWords.parse(order);
    expect(
      !isRefusal(parsed) && orderKey(parsed) === orderKey(order),
      `instead ${orderKey(order)} parses to itself`,
    ).toBe(true);
    expect(isLegal(system.rules, state, seat, order), `instead ${orderKey(order)} is legal`).toBe(true);
  }
  if (ofApply && asked.some((one) => one.seat === seat)) {
    expect(
      refusal.instead.length,
      `the refusal “${refusal.code}” of apply has legal orders in its "instead"`,
    ).toBeGreaterThan(0);
  }
}
