import { describe, expect, test } from 'vitest';
import type { Order as AnyOrder } from '../../../src/game/index.ts';
import { endItems } from '../../../src/systems/road-to-richmond/rules/victory-points.ts';
import type { State } from '../../../src/systems/road-to-richmond/state.ts';
import { field } from './data.ts';
import { game, soundGame, system } from './machine-games.ts';

describe('whole games of the machine', () => {
  test('against itself are sound at every step, end, and give the host what it may be given', () => {
    let inOneGo = 0;
    const { state, over } = soundGame('machine 1', ['confederate', 'union'], {
      saw({ after, seat, thrown, more }) {
        if (!more) return;
        inOneGo += 1;
        // Of several orders only the last may throw dice or make the other side be asked.
        expect(thrown).toBe(0);
        expect(system.rules.asked(after).map((asked) => asked.seat)).toEqual([seat]);
      },
    });
    expect(over).toBe(true);
    expect((state as State).turn).toBe(20);
    expect(inOneGo).toBeGreaterThan(300);
  });

  test.each(['confederate', 'union'] as const)('as the %s side are won against whoever chooses at random', (side) => {
    const { state } = soundGame('machine 2', [side]);
    expect(system.rules.outcome(state)?.winner).toBe(side);
  });

  test('go the same way with the same dice', () => {
    const log = (seed: string) => {
      const orders: AnyOrder[] = [];
      game(seed, ['confederate', 'union'], { most: 120, saw: ({ order }) => void orders.push(order) });
      return orders;
    };
    const once = log('machine 3');
    expect(log('machine 3')).toEqual(once);
    expect(once.length).toBeGreaterThanOrEqual(120);
  });

  test('of the first day are over in turn 5, and both sides go for the farms', () => {
    const held = new Set<string>();
    for (const seed of ['day 0', 'day 3']) {
      const { state, over } = soundGame(seed, ['confederate', 'union'], {}, 'first-day');
      expect([over, (state as State).turn]).toEqual([true, 5]);
      for (const { side, why } of endItems(field, state as State)) if (why === 'farms') held.add(side);
    }
    expect(held).toEqual(new Set(['confederate', 'union']));
  });

  test('with loss of heart are played as well', () => {
    expect(
      soundGame('machine 5', ['confederate', 'union'], { most: 250 }, 'effectiveness').orders,
    ).toBeGreaterThanOrEqual(250);
  });
});
