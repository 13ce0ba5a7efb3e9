import { type Draft, isRefusal, type Refusal, type SlotValue } from '../../../game/index.ts';
import { findHex } from '../../../kit/hex/hex-names.ts';
import { type Grammar, readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { plainName } from '../../../kit/typed-names.ts';
import type { RefusalCode } from '../rules/moment.ts';
import { type Theatre, together } from '../theatre.ts';
import { ORDERS, type Order, type SlotKind, type Verb } from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { NOBODY, unitsTyped, unitTyped } from './names.ts';

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();
const hex = reader(findHex, 'unknown-hex');
const unit = reader(unitTyped, 'unknown-unit');
const units = reader((theatre, text) => {
  const found = unitsTyped(theatre, text);
  return found ? together(found) : null;
}, 'unknown-unit');
const someUnits = listReader(unitTyped, 'unknown-unit', /[,;+]/);
const points = reader((_, text) => /^\s*(\d{1,2})\s*$/.exec(text)?.[1] ?? null, 'unknown-points');

const READERS: { readonly [kind in SlotKind]: SlotReader<Theatre, never> } = { unit, units, list, hex, points };
const slots = Object.fromEntries(
  Object.entries(ORDERS).map(([verb, kinds]) => [
    verb,
    Object.fromEntries(Object.entries(kinds).map(([slot, kind]) => [slot, READERS[kind as SlotKind]])),
  ]),
) as Grammar<Verb, Theatre>['slots'];

export function parse(theatre: Theatre, draft: Draft): Order | Refusal {
  const grammar = { slots, label: verbLabel, isOptional: () => false };
  const read = readOrder(grammar, theatre, draft) as Order | Refusal;
  // The words for a missing slot depend on the verb: `to` is a unit for a transfer and a hex for a march.
  return isRefusal(read) && read.code === 'missing'
    ? { ...read, facts: { ...read.facts, verb: String(draft.verb) } }
    : read;
}

/** A list of units, or "nobody" when typed as one text. */
function list(theatre: Theatre, given: SlotValue): SlotValue | Refusal {
  const isNobody = typeof given === 'string' && plainName(given) === NOBODY;
  return isNobody ? [] : someUnits(theatre, given, undefined);
}
