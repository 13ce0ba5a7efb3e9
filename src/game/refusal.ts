import type { Order } from './order.ts';

/**
 * Why an order is not carried out: a value, never thrown. `code` names the reason for programs, `rule` the paragraph that
 * forbids it (`X`, `XII.C.2`; null where no rule is at stake), `facts` what the wording needs, `instead` what may be done now.
 * A system words its own refusals (`OrderWords.refusal`). A refusal is computed from what the ordering seat may know.
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
