/** Plain JSON: what states, orders, events and views are made of, so that they can be stored, hashed and compared. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** `value` as JSON with the keys of every object in order, so that equal values give equal text. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonical(member)}`);
  }
  return `{${members.join(',')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** One value of an order's slot, or several where the slot asks for several (the units that join an attack). */
export type SlotValue = string | readonly string[];

/**
 * A seat's order: a verb and its named slots, as flat JSON: `{ verb: 'attack', leader: 'grant' }`. The log keeps it,
 * buttons carry it and the dice are sealed over it.
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

/**
 * Why an order is not carried out: a value, never thrown. `code` names the reason for programs, `rule` the paragraph
 * that forbids it (`X`, `XII.C.2`; null where no rule is at stake), `facts` what the wording needs, `instead` what may
 * be done now. A system words its own refusals (`OrderWords.refusal`). A refusal is computed from what the ordering
 * seat may know.
 */
export interface Refusal {
  readonly refused: true;
  readonly code: string;
  readonly rule: string | null;
  readonly facts: { readonly [name: string]: string | number };
  readonly instead: readonly Order[];
}

export function refuse(
  code: string,
  rule: string | null,
  facts: Refusal['facts'] = {},
  instead: readonly Order[] = [],
): Refusal {
  return { refused: true, code, rule, facts, instead };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
}
