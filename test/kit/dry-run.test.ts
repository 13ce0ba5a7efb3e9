import { describe, expect, it } from 'vitest';
import { refuse } from '../../src/game/index.ts';
import { DryRun } from '../../src/kit/order-rules.ts';

/** Adds what is ordered, up to ten; 6 rolls a die, 7 ends the turn. */
function adding(): DryRun<number, number, string> {
  return new DryRun<number, number, string>(
    0,
    (state, order, dice) => {
      if (state + order > 10) return refuse('too-much', null);
      const more = order === 6 ? dice.roll(6, 'more') : order;
      return { state: state + more, events: [`+${more}`] };
    },
    (order) => order === 7,
  );
}

describe('orders are tried out one after the other', () => {
  it('each from where those before it have led, without those that are refused', () => {
    const run = adding();
    expect([2, 9, 3].map((order) => run.give(order)?.code)).toEqual([undefined, 'too-much', undefined]);
    expect(run).toMatchObject({ orders: [2, 3], events: ['+2', '+3'], state: 5, isOver: false });
  });

  it.each([6, 7])('until it is not known where one leads: %d', (last) => {
    const run = adding();
    expect([2, last].map((order) => run.give(order))).toEqual([null, null]);
    expect(run.give(1)).toMatchObject({ refused: true });
    expect(run).toMatchObject({ orders: [2, last], events: ['+2'], state: 2, isOver: true });
  });
});
