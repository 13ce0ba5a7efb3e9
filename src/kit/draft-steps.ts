import {
  ask,
  COMPLETE,
  type Draft,
  type Legality,
  legalOrders,
  type Next,
  type OpenSlot,
  type Order,
  type Question,
  type SlotValue,
} from '../game/index.ts';

/** The next slot of a verb, from those answered before it; null: it is not asked. */
export type DraftStep<Q extends OpenSlot = Question> = (draft: Draft) => Q | null;

/** A draft that does not stand in the list. */
export const NOTHING = ask({ slot: 'verb', prompt: 'What is your order?', choices: [] });

/** Goes through the slots of a verb in order, to the first that is not answered yet. A slot that is not asked for must not be named. */
export function through<Q extends OpenSlot>(draft: Draft, steps: readonly DraftStep<Q>[]): Next<Q | Question> {
  let answered = 1;
  for (const step of steps) {
    const question = step(draft);
    if (question === null) continue;
    const value = draft[question.slot];
    if (question.choices.length === 0) return NOTHING;
    if (value === undefined) return ask(question);
    if (!answers(question, value)) return NOTHING;
    answered++;
  }
  return Object.keys(draft).length === answered ? COMPLETE : NOTHING;
}

/** Several values stand in the order of the choices, each once. */
function answers(question: OpenSlot, value: SlotValue): boolean {
  const { several } = question;
  if (typeof value === 'string') return several === undefined && placeOf(question, value) >= 0;
  if (several === undefined || value.length < several.least || value.length > several.most) return false;
  const places = value.map((one) => placeOf(question, one));
  return places.every((at, index) => at >= 0 && (index === 0 || at > (places[index - 1] as number)));
}

function placeOf({ choices }: OpenSlot, value: string): number {
  return choices.findIndex((choice) => choice.value === value);
}

/** What a draft holds in a slot that takes one value, and several. */
export function one(value: SlotValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
export function many(value: SlotValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/**
 * What may be done instead of a refused order: `alike` orders of the first beginning that leads to any; else `each` of every verb, `all` at
 * most.
 */
export function ordersInstead<State>(
  rules: Legality<State, OpenSlot>,
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

/** Whether a draft names what is asked first and nothing else: for a slot that is never asked the whole list would be gone through in vain. */
function begins<State>(rules: Legality<State, OpenSlot>, state: State, seat: string, draft: Draft): boolean {
  let begun: Draft = {};
  for (const _ of Object.keys(draft)) {
    const next = rules.next(state, seat, begun);
    const value = next.complete ? undefined : draft[next.question.slot];
    if (next.complete || value === undefined || next.question.slot in begun) return false;
    begun = { ...begun, [next.question.slot]: value };
  }
  return true;
}
