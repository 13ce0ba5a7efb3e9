import { canonical } from './json.ts';

/** One value of an order's slot, or several where the slot asks for several (the units that join an attack). */
export type SlotValue = string | readonly string[];

/**
 * A seat's order: a verb and its named slots, as flat JSON: `{ verb: 'attack', leader: 'grant' }`. The log keeps it, buttons carry it and
 * the dice are sealed over it.
 */
export interface Order {
  readonly verb: string;
  readonly [slot: string]: SlotValue;
}

/** An order not yet complete: any slots named so far, the verb included. */
export interface Draft {
  readonly [slot: string]: SlotValue;
}

/** A key by which equal orders are equal, whatever the order of their slots. */
export function orderKey(order: Order): string {
  return canonical(order);
}
