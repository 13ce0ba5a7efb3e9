import { ask, type Draft, type Next, type Question, type SlotValue } from '../../../../game/index.ts';
import { type DraftStep, NOTHING, one, through } from '../../../../kit/draft-steps.ts';
import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexLabel } from '../../../../kit/hex/hex-names.ts';
import { listed } from '../../../../kit/plain-english.ts';
import { pieceOf } from '../../board.ts';
import type { Field } from '../../field.ts';
import type { Pending, State } from '../../state.ts';
import type { PieceId, Verb } from '../../vocabulary.ts';
import { verbLabel } from '../../words/command-words.ts';
import {
  ANSWERS,
  CHOICE_QUESTIONS,
  COMBAT_QUESTIONS,
  ENDS,
  exchangePrompt,
  idleGunsPrompt,
  mandatoryAttackLines,
  missingAttacks,
  moreMandatory,
  NOTES,
  QUESTIONS,
  retreatPrompt,
} from '../../words/prompts.ts';
import { destinationLabel, NOBODY, unitLabel } from '../../words/unit-names.ts';
import { reckon } from './battle-odds.ts';
import {
  attackTarget,
  bombardTarget,
  columns,
  firing,
  hexesOf,
  joiners,
  supporters,
  targetChoice,
} from './battle-questions.ts';
import { isOpen, mandatoryAttacks } from './mandatory-attacks.ts';
import { advances, fewest, losable, retreats, sharers } from './pending-choices.ts';
import type { RetreatWay } from './retreat-ways.ts';
import { idleGuns, targetsOf } from './targets.ts';

/** What the phasing side may do in its combat phase while nothing is pending, slot by slot. */
export function combatNext(field: Field, state: State, draft: Draft): Next {
  if (draft.verb === undefined)
    return asking(
      COMBAT_QUESTIONS[state.step === 'plan' ? 'plan' : 'fight'],
      combatVerbs(field, state),
      ENDS[state.step],
    );
  if (!mayBe(field, state, draft.verb)) return NOTHING;
  switch (draft.verb) {
    case 'attack':
      return through(draft, [
        () => attackTarget(field, state),
        ({ target }) => joiners(field, state, hexesOf(target)),
        ({ target }) => supporters(field, state, hexesOf(target)),
        (given) => columns(field, state, given),
      ]);
    case 'bombard':
      return through(draft, [
        () => bombardTarget(field, state),
        ({ target }) => firing(field, state, hexesOf(target)),
        (given) => columns(field, state, given),
      ]);
    case 'cancel':
    case 'fight':
      return through(draft, [() => battleQuestion(field, state, draft.verb as Verb)]);
    case 'retreat':
      return through(draft, retreatSteps(field, sharers(field, state)));
    case 'done':
      return through(draft, [() => sureQuestion(field, state)]);
    default:
      return NOTHING;
  }
}

function combatVerbs(field: Field, state: State): readonly Verb[] {
  // Once every required battle is planned, members mostly want to finish.
  const met = state.step === 'plan' && state.battles.length > 0 && !isOpen(mandatoryAttacks(field, state));
  return (met ? END_FIRST : END_LAST).filter((verb) => mayBe(field, state, verb));
}

const END_LAST = ['attack', 'bombard', 'cancel', 'fight', 'retreat', 'done'] as const;
const END_FIRST = ['done', 'attack', 'bombard', 'cancel'] as const;

/** Whether a verb is one of those that may be given now. */
function mayBe(field: Field, state: State, verb: SlotValue): boolean {
  const plan = state.step === 'plan';
  switch (verb) {
    case 'attack':
      return plan && targetsOf(field, state).attack.length > 0;
    case 'bombard':
      return plan && targetsOf(field, state).bombard.length > 0;
    case 'cancel':
      return plan && state.battles.length > 0;
    case 'fight':
      return !plan && state.battles.length > 0;
    case 'retreat':
      return !plan && sharers(field, state).size > 0;
    case 'done':
      return plan || state.battles.length === 0;
    default:
      return false;
  }
}

/** What the side that is asked first has to choose. */
export function pendingNext(field: Field, state: State, draft: Draft): Next {
  const [pending] = state.pending;
  if (!pending) return NOTHING;
  if (draft.verb === undefined) return asking(CHOICE_QUESTIONS[pending.kind], [pending.kind]);
  if (draft.verb !== pending.kind) return NOTHING;
  switch (pending.kind) {
    case 'retreat':
      return through(draft, retreatSteps(field, retreats(field, state, pending)));
    case 'lose':
      return through(draft, [() => loseQuestion(field, state, pending)]);
    case 'advance':
      return through(draft, advanceSteps(field, state, pending));
    default:
      return pending satisfies never;
  }
}

