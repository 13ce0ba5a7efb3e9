import { expect } from 'vitest';
import { isRefusal } from '../../src/game/index.ts';
import { picker } from '../dice/sealed.ts';
import { expectPlain, throughJson } from './plain.ts';
import { offered, questions, someOrder } from './sampling.ts';
import type { Check } from './table.ts';

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
