import { expect } from 'vitest';
import {
  arranged,
  type Choice,
  type Draft,
  isLegal,
  isRefusal,
  nextQuestion,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  type SlotValue,
} from '../../src/game/index.ts';
import { frozen, throughJson } from './plain.ts';
import { apply, give } from './refused.ts';
import { mutations, offered, someOrder } from './sampling.ts';
import type { Check, Position, Table } from './table.ts';

export const ORDER_CHECKS: readonly Check[] = [
  {
    name: 'every order offered parses to itself, is legal, and is carried out',
    run: (table) =>
      table.each((position, pick) => {
        const { system } = table;
        for (const { seat } of position.asked) {
          for (const order of offered(table, position, seat, pick)) {
            const parsed = system.orderWords.parse(order);
            expect(parsed, 'parses to itself').toEqual(order);
            const key = orderKey(order);
            expect(isLegal(system.rules, position.state, seat, order), `${key} is offered; it is legal`).toBe(true);
            expect(apply(table, position, seat, parsed as Order), `${key} is offered; its refusal`).toBeNull();
          }
        }
      }),
  },
  {
    name: 'values may be typed as they are read, in any case',
    run: (table) =>
      table.each((position, pick) => {
        const found = someOrder(table, position, pick);
        if (!found) return;
        const { system } = table;
        for (const { slot, choices } of questionsOf(table, position, found)) {
          if (slot === 'verb') continue;
          const given = found.order[slot] as SlotValue;
          const typed = (as: (choice: Choice) => string) => {
            const words = [given].flat().map((value) => as(choices.find((choice) => choice.value === value) as Choice));
            return typeof given === 'string' ? (words[0] as string) : words;
          };
          for (const words of [
            typed(({ label }) => label.toUpperCase()),
            typed(({ label }) => label.toLowerCase()),
            typed(({ value }) => value.toUpperCase()),
          ]) {
            const parsed = system.orderWords.parse(frozen({ ...found.order, [slot]: words }));
            expect(parsed, `"${words}" is understood as ${slot} of a ${found.order.verb} order`).toEqual(found.order);
          }
        }
      }),
  },
  {
    name: 'several values may be named in any order, and are put in the order of the list',
    run: (table) =>
      table.each((position, pick) => {
        const found = someOrder(table, position, pick);
        if (!found) return;
        const turned = Object.entries(found.order).map(([slot, value]) => [
          slot,
          typeof value === 'string' ? value : value.toReversed(),
        ]);
        const parsed = table.system.orderWords.parse(frozen(Object.fromEntries(turned)));
        expect(isRefusal(parsed), `${orderKey(found.order)}, its lists turned round, is understood`).toBe(false);
        expect(arranged(table.system.rules, position.state, found.seat, parsed as Order)).toEqual(found.order);
      }),
  },
  {
    name: 'an order bent out of shape is refused with a sound refusal, never an error',
    run: (table) =>
      table.each((position, pick) => {
        const found = someOrder(table, position, pick);
        if (!found) return;
        const { seat, order } = found;
        const pool = position.asked.flatMap((one) => offered(table, position, one.seat, pick));
        for (const { draft, why, mayBeLegal } of mutations(table, order, pool, pick)) {
          const refusal = give(table, position, seat, draft);
          if (!mayBeLegal) expect(refusal, `${orderKey(order)}, but ${why}: its refusal`).not.toBeNull();
        }
      }),
  },
  {
    name: 'an order of another moment is carried out only where it is legal still',
    run: (table) => {
      const earlier: Order[] = [];
      table.each((position, pick) => {
        const last = position.last?.order;
        for (const { seat } of position.asked)
          for (const order of [...earlier.slice(-8), ...(last ? [last] : [])]) apply(table, position, seat, order);
        const found = someOrder(table, position, pick);
        if (found) earlier.push(found.order);
      });
    },
  },
  {
    name: 'an order is refused to a seat that is not asked, to a bystander, and to everybody at the end',
    run: (table) =>
      table.each((position, pick) => {
        const order = someOrder(table, position, pick)?.order ?? position.last?.order;
        if (!order) return;
        const strangers = ['public', 'referee', 'no-such-seat', '__proto__'];
        for (const seat of [...table.system.about.seats.map(({ id }) => id), ...strangers]) {
          const refusal = apply(table, position, seat, order);
          if (position.asked.some((one) => one.seat === seat)) continue;
          if (table.system.rules.mayChange?.(position.state).includes(seat)) continue;
          expect(refusal, `${orderKey(order)} of ${seat}, who is not asked: its refusal`).not.toBeNull();
          expect(refusal?.instead, `what ${seat}, who is not asked, may do instead`).toEqual([]);
        }
      }),
  },
  {
    name: 'applying an order changes neither the order nor the state',
    run: (table) =>
      table.each((position, pick) => {
        const found = someOrder(table, position, pick);
        if (!found) return;
        const { state } = position;
        const before = throughJson({ state, order: found.order });
        table.system.rules.apply(state, found.seat, found.order, position.dice(found.order));
        expect({ state, order: found.order }).toEqual(before);
      }),
  },
];

/** The questions that a legal order answers. */
function* questionsOf(
  { system }: Table,
  { state }: Position,
  { seat, order }: { seat: SeatId; order: Order },
): Generator<Question> {
  let draft: Draft = {};
  for (;;) {
    const next = nextQuestion(system, state, seat, draft);
    if (next.complete) return;
    yield next.question;
    draft = { ...draft, [next.question.slot]: order[next.question.slot] as SlotValue };
  }
}
