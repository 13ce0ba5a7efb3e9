import type { Asked, Asking, Choice, Draft, OpenSlot, Question } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexesLabel, hexLabel } from '../../../kit/hex/hex-names.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { many, one } from '../../../kit/order-rules.ts';
import { count, listed } from '../../../kit/plain-english.ts';
import { boardOf, pieceOf } from '../board.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { entriesOf, isDue, opensPair, pairAt } from '../rules/arrivals.ts';
import { CRT, reckon } from '../rules/combat/battle-odds.ts';
import {
  attackersOf,
  battleNamed,
  battleOrdered,
  battleWith,
  idleGuns,
  withThoseBound,
} from '../rules/combat/battle-plan.ts';
import { hexOf, isOpen, mandatoryAttacks } from '../rules/combat/contact.ts';
import { advances, retreats, sharers } from '../rules/combat/pending-choices.ts';
import { mayFight } from '../rules/legality.ts';
import { hexesOf } from '../rules/moment.ts';
import type { Leg, Reach } from '../rules/movement/movement-costs.ts';
import { destinationsOf, leftUndone, overfull } from '../rules/movement/movers.ts';
import { piecesOf } from '../rules/movement/reach.ts';
import { isOnMap, type State } from '../state.ts';
import { type Column, type Order, otherSide, type PieceId, targetOf, type Verb } from '../vocabulary.ts';
import { verbLabel } from './command-words.ts';
import { defaultText } from './default-text.ts';
import {
  ANSWERS,
  CHOICE_QUESTIONS,
  COMBAT_QUESTIONS,
  choicePrompt,
  crowdedPrompt,
  ENDS,
  endAnyway,
  enteredAlone,
  exchangePrompt,
  idleGunsPrompt,
  leftWords,
  mandatoryAttackLines,
  missingAttacks,
  moreMandatory,
  NOTES,
  QUESTIONS,
  retreatPrompt,
  stepPrompt,
} from './prompts.ts';
import { RESULT_WORDS } from './result-words.ts';
import { strengths } from './sentences.ts';
import { destinationLabel, NOBODY, unitLabel, unitNames, unitsLabel } from './unit-names.ts';

/** The prompt leaves out turn and side, as the status line has them. */
export function asking(field: Field, state: State, { defaultOrder }: Asked): Asking {
  const [choice] = state.pending;
  return {
    prompt: choice ? choicePrompt(field, choice) : stepPrompt(state.step, mayFight(field, state)),
    ...(defaultOrder ? { defaultText: defaultText(field, state, defaultOrder as Order) } : {}),
  };
}

/** The question for an open slot. */
export function question(field: Field, state: State, _seat: string, draft: Draft, open: OpenSlot): Question {
  const asked: AskedSlot = { field, state, draft, values: open.choices.map(({ value }) => value) };
  // No legal order begins like this draft, so the prompt asks for a verb.
  if (asked.values.length === 0) return { ...open, choices: [], prompt: QUESTIONS.verb };
  return { ...open, ...wording(asked, open.slot) };
}

interface AskedSlot {
  readonly field: Field;
  readonly state: State;
  readonly draft: Draft;
  readonly values: readonly string[];
}
type Wording = Pick<Question, 'prompt' | 'choices' | 'note'>;

function wording(asked: AskedSlot, slot: string): Wording {
  const verb = one(asked.draft.verb) as Verb;
  switch (slot) {
    case 'verb':
      return verbs(asked);
    case 'unit':
      return verb === 'move'
        ? movers(asked)
        : verb === 'advance'
          ? advancers(asked)
          : units(asked, QUESTIONS.firstBack);
    case 'by':
      return entries(asked);
    case 'to':
      return verb === 'move' ? destinations(asked) : verb === 'advance' ? hexes(asked) : waysBack(asked);
    case 'displacing':
      return units(asked, QUESTIONS.displaced);
    case 'units':
      return { ...units(asked, exchangePrompt(needOf(asked))), note: NOTES.exchange };
    case 'target':
      return verb === 'attack' || verb === 'bombard' ? targets(asked, verb) : battles(asked, verb);
    case 'with':
      return verb === 'attack' ? attackers(asked) : guns(asked, QUESTIONS.firing, defenceNote(asked));
    case 'guns':
      return guns(asked, QUESTIONS.guns);
    case 'column':
      return columns(asked);
    default:
      return confirmation(asked);
  }
}

function verbs({ state: { step, pending }, values }: AskedSlot): Wording {
  const [first] = pending;
  const asks = step === 'move' ? QUESTIONS.verb : COMBAT_QUESTIONS[step];
  const label = (verb: string) => (verb === 'done' ? ENDS[step] : verbLabel(verb as Verb));
  return {
    prompt: first ? CHOICE_QUESTIONS[first.kind] : asks,
    choices: values.map((value) => ({ value, label: label(value) })),
  };
}

