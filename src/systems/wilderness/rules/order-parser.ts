import { type Draft, isRefusal, type Refusal, type SlotValue } from '../../../game/index.ts';
import { findHex } from '../../../kit/hex/hex-names.ts';
import { type Grammar, readOrder, slotReaders } from '../../../kit/order-reading.ts';
import { plainName } from '../../../kit/typed-names.ts';
import { type Theatre, together } from '../theatre.ts';
import type { Order, Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { NOBODY, unitsTyped, unitTyped } from '../words/names.ts';
import type { RefusalCode } from '../words/refusal-reason.ts';

const { reader, listReader } = slotReaders<Theatre, RefusalCode>();
const hex = reader(findHex, 'unknown-hex');
const unit = reader(unitTyped, 'unknown-unit');
const units = reader((theatre, text) => {
  const found = unitsTyped(theatre, text);
  return found ? together(found) : null;
}, 'unknown-unit');
const someUnits = listReader(unitTyped, 'unknown-unit', /[,;+]/);
const points = reader((_, text) => /^\s*(\d{1,2})\s*$/.exec(text)?.[1] ?? null, 'unknown-points');

/** The slots of each verb. */
const SLOTS: Grammar<Verb, Theatre>['slots'] = {
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

export function parse(theatre: Theatre, draft: Draft): Order | Refusal {
  const grammar = { slots: SLOTS, label: verbLabel, isOptional: () => false };
  const read = readOrder(grammar, theatre, draft) as Order | Refusal;
  // What is missing is called after the verb: strength goes to a unit, a march to a hex.
  return isRefusal(read) && read.code === 'missing'
    ? { ...read, facts: { ...read.facts, verb: String(draft.verb) } }
    : read;
}

/** Units as they are listed; typed in one go, they may be "nobody". */
function list(theatre: Theatre, given: SlotValue): SlotValue | Refusal {
  const isNobody = typeof given === 'string' && plainName(given) === NOBODY;
  return isNobody ? [] : someUnits(theatre, given, undefined);
}