function asking(prompt: string, verbs: readonly Verb[], ends = verbLabel('done')): Next {
  const label = (verb: Verb) => (verb === 'done' ? ends : verbLabel(verb));
  return ask({ slot: 'verb', prompt, choices: verbs.map((value) => ({ value, label: label(value) })) });
}

function battleQuestion(field: Field, state: State, verb: Verb): Question {
  return {
    slot: 'target',
    prompt: verb === 'fight' ? QUESTIONS.fought : QUESTIONS.cancelled,
    choices: state.battles.map((battle) => {
      const { attack, defence, column } = reckon(field, state, battle);
      return targetChoice(field, battle.hexes, `${column}, ${attack} against ${defence}`);
    }),
  };
}

/** Asked while something must still be attacked: the rest can be planned by the game [7.1, 7.5]. */
function restQuestion(field: Field, state: State): Question {
  const lines = mandatoryAttackLines(field, mandatoryAttacks(field, state));
  const note = [NOTES.beforeFinish, ...lines.slice(0, MOST_DUTIES)];
  if (lines.length > MOST_DUTIES) note.push(moreMandatory(lines.length - MOST_DUTIES));
  return {
    slot: 'sure',
    prompt: missingAttacks(lines.length),
    note: note.join('\n'),
    choices: [ANSWERS.rest],
  };
}

const MOST_DUTIES = 8;

/** Asked while the plan leaves guns idle that could do harm at no risk. */
function sureQuestion(field: Field, state: State): Question | null {
  if (state.step === 'plan' && isOpen(mandatoryAttacks(field, state))) return restQuestion(field, state);
  const idle = state.step === 'plan' ? idleGuns(field, state) : [];
  if (idle.length === 0) return null;
  return { slot: 'sure', prompt: idleGunsPrompt(idle.length), choices: [ANSWERS.finish] };
}

function retreatSteps(field: Field, ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): readonly DraftStep[] {
  const wayOf = ({ unit, to }: Draft) => ways.get(one(unit))?.find((way) => way.to === to);
  return [
    () => ({
      slot: 'unit',
      prompt: QUESTIONS.firstBack,
      choices: [...ways.keys()].map((id) => ({ value: id, label: unitLabel(pieceOf(field, id)) })),
    }),
    ({ unit }) => ({
      slot: 'to',
      prompt: retreatPrompt(field, pieceOf(field, one(unit))),
      choices: (ways.get(one(unit)) ?? []).map(({ to, displacing }) => ({
        value: to,
        label: destinationLabel(field, to),
        ...(displacing.length > 0 ? { hint: NOTES.full } : {}),
      })),
    }),
    (draft) => {
      const displacing = wayOf(draft)?.displacing ?? [];
      if (displacing.length === 0) return null;
      return {
        slot: 'displacing',
        prompt: QUESTIONS.displaced,
        choices: displacing.map((id) => ({ value: id, label: unitLabel(pieceOf(field, id)) })),
      };
    },
  ];
}

function loseQuestion(field: Field, state: State, pending: Extract<Pending, { kind: 'lose' }>): Question {
  const pieces = losable(field, state, pending);
  return {
    slot: 'units',
    prompt: exchangePrompt(pending.need),
    note: NOTES.exchange,
    choices: pieces.map((piece) => ({ value: piece.id, label: unitLabel(piece) })),
    several: { least: fewest(pieces, pending.need), most: pieces.length },
  };
}

function advanceSteps(
  field: Field,
  state: State,
  pending: Extract<Pending, { kind: 'advance' }>,
): readonly DraftStep[] {
  const into = advances(field, state, pending);
  const names = (hexes: readonly HexId[]) => `into ${listed(hexes, ' or ')}`;
  return [
    () => ({
      slot: 'unit',
      prompt: QUESTIONS.advances,
      choices: [
        ...[...into].map(([id, hexes]) => ({ value: id, label: unitLabel(pieceOf(field, id)), hint: names(hexes) })),
        { value: 'none', label: NOBODY },
      ],
    }),
    ({ unit }) => {
      const hexes = into.get(one(unit)) ?? [];
      if (hexes.length < 2) return null;
      return {
        slot: 'to',
        prompt: QUESTIONS.intoHex,
        choices: hexes.map((hex) => ({ value: hex, label: hexLabel(field, hex) })),
      };
    },
  ];
}