function movers({ field, state, values }: AskedSlot): Wording {
  const crowded = overfull(field, state);
  const note = loneNote(field, state);
  return {
    prompt: crowded === null ? QUESTIONS.whichUnit : crowdedPrompt(crowded),
    choices: values.map((value) => mover(field, state, value)),
    ...(note === null ? {} : { note }),
  };
}

function mover(field: Field, state: State, value: string): Choice {
  const pieces = piecesOf(field, value);
  const [first] = pieces as readonly [Piece];
  const where = state.where[first.id];
  const hint = isOnMap(where)
    ? `in ${hexLabel(field, where)}`
    : `${pieces.length > 1 ? 'enter' : 'enters'} at ${entriesOf(field, state, first).join(' or ')}`;
  return { value, label: unitsLabel(pieces), hint };
}

/** A note for units that wait behind one that entered alone, as only whole pairs march together [12.2]. */
function loneNote(field: Field, state: State): string | null {
  const waiting = field.pieces.filter((piece) => piece.side === state.side && isDue(state, piece));
  const odd = new Set(
    waiting.flatMap((piece) => entriesOf(field, state, piece)).filter((hex) => !opensPair(state, hex)),
  );
  return odd.size === 0 || waiting.length < 2 ? null : enteredAlone([...odd]);
}

function entries({ field, state, values }: AskedSlot): Wording {
  const hint = (pair: number) => `costs ${count(pair, 'point')}: pair ${pair} of the column enters next`;
  const choices = values.map((hex) => ({ value: hex, label: hexLabel(field, hex), hint: hint(pairAt(state, hex)) }));
  return { prompt: QUESTIONS.entry, choices };
}

const offered = new MemoPer<Reach, Choice[]>();

function destinations({ field, state, draft: { unit, by }, values }: AskedSlot): Wording {
  const reach = destinationsOf(field, state, one(unit), by === undefined ? by : one(by));
  const board = boardOf(field, state);
  const hint = (to: string, { cost, allowance, alarms }: Leg) => {
    const meets = isOnMap(to) && board.controls(otherSide(state.side), to);
    return `cost ${cost} of ${allowance}${meets ? ', next to the enemy' : ''}${alarms ? ', triggers early arrival' : ''}`;
  };
  // Destinations and their labels depend only on the enemy's places, so they share the reach's cache.
  const choices = offered.get(reach, '', () =>
    values.map((to) => ({ value: to, label: destinationLabel(field, to), hint: hint(to, reach.get(to) as Leg) })),
  );
  return { prompt: QUESTIONS.where, choices };
}

function units({ field, values }: AskedSlot, prompt: string): Wording {
  return { prompt, choices: values.map((id) => ({ value: id, label: unitLabel(pieceOf(field, id)) })) };
}

function hexes({ field, values }: AskedSlot): Wording {
  return { prompt: QUESTIONS.intoHex, choices: values.map((hex) => ({ value: hex, label: hexLabel(field, hex) })) };
}

function advancers({ field, state, values }: AskedSlot): Wording {
  const [pending] = state.pending;
  const into = pending?.kind === 'advance' ? advances(field, state, pending) : new Map<PieceId, readonly HexId[]>();
  const names = (id: PieceId) => `into ${listed(into.get(id) ?? [], ' or ')}`;
  return {
    prompt: QUESTIONS.advances,
    choices: values.map((id) =>
      id === 'none'
        ? { value: id, label: NOBODY }
        : { value: id, label: unitLabel(pieceOf(field, id)), hint: names(id) },
    ),
  };
}

function waysBack({ field, state, draft, values }: AskedSlot): Wording {
  const [pending] = state.pending;
  const unit = one(draft.unit);
  const ways = (pending?.kind === 'retreat' ? retreats(field, state, pending) : sharers(field, state)).get(unit) ?? [];
  const isFull = (hex: HexId) => ways.some(({ to, displacing }) => to === hex && displacing.length > 0);
  return {
    prompt: retreatPrompt(field, pieceOf(field, unit)),
    choices: values.map((to) => ({
      value: to,
      label: destinationLabel(field, to),
      ...(isFull(to) ? { hint: NOTES.full } : {}),
    })),
  };
}

function needOf({ state: { pending } }: AskedSlot): number {
  return pending[0]?.kind === 'lose' ? pending[0].need : 0;
}

/** A choice of hexes, by name or, if that is too long, by number. */
function targetChoice(field: Field, value: string, hint: string): Choice {
  const label = hexesLabel(field, value.split('+'));
  return { value, label: label.length <= LONGEST_TARGET ? label : listed(value.split('+')), hint };
}

const LONGEST_TARGET = 60;

function targets({ field, state, values }: AskedSlot, verb: 'attack' | 'bombard'): Wording {
  const open = new Set(mandatoryAttacks(field, state).enemies.map(({ hex }) => hex));
  const choices = values.map((value) => {
    const battle = battleNamed(state, value);
    const attacked = value.split('+');
    const must = verb === 'attack' && attacked.some((hex) => open.has(hex)) ? ', must be attacked' : '';
    const strength = `strength ${strengthOf(attacked.flatMap((hex) => boardOf(field, state).at(hex)))}${must}`;
    return targetChoice(field, value, battle ? `planned at ${battle.column}` : strength);
  });
  return { prompt: verb === 'attack' ? QUESTIONS.attacked : QUESTIONS.bombarded, choices };
}

