import { expect } from 'vitest';
import { isLegal, orderKey, walkToOrder } from '../../src/game/index.ts';
import type { Check } from './table.ts';
import { expectWords } from './words.ts';

/** Discord's limits for what a completion shows and carries. */
const LONGEST = 100;

export const PLANNING_CHECKS: readonly Check[] = [
  {
    name: 'a shortcut says what it does, gives legal orders, and is offered to whoever is asked',
    run: (table) =>
      table.each(({ state, asked }) => {
        const planning = table.system.play?.planning;
        const { seats } = table.system.about;
        if (!planning) return;
        for (const { id: seat } of seats) {
          const shortcuts = planning.shortcuts.offered(state, seat);
          expect(shortcuts.length).toBeLessThanOrEqual(4);
          if (!asked.some((one) => one.seat === seat)) expect(shortcuts, `shortcuts of ${seat}`).toEqual([]);
          for (const { id, text } of shortcuts) {
            expect(id).toMatch(/^[a-z0-9][a-z0-9_-]{0,31}$/);
            expectWords(text, 80, `the shortcut ${id}`);
            const order = planning.shortcuts.next(state, seat, id);
            expect(order && isLegal(table.system.rules, state, seat, order), `${id} of ${seat} is legal`).toBe(true);
          }
          expect(planning.shortcuts.next(state, seat, 'no-such-shortcut')).toBeNull();
        }
      }),
  },
  {
    name: 'an order that is written as a plan is read as the same order; what is no plan is refused in words',
    run: (table) =>
      table.each(({ state, asked }, pick) => {
        const planning = table.system.play?.planning;
        if (!planning) return;
        for (const { seat } of asked) {
          const order = walkToOrder(table.system.rules, state, seat, pick);
          if (!order) continue;
          const text = planning.write(state, seat, [order]);
          expect(planning.read(state, seat, text, '').orders.map(orderKey), text).toEqual([orderKey(order)]);
          const { orders, refused, title } = planning.read(state, seat, '%& ?; \u0000', '');
          expect(orders).toEqual([]);
          expect(title.length).toBeLessThanOrEqual(60);
          for (const line of refused) expectWords(line, 400, 'what is left out');
          for (const typed of ['', text])
            for (const { value, label } of planning.complete(state, seat, typed)) {
              expect(value.length).toBeLessThanOrEqual(LONGEST);
              expectWords(label, LONGEST, 'a completion');
            }
        }
      }),
  },
];
