import type { Draft, Refusal, SlotValue } from '../../../game/index.ts';
import { readSlots } from '../../../kit/draft-steps.ts';
import { findHex } from '../../../kit/hex/hex-names.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { type Theatre, together } from '../theatre.ts';
import { type Order, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { NOBODY, unitsTyped, unitTyped } from '../words/names.ts';
import type { RefusalCode } from '../words/refusal-reason.ts';
import { because } from '../words/refusals.ts';

type Reader = (theatre: Theatre, given: SlotValue) => SlotValue | Refusal;

const hex = reader(findHex, 'unknown-hex');
const unit = reader(unitTyped, 'unknown-unit');
const units = reader((theatre, text) => {
  const found = unitsTyped(theatre, text);
  return found ? together(found) : null;
}, 'unknown-unit');
const points = reader((_, text) => /^\s*(\d{1,2})\s*$/.exec(text)?.[1] ?? null, 'unknown-points');

/** The slots of each verb. */
const SLOTS: { readonly [verb in Verb]: { readonly [slot: string]: Reader } } = {
  place: { unit, hex },
  reinforce: { unit, points },
  transfer: { from: unit, to: unit, points },
  move: { from: hex, units, to: hex },
  rail: { unit, to: hex },
  detrain: { unit },
  sea: { unit, to: hex },
  entrench: { unit },
  probe: { unit, target: hex },
  hasty: { from: hex, units, target: hex },
  attack: { target: hex, with: list },
  charge: { target: hex, with: list },
  lose: { unit, points },
  advance: { with: list },
  claim: { hex },
  show: { unit },
  done: {},
};

/** Reads an order from outside: ids, labels or names, in any case. Says whether it can be understood, not whether it is legal. */
export function parse(theatre: Theatre, draft: Draft): Order | Refusal {
  const typed = plainName(textOf(draft.verb ?? ''));
  const verb = VERBS.find((one) => one === typed || plainName(verbLabel(one)) === typed);
  if (verb === undefined) return because('unknown-verb', null, { given: textOf(draft.verb ?? '') });
  const readers = SLOTS[verb];
  return readSlots(verb, draft, {
    slots: Object.keys(readers),
    isOptional: () => false,
    read: (slot, typed) => (readers[slot] as Reader)(theatre, typed),
  }) as Order | Refusal;
}

function textOf(value: SlotValue): string {
  return typeof value === 'string' ? value : value.join(', ');
}

/** Reads what is typed in one go; `code`: what is wrong where it is not found. */
function reader(find: (theatre: Theatre, text: string) => string | null, code: RefusalCode): Reader {
  return (theatre, given) => find(theatre, textOf(given)) ?? because(code, null, { given: textOf(given) });
}

/** Units as they are listed; typed in one go, their names stand apart by commas, or are "nobody". */
function list(theatre: Theatre, given: SlotValue): SlotValue | Refusal {
  const named = typeof given === 'string' ? given.split(/[,;+]/).filter((name) => name.trim() !== '') : given;
  if (typeof given === 'string' && plainName(given) === NOBODY) return [];
  const found: string[] = [];
  for (const name of named) {
    const id = unitTyped(theatre, name);
    if (id === null) return because('unknown-unit', null, { given: name });
    found.push(id);
  }
  return found;
}
