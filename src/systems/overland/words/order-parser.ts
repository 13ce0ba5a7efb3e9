import { type Draft, type Refusal, refuse } from '../../../game/index.ts';
import { asText, notAnOrder } from '../rules/orders.ts';
import type { Scenario } from '../scenario.ts';
import { AREAS, LEADERS, type Order } from '../vocabulary.ts';

/** Reads an order from ids or names in any case. It refuses what it cannot understand, but does not check legality. */
export function parse(numbers: Scenario, draft: Draft): Order | Refusal {
  const { verb, ...slots } = draft;
  const read = Object.entries(slots).map(([slot, value]) => {
    const text = asText(value);
    if (slot === 'leader') return [slot, named(LEADERS, (id) => numbers.leaders[id].name, text)];
    return [slot, slot === 'to' ? named(AREAS, (id) => numbers.areas[id].name, text) : text];
  });
  const order: Draft = { verb: asText(verb), ...Object.fromEntries(read) };
  const reason = notAnOrder(order);
  return reason === null ? (order as Order) : refuse(reason.code, reason.rule, reason.facts);
}

/** The id that a text names, or else the text itself. */
function named<Id extends string>(ids: readonly Id[], name: (id: Id) => string, text: string): string {
  const given = plain(text);
  return ids.find((id) => plain(id) === given || plain(name(id)) === given) ?? text;
}

/** Keeps letters and digits only, without a leading "the": "Drury’s bluff", "drurys-bluff" and "Drury's Bluff" are one name. */
function plain(text: string): string {
  const letters = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9 -]/g, '');
  return letters.replace(/^the[ -]/, '').replace(/[ -]/g, '');
}
