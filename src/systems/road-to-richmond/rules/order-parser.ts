import type { Draft, Refusal } from '../../../game/index.ts';
import { findHex, findHexes } from '../../../kit/hex/hex-names.ts';
import { type Grammar, readOrder, slotReaders } from '../../../kit/order-reading.ts';
import { plainName } from '../../../kit/typed-names.ts';
import type { Field } from '../field.ts';
import type { Order, Side, Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { ANSWERS } from '../words/prompts.ts';
import type { RefusalCode } from '../words/refusals.ts';
import { findColumn, findDestination, findUnit, findUnits, NOBODY } from '../words/unit-names.ts';

const { reader, listReader } = slotReaders<Field, RefusalCode, Side>();
const unit = reader(findUnit, 'unknown-unit');
const severalUnits = listReader(findUnit, 'unknown-unit');
const hex = reader(findHex, 'unknown-hex');
const target = reader((field, text) => findHexes(field, text)?.join('+') ?? null, 'unknown-hex');
const column = reader((_, text) => findColumn(text), 'unknown-column');

/** The slots of each verb, and those of them that are not always asked. */
const SLOTS: Grammar<Verb, Field, Side>['slots'] = {
  move: {
    unit: reader((field, text, side) => findUnits(field, text, side)?.join('+') ?? null, 'unknown-unit'),
    by: hex,
    to: reader(findDestination, 'unknown-hex'),
  },
  attack: { target, with: severalUnits, guns: severalUnits, column },
  bombard: { target, with: severalUnits, column },
  cancel: { target },
  fight: { target },
  retreat: { unit, to: hex, displacing: unit },
  lose: { units: severalUnits },
  advance: {
    unit: reader((field, text, side) => (isNobody(text) ? 'none' : findUnit(field, text, side)), 'unknown-unit'),
    to: hex,
  },
  done: { sure: reader((_, text) => sureOf(text), 'unknown-sure') },
};
const OPTIONAL: { readonly [verb in Verb]?: readonly string[] } = {
  move: ['by'],
  attack: ['guns'],
  retreat: ['displacing'],
  advance: ['to'],
  done: ['sure'],
};

/**
 * Reads an order from outside: ids, labels or names, in any case; of a name on both sides, the unit of `side`. Says whether it can be
 * understood, not whether it is legal.
 */
export function parse(field: Field, draft: Draft, side?: Side): Order | Refusal {
  const isOptional = (verb: Verb, slot: string) => OPTIONAL[verb]?.includes(slot) ?? false;
  return readOrder({ slots: SLOTS, label: verbLabel, isOptional }, field, draft, side) as Order | Refusal;
}

function isNobody(text: string): boolean {
  return ['none', plainName(NOBODY)].includes(plainName(text));
}

/** By value or label, or by how a label begins. */
function sureOf(text: string): 'rest' | 'yes' | null {
  if (/^\s*(plan the )?rest\b/i.test(text)) return 'rest';
  const labels = [ANSWERS.finish, ANSWERS.end].map(({ label }) => plainName(label));
  return ['yes', ...labels].some((label) => plainName(text).startsWith(label)) ? 'yes' : null;
}
