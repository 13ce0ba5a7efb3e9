import { expect, test } from 'vitest';
import type { Draft, Legality, Order } from '../../src/game/index.ts';
import { type OrderRule, OrderRules, ordersInstead, type SlotRule } from '../../src/kit/order-rules.ts';

const UNITS = Array.from({ length: 12 }, (_, at) => `${at}`);
const fault: SlotRule<null>['fault'] = (_moment, _draft, value) =>
  UNITS.includes(value) ? null : { code: 'not-listed', rule: null, facts: {} };
const PLAN: OrderRule<null, Order, null> = {
  verb: 'plan',
  closed: () => null,
  slots: [
    { slot: 'stance', candidates: () => UNITS.slice(0, 2), fault },
    { slot: 'spare', candidates: () => UNITS, fault, several: () => ({ least: 0, most: UNITS.length }) },
  ],
  carry: () => null,
};

test('instead of an order with a slot that is not asked for, others are found without going through the whole list', () => {
  let asked = 0;
  const orders = new OrderRules({ plan: PLAN });
  const rules: Legality<null> = {
    next: (_state, _seat, draft) => {
      asked++;
      return orders.next(null, draft);
    },
  };
  const instead = (...beginnings: readonly Draft[]) =>
    ordersInstead(rules, null, 'usa', beginnings, ['plan'], { alike: 3, each: 2, all: 6 }).map(({ stance }) => stance);
  expect(instead({ verb: 'plan', main: '3', stance: '1' }, { verb: 'plan', main: '3' }, { verb: 'plan' })).toEqual([
    '0',
    '0',
    '0',
  ]);
  expect(instead({ verb: 'plan', stance: '1' })).toEqual(['1', '1', '1']);
  expect(instead({ verb: 'plan', stance: 'nothing' })).toEqual(['0', '0']);
  expect(asked).toBeLessThan(100);
});
