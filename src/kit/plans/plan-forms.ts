import type { Draft, Order } from '../../game/index.ts';

/**
 * How the orders of a verb stand in a plan: words and slots, each slot with an example: "{unit:Gregg} probes {target@2328}". The sign says
 * what a slot names: `:` a unit, `*` several units, `@` a place, `#` a number. What stands in brackets may be absent; of words in
 * parentheses any will do, and the first is written.
 */
export interface PlanForm {
  /** Words by which a part says its verb, wherever they stand in it: of several verbs the first of the table counts. */
  readonly said: RegExp;
  readonly form: string;
}
export type PlanForms<Verb extends string> = { readonly [verb in Verb]: PlanForm };

export type Sign = ':' | '*' | '@' | '#';
export interface FormSlot {
  readonly slot: string;
  readonly sign: Sign;
}

const SLOT = /\{(\w+)([:*@#])([^}]*)\}/g;
const OPTION = /\[([^\]]*)\]/g;

export function slotsIn({ form }: PlanForm): readonly FormSlot[] {
  return [...form.matchAll(SLOT)].map(([, slot, sign]) => ({ slot: slot as string, sign: sign as Sign }));
}

/** "Gregg probes 2328" */
export function exampleOf({ form }: PlanForm): string {
  return form.replace(OPTION, '').replace(SLOT, '$3');
}

/** An order as a member would type it. */
export function writtenAs(
  { form }: PlanForm,
  order: Order,
  named: (values: readonly string[], sign: Sign) => string,
): string {
  const values = (slot: string) => [order[slot] ?? []].flat();
  const isSaid = (text: string) => [...text.matchAll(SLOT)].every(([, slot = '']) => values(slot).length > 0);
  return form
    .replace(OPTION, (_, text: string) => (isSaid(text) ? text : ''))
    .replace(/\(([^|)]*)\|[^)]*\)/g, '$1')
    .replace(SLOT, (_, slot: string, sign: Sign) => named(values(slot), sign));
}

/** Slots of a part that matches a form, as they were typed; null if it does not match. */
export function readAs({ form }: PlanForm, verb: string, part: string): Draft | null {
  const pattern = form
    .replaceAll('(', '(?:')
    .replace(OPTION, '(?:$1)?')
    .replace(SLOT, (_, slot: string, sign: Sign) => `(?<${slot}>${sign === '#' ? '\\d[\\d\\s:–-]*' : '.+?'})`)
    .replaceAll(' ', '\\s+');
  const found = new RegExp(`^${pattern}$`, 'i').exec(part.trim());
  const typed = Object.entries(found?.groups ?? {}).filter(([, words]) => words !== undefined);
  return found && { verb, ...Object.fromEntries(typed) };
}
