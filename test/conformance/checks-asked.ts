import { expect } from 'vitest';
import {
  type Draft,
  isLegal,
  isRefusal,
  isSecret,
  legalOrders,
  liesFaceDown,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  type State,
  someLegalOrders,
  walkToOrder,
} from '../../src/game/index.ts';
import { picker } from '../dice/sealed.ts';
import { answer, questions } from './sampling.ts';
import type { Check, Position, Table } from './table.ts';
import { expectWords } from './words.ts';

export const ASKED_CHECKS: readonly Check[] = [
  {
    name: 'somebody is asked until the game is over, and nobody after',
    run: (table) =>
      table.each(({ state, asked }) => {
        const outcome = table.system.rules.outcome(state);
        const ending = table.system.positionWords.ending(state);
        expect(asked.length > 0, 'somebody is asked').toBe(outcome === null);
        expect(ending === null, 'an end has words').toBe(outcome === null);
        if (outcome === null) return;
        const seats = table.system.about.seats.map(({ id }) => id);
        if (outcome.winner !== null) expect(seats, 'the winner is a seat').toContain(outcome.winner);
        expectWords(ending?.headline, 100, 'the headline');
        expectWords(ending?.reason, 500, 'the reason');
      }),
  },
  {
    name: 'who is asked is a seat, once, in words, with something legal to do; who is not, and can change nothing, has nothing',
    run: (table) =>
      table.each((position) => {
        const { state, asked } = position;
        const known = table.system.about.seats.map(({ id }) => id);
        const seats = asked.map(({ seat }) => seat);
        expect(new Set(seats).size, 'each seat is asked once').toBe(seats.length);
        for (const one of asked) {
          const { seat, defaultOrder } = one;
          const { prompt } = table.system.orderWords.asking(state, one);
          expect(known).toContain(seat);
          expectWords(prompt, 200, `the prompt of ${seat}`);
          expect(legalOrders(table.system.rules, state, seat).next().done, `${seat} has nothing legal to do`).toBe(
            false,
          );
          if (defaultOrder === undefined) continue;
          const key = orderKey(defaultOrder);
          expect(
            isLegal(table.system.rules, state, seat, defaultOrder),
            `${key}, when ${seat} says nothing, is legal`,
          ).toBe(true);
          expect(table.system.orderWords.parse(defaultOrder), `${key} parses to itself`).toEqual(defaultOrder);
        }
        for (const seat of [...known, 'public', 'referee', 'no-such-seat']) {
          if (seats.includes(seat) || changing(table, state).includes(seat)) continue;
          expect([...legalOrders(table.system.rules, state, seat)], `what ${seat}, who is not asked, may do`).toEqual(
            [],
          );
        }
      }),
  },
  {
    name: 'an order that lies face down is changed by its seat alone: nothing is rolled, asked or shown, and nobody else can tell',
    run: (table) => {
      const { system } = table;
      let changed = 0;
      for (const { state, asked, number, dice } of [...table.games()].flat()) {
        for (const seat of changing(table, state)) {
          changed += 1;
          expect(
            asked.map((one) => one.seat),
            'who can change an order is not asked',
          ).not.toContain(seat);
          const order = walkToOrder(system.rules, state, seat, picker(number)) as Order;
          expect(liesFaceDown(system.about, order) && isSecret(system.about, order), orderKey(order)).toBe(true);
          const thrown = dice(order);
          const applied = system.rules.apply(state, seat, order, thrown);
          if (isRefusal(applied)) throw new Error(`${orderKey(order)} is offered and refused (${applied.code})`);
          const { state: after, events } = applied;
          expect([thrown.thrown, system.knowledge.reveals?.(events) ?? 0]).toEqual([[], 0]);
          const open = (now: State) => [
            system.rules.asked(now),
            system.rules.phase?.(now),
            system.rules.outcome(now),
            system.rules.mayChange?.(now),
          ];
          expect(open(after)).toEqual(open(state));
          for (const viewer of table.viewers.filter((one) => one !== seat && one !== 'referee')) {
            expect(system.knowledge.view(after, viewer), `the view of ${viewer}`).toEqual(
              system.knowledge.view(state, viewer),
            );
            expect(events.flatMap((event) => system.eventWords.tell(event, viewer) ?? [])).toEqual([]);
          }
          expect(isLegal(system.rules, after, seat, order), 'it can be changed again').toBe(true);
        }
      }
      if (system.rules.mayChange) expect(changed, 'orders that were changed').toBeGreaterThan(0);
    },
  },
  {
    name: 'an order that is given by itself is all that its seat, which is asked alone, can order',
    run: (table) => {
      for (const game of table.games())
        for (const { state, asked } of game) {
          const passed = table.system.rules.pass?.(state);
          if (!passed) continue;
          expect(asked.map(({ seat }) => seat)).toEqual([passed.seat]);
          expect(someLegalOrders(table.system.rules, state, passed.seat, 2).orders).toEqual([passed.order]);
        }
    },
  },
  {
    name: 'a question is asked of a known slot, once, and none of its answers is a dead end',
    run: (table) =>
      table.each((position, pick) => {
        for (const { seat } of position.asked) {
          let first = true;
          for (const { draft, question } of questions(table, position, seat, pick)) {
            const { slot } = question;
            expect(slot === 'verb', `"${slot}" is asked ${first ? 'first' : 'later'}`).toBe(first);
            expect(slot in draft, `${slot} is asked twice`).toBe(false);
            const spec = table.system.about.verbs.find(({ verb }) => verb === draft.verb);
            const slots = first ? ['verb'] : spec?.slots.map((one) => one.slot);
            expect(slots, `the slots of ${draft.verb}`).toContain(slot);
            expectQuestion(question, `${seat}, ${slot}`);
            expectNoDeadEnd(table, position, seat, draft, question);
            first = false;
          }
        }
      }),
  },
  {
    name: 'every verb offered is in the list of verbs',
    run: (table) =>
      table.each((position, pick) => {
        const verbs = table.system.about.verbs.map(({ verb }) => verb);
        for (const { seat } of position.asked) {
          const [first] = questions(table, position, seat, pick);
          for (const { value } of first?.question.choices ?? []) expect(verbs).toContain(value);
        }
      }),
  },
  {
    name: 'a game played at random ends',
    run: (table) => {
      for (const game of table.games()) {
        const last = game.at(-1) as Position;
        expect(last.asked, `still asked after ${last.number} orders, the limit`).toEqual([]);
      }
    },
  },
];

