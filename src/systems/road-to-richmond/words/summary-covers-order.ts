import type { Event, Order } from '../vocabulary.ts';

/** The first event of an order, if its sentence says all that the order did. */
const DOES: { readonly [verb in Order['verb']]: readonly Event['type'][] } = {
  move: ['moved', 'left'],
  attack: ['laid'],
  bombard: ['laid'],
  cancel: ['struck'],
  fight: ['fought'],
  retreat: ['retreated'],
  lose: ['lost'],
  advance: ['advanced', 'held'],
  done: [],
};

/** Whether the sentence of the first event may stand for that of the order: nothing of the order is missing in it. */
export function summaryCoversOrder(order: Order, [first]: readonly Event[]): boolean {
  if (first === undefined || !DOES[order.verb].includes(first.type)) return false;
  // Others that lose attackers to it are told beside it.
  return first.type !== 'laid' || ('target' in order && first.battle.hexes.join('+') === order.target);
}
