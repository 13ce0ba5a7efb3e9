import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bestDecision,
  biggestSwings,
  costliestDecision,
  courseOf,
  foundBy,
  type Prospect,
  prospects,
  solve,
  wasBest,
  worthOf,
} from '../../src/advisor/index.ts';
import { isRefusal, legalOrders, type Order, type State, type System } from '../../src/game/index.ts';
import { solvableOf, systemOf } from '../systems/overland/explored.ts';
import { anyCourse, course, move } from './courses.ts';

describe('the biggest swings of a course', () => {
  test('are none where nothing moved', () => {
    expect(biggestSwings(course(move(0.5, 0.5, 0.5), move(0.5, 0.5, 0.5)), 3)).toEqual([]);
    expect(biggestSwings(course(), 3)).toEqual([]);
  });
});

describe('the best decision', () => {
  test('is the best order where the next best was furthest behind', () => {
    expect(
      bestDecision(course(move(0.5, 0.5, 0.4, [0.45]), move(0.4, 0.4, 0.6, [0.1, 0.2]), move(0.6, 0.3, 0.3))),
    ).toBe(1);
  });

  test('passes over orders that were just as good, to the next that was not', () => {
    // Worth the same, but another order may win sooner: nothing was found.
    const given = move(0.5, 0.5, 0.5, [0.4]);
    const sooner = { ...(given.prospects[0] as Prospect), order: { verb: 'sooner' }, orders: 0 };
    expect(foundBy({ ...given, prospects: [sooner, ...given.prospects] })).toBe(0);
    expect(foundBy(move(0.5, 0.5, 0.4, [0.5 - 1e-12, 0.4, 0.1]))).toBeCloseTo(0.1, 9);
  });

  test('is never the march before an attack that is worth as much: that is the attack', () => {
    const march = move(0.5, 0.5, 0.5, [0.4]);
    expect(bestDecision(course(march, march, move(0.5, 0.5, 0.7, [0.4])))).toBe(2);
    expect(bestDecision(course(move(0.5, 0.5, 0.5, [0.3]), move(0.5, 0.5, 0.7, [0.4])))).toBe(0);
  });

  test('is none that the next order gives away, or that is followed by a march elsewhere', () => {
    const march = move(0.5, 0.5, 0.5, [0.2]);
    const other = move(0.5, 0.5, 0.4, [0.4]);
    expect(bestDecision(course(march, move(0.5, 0.5, 0.6), other))).toBe(0);
    expect(bestDecision(course(march, move(0.5, 0.2, 0.5), other))).toBe(2);
    // As good as any, but not on the way: back to where it came from.
    const { prospects, ...back } = move(0.5, 0.5, 0.5);
    const strayed = {
      ...back,
      order: { verb: 'back' },
      prospects: prospects.flatMap((one) => [one, { ...one, order: { verb: 'back' }, orders: 3 }]),
    };
    expect(bestDecision(course(march, strayed, other))).toBe(2);
    // Dice have fallen: what follows undoes nothing.
    expect(bestDecision(course(move(0.5, 0.5, 0.3, [0.2]), move(0.3, 0, 0.2), other))).toBe(0);
  });

  test('is none where there was no choice, none that mattered, or never the best', () => {
    expect(bestDecision(course())).toBeNull();
    expect(bestDecision(course(move(0.5, 0.5, 0.4), move(0.4, 0.4, 0.3, [0.4])))).toBeNull();
    expect(bestDecision(course(move(0.5, 0.4, 0.4)))).toBeNull();
  });
});

describe('the costliest decision', () => {
  test('is none where each was as good as any', () => {
    expect(costliestDecision(course(move(0.5, 0.5, 0.1), move(0.1, 0.1 - 1e-12, 0)))).toBeNull();
    expect(costliestDecision(course())).toBeNull();
  });
});

test('of any course, what is singled out is there, and nothing was beyond it', () => {
  fc.assert(
    fc.property(anyCourse, (played) => {
      const turns = biggestSwings(played, 3);
      const by = ({ before, after }: (typeof played.moves)[number]) => Math.abs(after - before);
      expect(turns.length).toBeLessThanOrEqual(3);
      expect([...turns].sort((a, b) => a - b)).toEqual(turns);
      const least = Math.min(...turns.map((place) => by(played.moves[place] as (typeof played.moves)[number])));
      for (const [place, one] of played.moves.entries()) {
        if (!turns.includes(place)) expect(by(one)).toBeLessThanOrEqual(Math.max(least, 1e-9));
      }
      const worst = costliestDecision(played);
      for (const { before, chosen } of played.moves) {
        const most = worst === null ? null : played.moves[worst];
        expect(before - chosen).toBeLessThanOrEqual(most ? most.before - most.chosen : 1e-9);
      }
      const best = bestDecision(played);
      const found = best === null ? 0 : foundBy(played.moves[best] as (typeof played.moves)[number]);
      for (const [place, one] of played.moves.entries()) {
        const next = played.moves[place + 1];
        const isGivenAway =
          next && Math.abs(one.after - one.chosen) < 1e-9 && next.before - next.chosen > foundBy(one) - 1e-9;
        if (!isGivenAway) expect(foundBy(one)).toBeLessThanOrEqual(found);
        else expect(best).not.toBe(place);
      }
    }),
  );
});

describe('the course of a campaign of Overland', () => {
  const overland = systemOf();
  const system = overland as unknown as System;
  const solution = solve(solvableOf(overland).model('standard'));

  function played(faces: readonly number[], picks: readonly number[]): { orders: Order[]; states: State[] } {
    let thrown = 0;
    const dice = {
      roll: () => faces[thrown++ % faces.length] as number,
      shuffle: <Card>(cards: readonly Card[]) => [...cards],
    };
    const states: State[] = [system.rules.start('standard', dice).state];
    const orders: Order[] = [];
    for (const pick of picks) {
      const state = states.at(-1) as State;
      const legal = [...legalOrders(system.rules, state, 'us')];
      const order = legal[pick % Math.max(1, legal.length)];
      if (!order) break;
      const applied = system.rules.apply(state, 'us', order, dice);
      if (isRefusal(applied)) throw new Error(applied.code);
      orders.push(order);
      states.push(applied.state);
    }
    return { orders, states };
  }

  test('tells of each order what it was worth, of all that might have been ordered', () => {
    const faces = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(faces, fc.array(fc.nat(99), { minLength: 1, maxLength: 25 }), (thrown, picks) => {
        const { orders, states } = played(thrown, picks);
        const found = courseOf(system, solution, orders, states);
        expect(found?.moves.map(({ order }) => order)).toEqual(orders);
        expect(found?.start).toBe(worthOf(system, solution, states[0] as State));
        expect(found?.end).toBe(worthOf(system, solution, states.at(-1) as State));
        for (const [index, one] of (found?.moves ?? []).entries()) {
          expect(one.chosen).toBeLessThanOrEqual(one.before);
          expect(one.before).toBeCloseTo(worthOf(system, solution, states[index] as State) as number, 11);
          expect(one.after).toBe(worthOf(system, solution, states[index + 1] as State));
          expect(one.prospects).toEqual(prospects(system, solution, states[index] as State));
          expect(wasBest(one)).toBe(one.before - one.chosen < 1e-9);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('is none where a position is not known', () => {
    const { orders, states } = played([6], [0, 0]);
    expect(courseOf(system, new Map(), orders, states)).toBeNull();
    expect(courseOf(system, new Map([...solution].slice(0, 1)), orders, states)).toBeNull();
    const { play: _, ...unsolved } = system;
    expect(courseOf(unsolved, solution, orders, states)).toBeNull();
  });
});