function battles({ field, state, values }: AskedSlot, verb: Verb): Wording {
  return {
    prompt: verb === 'fight' ? QUESTIONS.fought : QUESTIONS.cancelled,
    choices: values.map((value) => {
      const { attack, defence, column } = reckon(field, state, battleOrdered(state, { target: value }));
      return targetChoice(field, value, `${column}, ${attack} against ${defence}`);
    }),
  };
}

/** "1107 Watt: Buchanan 1/2/V (5) and Lovell 2/2/V (7)." */
function defenceNote({ field, state, draft }: AskedSlot): string {
  const at = (hex: HexId) => listed(boardOf(field, state).at(hex).map(unitLabel));
  return hexesOf(draft)
    .map((hex) => `${hexLabel(field, hex)}: ${at(hex)}.`)
    .join(' ');
}

function attackers(asked: AskedSlot): Wording {
  const { field, state, draft, values } = asked;
  const bound = withThoseBound(field, state, hexesOf(draft), []);
  return {
    prompt: QUESTIONS.attackers,
    choices: values.map((id) => joiner(asked, id, bound.includes(id))),
    note: `${defenceNote(asked)} ${bound.length > 0 ? NOTES.bound : NOTES.together}`,
  };
}

function guns(asked: AskedSlot, prompt: string, note?: string): Wording {
  const choices = asked.values.map((id) => joiner(asked, id, false));
  return { prompt, choices, ...(note === undefined ? {} : { note }) };
}

/** A unit that may join a battle, with its hex, and the battle it would leave or the fact that it must join. */
function joiner({ field, state, draft }: AskedSlot, id: PieceId, bound: boolean): Choice {
  const other = battleWith(state, id)?.hexes;
  const elsewhere = other && targetOf(other) !== draft.target ? `, now against ${targetOf(other)}` : '';
  const hint = `in ${hexOf(state, id)}${bound ? NOTES.mustJoin : elsewhere}`;
  return {
    value: id,
    label: unitLabel(pieceOf(field, id)),
    hint: hint.length <= LONGEST_HINT ? hint : `${hint.slice(0, LONGEST_HINT - 1)}…`,
  };
}

const LONGEST_HINT = 50;
const MOST_NAMES = 8;

function columns({ field, state, draft, values }: AskedSlot): Wording {
  const hexes = hexesOf(draft);
  const laying = { verb: one(draft.verb), with: many(draft.with), guns: many(draft.guns) };
  const joined = attackersOf(field, state, hexes, laying);
  const reckoning = reckon(field, state, { hexes, attackers: joined });
  const pieces = joined.map((id) => pieceOf(field, id));
  return {
    prompt: QUESTIONS.column,
    note: `${unitNames(field, pieces, MOST_NAMES)}, ${strengths(field, { hexes }, reckoning)}.`,
    choices: values.map((column) => ({
      value: column,
      label: `${column}, ${reckoning.attack} against ${reckoning.defence}`,
      hint: chancesOf(column as Column, draft.verb === 'bombard'),
    })),
  };
}

/** "defender retreats 2 in 6, attacker retreats 3 in 6, attacker eliminated 1 in 6"; bombarding guns are never harmed [9.1]. */
export function chancesOf(column: Column, bombardment: boolean): string {
  const faces = new Map<string, number>();
  for (const [result, count] of CRT.resultsOf(column)) {
    const words = bombardment && result.startsWith('A') ? 'no effect' : RESULT_WORDS[result].short;
    faces.set(words, (faces.get(words) ?? 0) + count);
  }
  return [...faces].map(([words, count]) => `${words} ${count} in ${CRT.faces}`).join(', ');
}

/** Asked before something is left undone: moves, mandatory attacks [7.1, 7.5], or guns that could fire without risk. */
function confirmation({ field, state }: AskedSlot): Wording {
  if (state.step === 'move') {
    const left = leftUndone(field, state);
    return { prompt: endAnyway(left ? leftWords(left) : ''), choices: [ANSWERS.end] };
  }
  const mandatory = mandatoryAttacks(field, state);
  if (!isOpen(mandatory)) return { prompt: idleGunsPrompt(idleGuns(field, state).length), choices: [ANSWERS.finish] };
  const lines = mandatoryAttackLines(field, mandatory);
  const more = lines.length > MOST_DUTIES ? [moreMandatory(lines.length - MOST_DUTIES)] : [];
  return {
    prompt: missingAttacks(lines.length),
    note: [NOTES.beforeFinish, ...lines.slice(0, MOST_DUTIES), ...more].join('\n'),
    choices: [ANSWERS.rest],
  };
}

const MOST_DUTIES = 8;
