import { expect } from 'vitest';
import { isRefusal, replayedDice } from '../../src/game/index.ts';
import { sealedAt } from '../dice/sealed.ts';
import { frozen } from './plain.ts';
import { someOrder } from './sampling.ts';
import type { Check } from './table.ts';

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
