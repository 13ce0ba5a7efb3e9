import type { Scenario } from '../scenario.ts';
import { leader, place } from '../sentences.ts';
import type { Order } from '../vocabulary.ts';

/** An order as a noun: `the attack`, `the attack by Butler`, `the turn to North Anna`. */
export function describeShort(numbers: Scenario, order: Order): string {
  switch (order.verb) {
    case 'attack':
      return order.leader === 'grant' ? 'the attack' : `the attack by ${leader(numbers, order.leader)}`;
    case 'move':
      return `the march to ${place(numbers, order.to)}`;
    case 'tma':
      return `the turn to ${place(numbers, order.to)}`;
    case 'cross':
      return 'the crossing';
    default:
      return order satisfies never;
  }
}
