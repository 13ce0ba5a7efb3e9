import { type Draft, isRefusal, type Refusal, type SlotValue } from '../../game/index.ts';
import { findHex, findHexes } from '../../kit/hex/hex-names.ts';
import { plainName } from '../../kit/typed-names.ts';
import type { Field } from './field.ts';
import { findColumn, findDestination, findUnit, findUnits, NOBODY } from './names.ts';
import { because } from './refusals.ts';
import { verbLabel } from './verbs.ts';
import { type Order, targetOf, VERBS, type Verb } from './vocabulary.ts';

type Read = SlotValue | Refusal;
type Reader = (field: Field, given: SlotValue) => Read;

/** The slots of each verb, and those of them that are not always asked. */
const SLOTS: { readonly [verb in Verb]: { readonly [slot: string]: Reader } } = {
  move: { unit: units, by: hex, to: destination },
  attack: { target, with: severalUnits, guns: severalUnits, column },
  bombard: { target, with: severalUnits, column },
  cancel: { target },
  fight: { target },
  retreat: { unit, to: hex, displacing: unit },
  lose: { units: severalUnits },
  advance: { unit: unitOrNobody, to: hex },
  done: { sure },
};
const OPTIONAL: { readonly [verb in Verb]?: readonly string[] } = {
  move: ['by'],
  attack: ['guns'],
  retreat: ['displacing'],
  advance: ['to'],
  done: ['sure'],
};

/** Reads an order from outside: ids, labels or names, in any case. Says whether it can be understood, not whether it is legal. */
export function parse(field: Field, draft: Draft): Order | Refusal {
  const verb = verbOf(one(draft.verb ?? ''));
  if (verb === null) return because('unknown-verb', null, { given: one(draft.verb ?? '') });
  const readers = SLOTS[verb];
  const extra = Object.keys(draft).find((slot) => slot !== 'verb' && !Object.hasOwn(readers, slot));
  if (extra !== undefined) return because('unknown-slot', null, { given: extra });
  const order: { verb: Verb; [slot: string]: SlotValue } = { verb };
  for (const [slot, read] of Object.entries(readers)) {
    const given = draft[slot];
    if (given === undefined) {
      if (OPTIONAL[verb]?.includes(slot)) continue;
      return because('missing', null, { slot });
    }
    const value = read(field, given);
    if (isRefusal(value)) return value;
    order[slot] = value;
  }
  return order as unknown as Order;
}

function verbOf(text: string): Verb | null {
  const typed = plainName(text);
  return VERBS.find((verb) => verb === typed || plainName(verbLabel(verb)) === typed) ?? null;
}

function one(value: SlotValue): string {
  return typeof value === 'string' ? value : value.join(', ');
}

function unit(field: Field, given: SlotValue): Read {
  return findUnit(field, one(given)) ?? because('unknown-unit', null, { given: one(given) });
}

function units(field: Field, given: SlotValue): Read {
  return findUnits(field, one(given))?.join('+') ?? because('unknown-unit', null, { given: one(given) });
}

/** A list, in the order it was given in; typed in one go, its names stand apart by commas. */
function severalUnits(field: Field, given: SlotValue): Read {
  const named = typeof given === 'string' ? given.split(/[,;]/) : given;
  const found: string[] = [];
  for (const name of named) {
    const id = findUnit(field, name);
    if (id === null) return because('unknown-unit', null, { given: name });
    found.push(id);
  }
  return found;
}

function unitOrNobody(field: Field, given: SlotValue): Read {
  const typed = plainName(one(given));
  return typed === 'none' || typed === plainName(NOBODY) ? 'none' : unit(field, given);
}

function hex(field: Field, given: SlotValue): Read {
  return findHex(field, one(given)) ?? because('unknown-hex', null, { given: one(given) });
}

function destination(field: Field, given: SlotValue): Read {
  return findDestination(field, one(given)) ?? because('unknown-hex', null, { given: one(given) });
}

function target(field: Field, given: SlotValue): Read {
  const hexes = findHexes(field, one(given));
  return hexes ? targetOf(hexes) : because('unknown-hex', null, { given: one(given) });
}

function column(_field: Field, given: SlotValue): Read {
  return findColumn(one(given)) ?? because('unknown-column', null, { given: one(given) });
}

/** By value or label; whatever stands behind it does not matter. */
function sure(_field: Field, given: SlotValue): Read {
  if (/^\s*(lay out the )?rest\b/i.test(one(given))) return 'rest';
  return /^\s*(yes|end it|it stands)\b/i.test(one(given))
    ? 'yes'
    : because('unknown-sure', null, { given: one(given) });
}
