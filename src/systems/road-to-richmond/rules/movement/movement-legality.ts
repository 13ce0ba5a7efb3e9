import { ask, type Choice, COMPLETE, type Draft, type Next } from '../../../../game/index.ts';
import { NOTHING } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../../kit/hex/hex-names.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { count } from '../../../../kit/plain-english.ts';
import type { Field } from '../../field.ts';
import { isOnMap, type State } from '../../state.ts';
import { verbLabel } from '../../words/command-words.ts';
import { ANSWERS, crowdedPrompt, ENDS, endAnyway, enteredAlone, leftWords, QUESTIONS } from '../../words/prompts.ts';
import { destinationLabel, unitsLabel } from '../../words/unit-names.ts';
import { entriesOf, isDue, opensPair, pairAt } from './arrivals.ts';
import { leftUndone } from './left-undone.ts';
import { destinationsByUse, unitsByUse } from './listing-order.ts';
import type { Reach } from './march-leg.ts';
import { destinationsOf, entriesFor, isMover, legTo, moversOf } from './movers.ts';
import { piecesOf } from './reach.ts';
import { overfull } from './stacking-room.ts';

/** What the side to move may do in its movement phase, slot by slot. */
export function marchNext(field: Field, state: State, draft: Draft): Next {
  switch (draft.verb) {
    case undefined:
      return ask({ slot: 'verb', prompt: QUESTIONS.verb, choices: verbs(field, state) });
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
  const done = { value: 'done', label: ENDS.move };
  return [...(moversOf(field, state).length > 0 ? [move] : []), ...(overfull(field, state) === null ? [done] : [])];
}

function moveNext(field: Field, state: State, draft: Draft): Next {
  const { unit, by, to } = draft;
  if (unit === undefined) {
    const choices = unitsByUse(field, state, moversOf(field, state)).map((value) => unitChoice(field, state, value));
    if (choices.length === 0) return NOTHING;
    const crowded = overfull(field, state);
    const prompt = crowded === null ? QUESTIONS.whichUnit : crowdedPrompt(crowded);
    const note = loneNote(field, state);
    return ask({ slot: 'unit', prompt, choices, ...(note === null ? {} : { note }) });
  }
  if (typeof unit !== 'string' || !isMover(field, state, unit)) return NOTHING;
  const entries = entriesFor(field, state, unit);
  if (entries.length > 1 && by === undefined) {
    const choices = entries.map((hex) => ({ value: hex, label: hexLabel(field, hex), hint: entryHint(state, hex) }));
    return ask({ slot: 'by', prompt: QUESTIONS.entry, choices });
  }
  if (by !== undefined && (typeof by !== 'string' || entries.length < 2 || !entries.includes(by))) return NOTHING;
  if (to !== undefined) {
    const reached = typeof to === 'string' && legTo(field, state, unit, by, to) !== null;
    return reached && holds(draft, by === undefined ? 3 : 4) ? COMPLETE : NOTHING;
  }
  const legs = destinationsOf(field, state, unit, by);
  const isTrain = piecesOf(field, unit).some(({ kind }) => kind === 'train');
  return ask({ slot: 'to', prompt: QUESTIONS.where, choices: destinations(field, state, legs, isTrain) });
}

/** Whether it names no slot beside those that it was asked for. */
function holds(draft: Draft, slots: number): boolean {
  return Object.keys(draft).length === slots;
}

function doneNext(field: Field, state: State, draft: Draft): Next {
  const { sure } = draft;
  if (overfull(field, state) !== null) return NOTHING;
  const left = leftUndone(field, state);
  if (!left) return holds(draft, 1) ? COMPLETE : NOTHING;
  if (sure !== undefined) return sure === 'yes' && holds(draft, 2) ? COMPLETE : NOTHING;
  const prompt = endAnyway(leftWords(left));
  return ask({ slot: 'sure', prompt, choices: [ANSWERS.end] });
}

function unitChoice(field: Field, state: State, value: string): Choice {
  const pieces = piecesOf(field, value);
  const [first] = pieces;
  const where = first && state.where[first.id];
  const entries = first ? entriesOf(field, state, first) : [];
  const hint = isOnMap(where)
    ? `in ${hexLabel(field, where)}`
    : `${pieces.length > 1 ? 'enter' : 'enters'} at ${entries.join(' or ')}`;
  return { value, label: unitsLabel(pieces), hint };
}

function entryHint(state: State, hex: HexId): string {
  const pair = pairAt(state, hex);
  return `costs ${count(pair, 'point')}: pair ${pair} of the column enters next`;
}

/** A note if units wait behind one that has entered alone: only whole pairs march together [12.2]. */
function loneNote(field: Field, state: State): string | null {
  const waiting = field.pieces.filter((piece) => piece.side === state.side && isDue(state, piece));
  const odd = new Set(
    waiting.flatMap((piece) => entriesOf(field, state, piece)).filter((hex) => !opensPair(state, hex)),
  );
  if (odd.size === 0 || waiting.length < 2) return null;
  return enteredAlone([...odd]);
}

const offered = new MemoPer<Reach, Choice[]>();

function destinations(field: Field, state: State, legs: Reach, train: boolean): Choice[] {
  // What is reached belongs to one ground, and with it to where the enemy stands.
  return offered.get(legs, '', () =>
    destinationsByUse(field, state, legs, train).map(({ to, leg: { cost, allowance, alarms }, meets }) => ({
      value: to,
      label: destinationLabel(field, to),
      hint: `cost ${cost} of ${allowance}${meets ? ', next to the enemy' : ''}${alarms ? ', triggers early arrival' : ''}`,
    })),
  );
}
