import { ask, type Choice, COMPLETE, type Draft, type Next } from '../../../game/index.ts';
import { boardOf } from '../board.ts';
import type { Field } from '../field.ts';
import { destinationLabel, hexLabel, unitsLabel } from '../names.ts';
import { isOnMap, type State } from '../state.ts';
import { verbLabel } from '../verbs.ts';
import { type HexId, otherSide } from '../vocabulary.ts';
import { entriesOf, pairAt } from './arrivals.ts';
import { leftUndone, leftWords } from './left.ts';
import { destinationsOf, entriesFor, moversOf } from './movers.ts';
import { piecesOf, type Reach } from './reach.ts';
import { overfull } from './room.ts';

/** A draft that does not stand in the list. */
export const NOTHING: Next = ask({ slot: 'verb', prompt: 'What is your order?', choices: [] });

/** What the side to move may do in its movement phase, slot by slot. */
export function marchNext(field: Field, state: State, draft: Draft): Next {
  switch (draft.verb) {
    case undefined:
      return ask({ slot: 'verb', prompt: 'What is your order?', choices: verbs(field, state) });
    case 'move':
      return moveNext(field, state, draft);
    case 'done':
      return doneNext(field, state, draft);
    default:
      return NOTHING;
  }
}

function verbs(field: Field, state: State): Choice[] {
  const move = { value: 'move', label: verbLabel('move') };
  const done = { value: 'done', label: verbLabel('done') };
  return [...(moversOf(field, state).length > 0 ? [move] : []), ...(overfull(field, state) === null ? [done] : [])];
}

function moveNext(field: Field, state: State, { unit, by, to }: Draft): Next {
  const movers = moversOf(field, state);
  if (unit === undefined) {
    const choices = movers.map((value) => unitChoice(field, state, value));
    return choices.length > 0 ? ask({ slot: 'unit', prompt: unitPrompt(field, state), choices }) : NOTHING;
  }
  if (typeof unit !== 'string' || !movers.includes(unit)) return NOTHING;
  const entries = entriesFor(field, state, unit);
  if (entries.length > 1 && by === undefined) {
    const choices = entries.map((hex) => ({ value: hex, label: hexLabel(field, hex), hint: entryHint(state, hex) }));
    return ask({ slot: 'by', prompt: 'By which hex does it come on?', choices });
  }
  if (by !== undefined && (typeof by !== 'string' || entries.length < 2 || !entries.includes(by))) return NOTHING;
  const legs = destinationsOf(field, state, unit, by);
  if (to === undefined) return ask({ slot: 'to', prompt: 'Where to?', choices: destinations(field, state, legs) });
  return typeof to === 'string' && legs.has(to) ? COMPLETE : NOTHING;
}

function doneNext(field: Field, state: State, { sure }: Draft): Next {
  if (overfull(field, state) !== null) return NOTHING;
  const left = leftUndone(field, state);
  if (!left) return sure === undefined ? COMPLETE : NOTHING;
  if (sure !== undefined) return sure === 'yes' ? COMPLETE : NOTHING;
  const choices = [{ value: 'yes', label: `Yes, though ${leftWords(left)}` }];
  return ask({ slot: 'sure', prompt: 'End the movement phase all the same?', choices });
}

function unitPrompt(field: Field, state: State): string {
  const crowded = overfull(field, state);
  return crowded === null ? 'Which unit moves?' : `Three units stand in ${crowded}. Which of them moves on?`;
}

function unitChoice(field: Field, state: State, value: string): Choice {
  const pieces = piecesOf(field, value);
  const [first] = pieces;
  const where = first && state.where[first.id];
  const entries = first ? entriesOf(field, state, first) : [];
  const hint = isOnMap(where) ? `in ${hexLabel(field, where)}` : `comes on by ${entries.join(' or ')}`;
  return { value, label: unitsLabel(pieces), hint };
}

function entryHint(state: State, hex: HexId): string {
  const pair = pairAt(state, hex);
  return `${pair} ${pair === 1 ? 'point' : 'points'}, pair ${pair} of its column`;
}

/** What a place is good for as the end of a move: the lower, the sooner it is listed. */
function rank(field: Field, state: State, to: string): number {
  if (!isOnMap(to)) return 0;
  if (boardOf(field, state).controls(otherSide(state.side), to)) return 1;
  return field.hex.get(to)?.name ? 2 : 3;
}

const listed = new WeakMap<Reach, Choice[]>();

/** Exits first, then places next to the enemy, those with a name, and the rest; each time the nearest first. */
function destinations(field: Field, state: State, legs: Reach): Choice[] {
  // What is reached belongs to one ground, and with it to where the enemy stands.
  let choices = listed.get(legs);
  if (!choices) {
    const ranked = [...legs].map(([to, leg]) => ({ to, leg, rank: rank(field, state, to) }));
    ranked.sort((a, b) => a.rank - b.rank || a.leg.cost - b.leg.cost || (a.to < b.to ? -1 : 1));
    choices = ranked.map(({ to, leg: { cost, allowance, alarms } }) => ({
      value: to,
      label: destinationLabel(field, to),
      hint: `${cost} of ${allowance}${alarms ? ', sets off early arrival' : ''}`,
    }));
    listed.set(legs, choices);
  }
  return choices;
}