function changing({ system }: Table, state: State): readonly SeatId[] {
  return system.rules.mayChange?.(state) ?? [];
}

function expectQuestion({ prompt, choices, several }: Question, where: string): void {
  expectWords(prompt, 100, `the prompt of ${where}`);
  expect(choices.length, `${where}: choices of an open question`).toBeGreaterThan(0);
  expect(new Set(choices.map(({ value }) => value)).size, `${where}: values, each once`).toBe(choices.length);
  expect(new Set(choices.map(({ label }) => label.toLowerCase())).size, `${where}: labels, each once`).toBe(
    choices.length,
  );
  for (const { value, label, hint } of choices) {
    expect(value, `${where}: a value`).toMatch(/^\S(.{0,98}\S)?$/);
    expectWords(label, 80, `${where}: the label of ${value}`);
    if (hint !== undefined) expectWords(`${label} (${hint})`, 100, `${where}: the label and hint of ${value}`);
  }
  if (several) {
    const { least, most } = several;
    expect(least, `${where}: at least`).toBeGreaterThanOrEqual(0);
    expect(most, `${where}: at most`).toBeGreaterThanOrEqual(Math.max(1, least));
    expect(most, `${where}: no more than there are choices`).toBeLessThanOrEqual(choices.length);
  }
}

function expectNoDeadEnd(table: Table, { state }: Position, seat: SeatId, draft: Draft, question: Question): void {
  const answers = question.several ? [answer(question, () => 0)] : question.choices.map(({ value }) => value);
  for (const value of answers) {
    const begun = { ...draft, [question.slot]: value };
    expect(
      legalOrders(table.system.rules, state, seat, begun).next().done,
      `${JSON.stringify(begun)} leads nowhere`,
    ).toBe(false);
  }
}

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
