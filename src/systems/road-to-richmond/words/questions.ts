import type { Asked, Asking, Choice, Draft, OpenSlot, Question } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../kit/hex/hex-names.ts';
import { MemoPer } from '../../../kit/memo.ts';
import { choice, one } from '../../../kit/order-rules.ts';
import { compact, count, listed, plural, shortened } from '../../../kit/plain-english.ts';
import { boardOf, pieceOf } from '../board.ts';
import { type Field, type Piece, strengthOf } from '../field.ts';
import { entriesOf, isDue, opensPair, pairAt } from '../rules/arrivals.ts';
import { CRT, reckon } from '../rules/combat/battle-odds.ts';
import {
  attackersInDraft,
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
import { destinationsOf, leftUndone, overfull, piecesOf } from '../rules/movement/reach.ts';
import { isOnMap, type Pending, type State } from '../state.ts';
import { type Column, type Order, otherSide, type PieceId, targetOf, type Verb } from '../vocabulary.ts';
import { choicePrompt, crowdedPrompt, mandatoryAttackWords } from './agenda.ts';
import {
  destinationLabel,
  hexesLabel,
  NOBODY,
  unitLabel,
  unitName,
  unitNames,
  unitsLabel,
  withinSentence,
} from './names.ts';
import { ANSWERS, defaultText, ENDS, leftWords, verbLabel } from './orders.ts';
import { resultWords, strengths } from './sentences.ts';

/** The prompt of each part of a turn, and its first question. */
const STEPS: { readonly [step in State['step']]: readonly [prompt: string, question: string] } = {
  move: ['Move your units, then end the phase.', 'What is your order?'],
  plan: ['Plan your battles, then finish planning.', 'What do you want to plan?'],
  fight: ['Fight the battles you planned, one by one.', 'Which battle is next?'],
};

/** The first question of a choice in a battle. */
const CHOICE_QUESTIONS: { readonly [kind in Pending['kind']]: string } = {
  retreat: 'Your units must retreat.',
  lose: 'An exchange: choose who is lost.',
  advance: 'Advance into the empty hex?',
};

/** The prompt leaves out turn and side, as the status line has them. */
export function asking(field: Field, state: State, { defaultOrder }: Asked): Asking {
  const [pending] = state.pending;
  const ofStep = mayFight(field, state)
    ? 'You can finish planning and fight the battles one by one, or plan more.'
    : STEPS[state.step][0];
  return {
    prompt: pending ? choicePrompt(field, pending) : ofStep,
    ...(defaultOrder ? { defaultText: defaultText(field, state, defaultOrder as Order) } : {}),
  };
}

/** The question for an open slot. */
export function question(field: Field, state: State, draft: Draft, open: OpenSlot): Question {
  const values = open.choices.map(({ value }) => value);
  // No legal order begins like this draft, so the prompt asks for a verb.
  if (values.length === 0) return { ...open, choices: [], prompt: STEPS.move[1] };
  const words = QUESTIONS[`${one(draft.verb)} ${open.slot}`] ?? QUESTIONS[open.slot] ?? confirmation;
  return { ...open, ...words({ field, state, draft, values }) };
}

interface AskedSlot {
  readonly field: Field;
  readonly state: State;
  readonly draft: Draft;
  readonly values: readonly string[];
}
type Wording = Pick<Question, 'prompt' | 'choices' | 'note'>;

/** By slots, or by verbs and slots where a slot asks for different things. */
const QUESTIONS: { readonly [slot: string]: (asked: AskedSlot) => Wording } = {
  verb: verbs,
  'move unit': movers,
  'advance unit': advancers,
  unit: (asked) => units(asked, 'Who retreats first?'),
  by: entries,
  'move to': destinations,
  'advance to': ({ field, values }) => ({
    prompt: 'Into which hex?',
    choices: values.map((hex) => choice(hex, hexLabel(field, hex))),
  }),
  to: waysBack,
  displacing: (asked) => units(asked, 'Who makes room?'),
  units(asked) {
    const [pending] = asked.state.pending;
    const need = pending?.kind === 'lose' ? pending.need : 0;
    const note = 'If your choice isn’t enough, you’re asked for the rest.';
    return { ...units(asked, `Who is lost? Strength ${need} or more.`), note };
  },
  'attack target': (asked) => targets(asked, 'Which hex do you attack?'),
  'bombard target': (asked) => targets(asked, 'Which hex do you bombard?'),
  'fight target': (asked) => battles(asked, 'Which battle do you fight?'),
  target: (asked) => battles(asked, 'Which battle do you cancel?'),
  'attack with': attackers,
  with: (asked) => ({ ...guns(asked, 'Which guns bombard?'), note: defenceNote(asked) }),
  guns: (asked) => guns(asked, 'Which guns support the attack?'),
  column: columns,
};

function verbs({ state: { step, pending }, values }: AskedSlot): Wording {
  const [first] = pending;
  const label = (verb: string) => (verb === 'done' ? ENDS[step] : verbLabel(verb as Verb));
  return {
    prompt: first ? CHOICE_QUESTIONS[first.kind] : STEPS[step][1],
    choices: values.map((value) => choice(value, label(value))),
  };
}

function movers({ field, state, values }: AskedSlot): Wording {
  const crowded = overfull(field, state);
  const note = loneNote(field, state);
  return {
    prompt: crowded === null ? 'Which unit moves?' : crowdedPrompt(crowded),
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
    : `${plural(pieces.length, 'enters', 'enter')} at ${entriesOf(field, state, first).join(' or ')}`;
  return choice(value, unitsLabel(pieces), hint);
}

/** A note for units that wait behind one that entered alone, as only the two of one pair march together [12.2]. */
function loneNote(field: Field, state: State): string | null {
  const waiting = field.pieces.filter((piece) => piece.side === state.side && isDue(state, piece));
  const entries = waiting.flatMap((piece) => entriesOf(field, state, piece));
  const hexes = [...new Set(entries)].filter((hex) => !opensPair(state, hex));
  if (hexes.length === 0 || waiting.length < 2) return null;
  const where = `${hexes.length > 1 ? 'each of ' : ''}${listed(hexes)}`;
  return `One unit entered alone at ${where}. The next one there enters alone too; after that they enter in pairs.`;
}

function entries({ field, state, values }: AskedSlot): Wording {
  const hint = (pair: number) => `costs ${count(pair, 'point')}: pair ${pair} of the column enters next`;
  const choices = values.map((hex) => choice(hex, hexLabel(field, hex), hint(pairAt(state, hex))));
  return { prompt: 'Which entry hex does it use?', choices };
}

const knownChoices = new MemoPer<Reach, Choice[]>();

function destinations({ field, state, draft: { unit, by }, values }: AskedSlot): Wording {
  const reach = destinationsOf(field, state, one(unit), by === undefined ? by : one(by));
  const board = boardOf(field, state);
  const hint = (to: string, { cost, allowance, alarms }: Leg) =>
    compact(
      `cost ${cost} of ${allowance}`,
      isOnMap(to) && board.controls(otherSide(state.side), to) && 'next to the enemy',
      alarms && 'triggers early arrival',
    ).join(', ');
  // Destinations and their labels depend only on the enemy's places, so they share the reach's cache.
  const choices = knownChoices.get(reach, '', () =>
    values.map((to) => choice(to, destinationLabel(field, to), hint(to, reach.get(to) as Leg))),
  );
  return { prompt: 'Where to?', choices };
}

function units({ field, values }: AskedSlot, prompt: string): Wording {
  return { prompt, choices: values.map((id) => choice(id, unitLabel(pieceOf(field, id)))) };
}

function advancers({ field, state, values }: AskedSlot): Wording {
  const [pending] = state.pending;
  const into = pending?.kind === 'advance' ? advances(field, state, pending) : new Map<PieceId, readonly HexId[]>();
  const advancer = (id: PieceId) =>
    choice(id, unitLabel(pieceOf(field, id)), `into ${listed(into.get(id) ?? [], ' or ')}`);
  return {
    prompt: 'Who advances?',
    choices: values.map((value) => (value === 'none' ? choice(value, NOBODY) : advancer(value))),
  };
}

function waysBack({ field, state, draft, values }: AskedSlot): Wording {
  const [pending] = state.pending;
  const unit = one(draft.unit);
  const ways = (pending?.kind === 'retreat' ? retreats(field, state, pending) : sharers(field, state)).get(unit) ?? [];
  const isFull = (hex: HexId) => ways.some(({ to, displacing }) => to === hex && displacing.length > 0);
  return {
    prompt: `Where does ${withinSentence(unitName(field, pieceOf(field, unit)))} retreat to?`,
    choices: values.map((to) =>
      choice(to, destinationLabel(field, to), isFull(to) ? 'full: a unit there makes room' : null),
    ),
  };
}

/** A choice of hexes, by name or, if that is too long, by number. */
function targetChoice(field: Field, value: string, hint: string): Choice {
  const label = hexesLabel(field, value.split('+'));
  return choice(value, label.length <= 60 ? label : listed(value.split('+')), hint);
}

function targets({ field, state, draft, values }: AskedSlot, prompt: string): Wording {
  const mandatory = draft.verb === 'attack' ? mandatoryAttacks(field, state).enemies : [];
  const choices = values.map((value) => {
    const battle = battleNamed(state, value);
    const attacked = value.split('+');
    const must = mandatory.some(({ hex }) => attacked.includes(hex)) ? ', must be attacked' : '';
    const strength = `strength ${strengthOf(attacked.flatMap((hex) => boardOf(field, state).at(hex)))}${must}`;
    return targetChoice(field, value, battle ? `planned at ${battle.column}` : strength);
  });
  return { prompt, choices };
}

function battles({ field, state, values }: AskedSlot, prompt: string): Wording {
  const choices = values.map((value) => {
    const { attack, defence, column } = reckon(field, state, battleOrdered(state, { target: value }));
    return targetChoice(field, value, `${column}, ${attack} against ${defence}`);
  });
  return { prompt, choices };
}

/** "1107 Watt: Buchanan 1/2/V (5) and Lovell 2/2/V (7)." */
function defenceNote({ field, state, draft }: AskedSlot): string {
  const at = (hex: HexId) => unitsLabel(boardOf(field, state).at(hex));
  return hexesOf(draft)
    .map((hex) => `${hexLabel(field, hex)}: ${at(hex)}.`)
    .join(' ');
}

function attackers(asked: AskedSlot): Wording {
  const { field, state, draft, values } = asked;
  const bound = withThoseBound(field, state, hexesOf(draft), []);
  return {
    prompt: 'Who attacks?',
    choices: values.map((id) => joiner(asked, id, bound.includes(id))),
    note: compact(
      defenceNote(asked),
      'Units in one hex attack together.',
      bound.length > 0 && 'Units that must attack join automatically; add any others.',
    ).join(' '),
  };
}

function guns(asked: AskedSlot, prompt: string): Wording {
  return { prompt, choices: asked.values.map((id) => joiner(asked, id, false)) };
}

/** A unit that may join a battle, with its hex, and the battle it would leave or the fact that it must join. */
function joiner({ field, state, draft }: AskedSlot, id: PieceId, isBound: boolean): Choice {
  const other = battleWith(state, id)?.hexes;
  const elsewhere = other && targetOf(other) !== draft.target ? `, now against ${targetOf(other)}` : '';
  const hint = `in ${hexOf(state, id)}${isBound ? ', must take part' : elsewhere}`;
  return choice(id, unitLabel(pieceOf(field, id)), shortened(hint, 50));
}

function columns({ field, state, draft, values }: AskedSlot): Wording {
  const hexes = hexesOf(draft);
  const joined = attackersInDraft(field, state, draft);
  const reckoning = reckon(field, state, { hexes, attackers: joined });
  const pieces = joined.map((id) => pieceOf(field, id));
  const odds = `${reckoning.attack} against ${reckoning.defence}`;
  return {
    prompt: 'Which column of the combat results table?',
    note: `${unitNames(field, pieces, 8)}, ${strengths(field, { hexes }, reckoning)}.`,
    choices: values.map((column) =>
      choice(column, `${column}, ${odds}`, chancesOf(column as Column, draft.verb === 'bombard')),
    ),
  };
}

/** "defender retreats 2 in 6, attacker retreats 3 in 6, attacker eliminated 1 in 6" */
function chancesOf(column: Column, bombardment: boolean): string {
  const faces = new Map<string, number>();
  for (const [result, number] of CRT.resultsOf(column)) {
    const words = resultWords(result, bombardment, 'short');
    faces.set(words, (faces.get(words) ?? 0) + number);
  }
  return [...faces].map(([words, number]) => `${words} ${number} in ${CRT.faces}`).join(', ');
}

/** Mandatory attacks that are listed one by one. */
const MOST_DUTIES = 8;

/** Asked before something is left undone: moves, mandatory attacks [7.1, 7.5], or guns that could fire without risk. */
function confirmation({ field, state }: AskedSlot): Wording {
  if (state.step === 'move') {
    const left = leftUndone(field, state);
    return { prompt: `${left ? leftWords(left) : ''}. End the movement phase anyway?`, choices: [ANSWERS.end] };
  }
  const mandatory = mandatoryAttacks(field, state);
  if (!isOpen(mandatory)) {
    const idle = idleGuns(field, state).length;
    const units = idle === 1 ? 'One gun unit' : `${idle} gun units`;
    return { prompt: `${units} could still bombard. Finish planning anyway?`, choices: [ANSWERS.finish] };
  }
  const lines = mandatoryAttackWords(field, mandatory);
  const missing = lines.length === 1 ? 'one attack is' : `${lines.length} attacks are`;
  const note = compact(
    'Before you can finish [7.1]:',
    lines.slice(0, MOST_DUTIES).map((line) => `- ${line}.`),
    lines.length > MOST_DUTIES && `- and ${lines.length - MOST_DUTIES} more.`,
  );
  return {
    prompt: `You can’t finish yet: ${missing} still missing.`,
    note: note.join('\n'),
    choices: [ANSWERS.rest],
  };
}
