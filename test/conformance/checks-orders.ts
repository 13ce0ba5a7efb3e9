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
  replayedDice,
  type SeatId,
  type SlotValue,
} from '../../src/game/index.ts';
import { picker, sealedAt } from '../dice/sealed.ts';
import { expectPlain, frozen, throughJson } from './plain.ts';
import { apply, give } from './refused.ts';
import { mutations, offered, questions, someOrder } from './sampling.ts';
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

export const CHANCE_CHECKS: readonly Check[] = [
  {
    name: 'the same dice give the same state and events, and so do the dice of the log',
    run: (table) =>
      table.each((position, pick) => {
        const found = someOrder(table, position, pick);
        if (!found) return;
        const { seat, order } = found;
        const dice = position.dice(order);
        const first = table.system.rules.apply(position.state, seat, order, dice);
        expect(isRefusal(first)).toBe(false);
        expect(table.system.rules.apply(position.state, seat, order, position.dice(order)), 'the same dice').toEqual(
          first,
        );
        const replayed = replayedDice(frozen(dice.thrown));
        expect(table.system.rules.apply(position.state, seat, order, replayed), 'the dice of the log').toEqual(first);
        expect(replayed.thrown, 'every throw of the log is made again').toEqual(dice.thrown);
      }),
  },
  {
    name: 'the start of a game is the same from the same dice',
    run: ({ system }) => {
      for (const { id } of system.about.variants) {
        const dice = sealedAt('a start', 0, 'start');
        const first = system.rules.start(id, dice);
        expect(system.rules.start(id, sealedAt('a start', 0, 'start'))).toEqual(first);
        expect(system.rules.start(id, replayedDice(dice.thrown))).toEqual(first);
      }
    },
  },
  {
    name: 'every throw says what it is for, in words that may be shown',
    run: (table) =>
      table.each(({ last }) => {
        for (const { purpose } of last?.thrown ?? []) expect(purpose).toMatch(/^\S(.{0,78}\S)?$/);
      }),
  },
];

export const PLAIN_CHECKS: readonly Check[] = [
  {
    name: 'state, events, orders and views are plain JSON',
    run: (table) =>
      table.each((position, pick) => {
        const { state, events, asked } = position;
        expectPlain(state, 'the state');
        expectPlain(events, 'the events');
        expectPlain(asked, 'who is asked');
        for (const event of events) expect(event.type, 'the type of an event').toMatch(/^[a-z][a-zA-Z-]*$/);
        for (const { seat } of asked) expectPlain(offered(table, position, seat, pick), 'the orders');
        for (const viewer of table.viewers)
          expectPlain(table.system.knowledge.view(state, viewer), `the view of ${viewer}`);
      }),
  },
  {
    name: 'a state out of the store behaves as the one that went in',
    run: (table) =>
      table.each((position, pick) => {
        const stored = { ...position, state: throughJson(position.state) };
        const { system } = table;
        expect(system.rules.asked(stored.state)).toEqual(position.asked);
        for (const { seat } of position.asked) {
          const ask = (of: typeof position) => [...questions(table, of, seat, picker(1))];
          expect(ask(stored)).toEqual(ask(position));
        }
        const found = someOrder(table, position, pick);
        if (!found) return;
        const { seat, order } = found;
        const applied = system.rules.apply(position.state, seat, order, position.dice(order));
        expect(isRefusal(applied)).toBe(false);
        expect(system.rules.apply(stored.state, seat, throughJson(order), position.dice(order))).toEqual(applied);
      }),
  },
  {
    name: 'every state has the same version, a whole number from 1',
    run: (table) => {
      const versions = new Set<number>();
      table.each(({ state }) => versions.add(state.version));
      expect([...versions], 'one version').toHaveLength(1);
      for (const version of versions) {
        expect(Number.isInteger(version), `${version} is whole`).toBe(true);
        expect(version).toBeGreaterThanOrEqual(1);
      }
    },
  },
];
