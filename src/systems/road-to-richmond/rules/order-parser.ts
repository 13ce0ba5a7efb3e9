import type { Draft, Refusal, SlotValue } from '../../../game/index.ts';
import { readSlots } from '../../../kit/draft-steps.ts';
import { findHex, findHexes } from '../../../kit/hex/hex-names.ts';
import { plainName } from '../../../kit/typed-names.ts';
import type { Field } from '../field.ts';
import { type Order, type Side, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { ANSWERS } from '../words/prompts.ts';
import { because, type RefusalCode } from '../words/refusals.ts';
import { findColumn, findDestination, findUnit, findUnits, NOBODY } from '../words/unit-names.ts';

type Read = SlotValue | Refusal;
type Reader = (field: Field, given: SlotValue, side: Side | undefined) => Read;

const unit = reader(findUnit, 'unknown-unit');
const hex = reader(findHex, 'unknown-hex');
const target = reader((field, text) => findHexes(field, text)?.join('+') ?? null, 'unknown-hex');
const column = reader((_, text) => findColumn(text), 'unknown-column');

/** The slots of each verb, and those of them that are not always asked. */
const SLOTS: { readonly [verb in Verb]: { readonly [slot: string]: Reader } } = {
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
  const verb = verbOf(one(draft.verb ?? ''));
  if (verb === null) return because('unknown-verb', null, { given: one(draft.verb ?? '') });
  const readers = SLOTS[verb];
  return readSlots(verb, draft, {
    slots: Object.keys(readers),
    isOptional: (slot) => OPTIONAL[verb]?.includes(slot) ?? false,
    read: (slot, typed) => (readers[slot] as Reader)(field, typed, side),
  }) as Order | Refusal;
}

function verbOf(text: string): Verb | null {
  const typed = plainName(text);
  return VERBS.find((verb) => verb === typed || plainName(verbLabel(verb)) === typed) ?? null;
}

function one(value: SlotValue): string {
  return typeof value === 'string' ? value : value.join(', ');
}

/** Reads what is typed in one go; `code`: what is wrong where it is not found. */
function reader(find: (field: Field, text: string, side?: Side) => string | null, code: RefusalCode): Reader {
  return (field, given, side) => find(field, one(given), side) ?? because(code, null, { given: one(given) });
}

/** A list, in the order it was given in; typed in one go, its names stand apart by commas. */
function severalUnits(field: Field, given: SlotValue, side: Side | undefined): Read {
  const named = typeof given === 'string' ? given.split(/[,;]/) : given;
  const found: string[] = [];
  for (const name of named) {
    const id = findUnit(field, name, side);
    if (id === null) return because('unknown-unit', null, { given: name });
    found.push(id);
  }
  return found;
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
