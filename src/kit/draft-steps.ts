import { ask, type Choice, type Draft, type Legality, legalOrders, type Order, type SlotValue } from '../game/index.ts';

/** A draft that does not stand in the list. */
export const NOTHING = ask({ slot: 'verb', choices: [] });

/** A slot's single value, or its list; empty for the other kind. */
export function one(value: SlotValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
export function many(value: SlotValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/** A value as members choose it, with a hint if there is anything to say. */
export function choice(value: string, label: string, hint?: string | null): Choice {
  return hint ? { value, label, hint } : { value, label };
}

/**
 * Suggests legal orders in place of a refused one: `alike` orders of the first beginning that leads to any; else `each` of every verb,
 * `all` at most.
 */
export function ordersInstead<State>(
  rules: Legality<State>,
  state: State,
  seat: string,
  beginnings: readonly Draft[],
  verbs: readonly string[],
  { alike, each, all }: { readonly alike: number; readonly each: number; readonly all: number },
): readonly Order[] {
  const few = (draft: Draft, most: number): Order[] => {
    const orders: Order[] = [];
    for (const order of legalOrders(rules, state, seat, draft)) {
      orders.push(order);
      if (orders.length === most) break;
    }
    return orders;
  };
  for (const draft of beginnings) {
    if (!begins(rules, state, seat, draft)) continue;
    const orders = few(draft, alike);
    if (orders.length > 0) return orders;
  }
  return verbs.flatMap((verb) => few({ verb }, each)).slice(0, all);
}

/** Whether a draft fills just the first slots asked; with any other slot, the whole list would be searched in vain. */
function begins<State>(rules: Legality<State>, state: State, seat: string, draft: Draft): boolean {
  let begun: Draft = {};
  for (const _ of Object.keys(draft)) {
    const next = rules.next(state, seat, begun);
    const value = next.complete ? undefined : draft[next.question.slot];
    if (next.complete || value === undefined || next.question.slot in begun) return false;
    begun = { ...begun, [next.question.slot]: value };
  }
  return true;
}
