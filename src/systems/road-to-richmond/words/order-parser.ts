import type { Draft, Refusal } from '../../../game/index.ts';
import { findHex, findHexes } from '../../../kit/hex/hex-names.ts';
import { readOrder, type SlotReader, slotReaders } from '../../../kit/order-reading.ts';
import { plainName } from '../../../kit/typed-names.ts';
import type { Field } from '../field.ts';
import { ORDER_RULES } from '../rules/legality.ts';
import type { RefusalCode } from '../rules/moment.ts';
import { type Order, type Side, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { ANSWERS } from './prompts.ts';
import { findColumn, findDestination, findUnit, findUnits, NOBODY } from './unit-names.ts';

const { reader, listReader } = slotReaders<Field, RefusalCode, Side>();
type Readers = { readonly [slot: string]: SlotReader<Field, Side> };
const unit = reader(findUnit, 'unknown-unit');
const severalUnits = listReader(findUnit, 'unknown-unit');
const hex = reader(findHex, 'unknown-hex');

const READERS: Readers = {
  unit,
  by: hex,
  to: hex,
  target: reader((field, text) => findHexes(field, text)?.join('+') ?? null, 'unknown-hex'),
  with: severalUnits,
  guns: severalUnits,
  column: reader((_, text) => findColumn(text), 'unknown-column'),
  displacing: unit,
  units: severalUnits,
  sure: reader((_, text) => sureOf(text), 'unknown-sure'),
};

/** Slots that hold something else for this verb than the slot of the same name elsewhere. */
const OWN: { readonly [verb in Verb]?: Readers } = {
  move: {
    unit: reader((field, text, side) => findUnits(field, text, side)?.join('+') ?? null, 'unknown-unit'),
    to: reader(findDestination, 'unknown-hex'),
  },
  advance: {
    unit: reader((field, text, side) => (isNobody(text) ? 'none' : findUnit(field, text, side)), 'unknown-unit'),
  },
};

const SLOTS = Object.fromEntries(
  VERBS.map((verb) => {
    const readers = ORDER_RULES.slots(verb).map(({ slot }) => [slot, OWN[verb]?.[slot] ?? READERS[slot]]);
    return [verb, Object.fromEntries(readers)];
  }),
) as { readonly [verb in Verb]: Readers };

/**
 * Reads an order from ids, labels or names in any case; a name on both sides means the unit of `side`. It refuses what it cannot understand, but does
 * not check legality.
 */
export function parse(field: Field, draft: Draft, side?: Side): Order | Refusal {
  const isOptional = (verb: Verb, slot: string) => {
    const rule = ORDER_RULES.slots(verb).find((one) => one.slot === slot);
    return rule?.isAsked !== undefined;
  };
  return readOrder({ slots: SLOTS, label: verbLabel, isOptional }, field, draft, side) as Order | Refusal;
}

function isNobody(text: string): boolean {
  return ['none', plainName(NOBODY)].includes(plainName(text));
}

/** Reads a value, a label, or the beginning of a label. */
function sureOf(text: string): 'rest' | 'yes' | null {
  if (/^\s*(plan the )?rest\b/i.test(text)) return 'rest';
  const labels = [ANSWERS.finish, ANSWERS.end].map(({ label }) => plainName(label));
  return ['yes', ...labels].some((label) => plainName(text).startsWith(label)) ? 'yes' : null;
}
