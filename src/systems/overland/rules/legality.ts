import {
  ask,
  type Choice,
  COMPLETE,
  type Draft,
  type Legality,
  type Next,
  type SlotValue,
} from '../../../game/index.ts';
import type { Scenario } from '../scenario.ts';
import { contested, type State } from '../state.ts';
import { type Area, BEFORE_THE_JAMES, US, US_LEADERS, type UsLeader, type Verb } from '../vocabulary.ts';
import { QUESTIONS, VERB_LABELS } from '../words/command-words.ts';
import { attackChoice, wordsOf } from '../words/order-choices.ts';
import { attackBy } from './attack-odds.ts';
import { answerOfLee } from './lee-reactions.ts';

/**
 * Everything that may be done in a position, slot by slot: the verb, then who or where. This is the only place that says what is
 * legal; `apply` and the wording of refusals ask it too.
 */
export function next(numbers: Scenario, state: State, seat: string, draft: Draft): Next {
  const legal = seat === US && state.over === null;
  switch (draft.verb) {
    case undefined:
      return legal ? verbs(numbers, state) : NOTHING;
    case 'attack':
      if (draft.leader !== undefined) return answered(legal, attackers(numbers, state), draft.leader);
      return ask({ slot: 'leader', prompt: QUESTIONS.attack, choices: legal ? attacks(numbers, state) : [] });
    case 'move':
      if (draft.to !== undefined) return answered(legal, mayMoveTo(numbers, state), draft.to);
      return ask({ slot: 'to', prompt: QUESTIONS.move, choices: legal ? moves(numbers, state) : [] });
    case 'tma':
      if (draft.to !== undefined) return answered(legal, mayTurnTo(numbers, state), draft.to);
      return ask({ slot: 'to', prompt: QUESTIONS.tma, choices: legal ? turns(numbers, state) : [] });
    case 'cross':
      return legal && mayCross(state) ? COMPLETE : NOTHING;
    default:
      return NOTHING;
  }
}

/** The same for one scenario, as `src/game` asks it. */
export function legality(numbers: Scenario): Legality<State> {
  return {
    next(state, seat, draft) {
      return next(numbers, state, seat, draft);
    },
  };
}

const NOTHING = verbQuestion([]);

function answered(legal: boolean, offered: readonly string[], value: SlotValue): Next {
  return legal && typeof value === 'string' && offered.includes(value) ? COMPLETE : NOTHING;
}

function verbQuestion(choices: readonly Choice[]): Next {
  return ask({ slot: 'verb', prompt: QUESTIONS.verb, choices });
}

const VERBS: readonly { readonly value: Verb; readonly label: string }[] = [
  { value: 'attack', label: VERB_LABELS.attack },
  { value: 'move', label: VERB_LABELS.move },
  { value: 'tma', label: VERB_LABELS.tma },
  { value: 'cross', label: VERB_LABELS.cross },
];
/** The question for each set of open verbs: bit by bit in the order of the list. */
const VERB_QUESTIONS: readonly Next[] = Array.from({ length: 2 ** VERBS.length }, (_, open) =>
  verbQuestion(VERBS.filter((_verb, at) => (open >> at) & 1)),
);

function verbs(numbers: Scenario, state: State): Next {
  const open =
    (attackers(numbers, state).length > 0 ? 1 : 0) +
    (mayMoveTo(numbers, state).length > 0 ? 2 : 0) +
    (mayTurnTo(numbers, state).length > 0 ? 4 : 0) +
    (mayCross(state) ? 8 : 0);
  return VERB_QUESTIONS[open] as Next;
}

function attacks(numbers: Scenario, state: State): Choice[] {
  return attackers(numbers, state).map((leader) => attackChoice(numbers, attackBy(numbers, state, leader)));
}

function moves(numbers: Scenario, state: State): Choice[] {
  const { marches } = wordsOf(numbers);
  return mayMoveTo(numbers, state).map((area) => marches[area][answerOfLee(numbers, state, area) ?? 'stays']);
}

function turns(numbers: Scenario, state: State): Choice[] {
  const words = wordsOf(numbers);
  return mayTurnTo(numbers, state).map((area) => words.turns[area]);
}

/** Who has somebody to fight: in his own contested area, or in Richmond by an arrow from an uncontested one [I.e] [I.j] (ruling 3). */
function attackers(numbers: Scenario, state: State): UsLeader[] {
  const open: UsLeader[] = [];
  for (const leader of US_LEADERS) {
    const at = state.us[leader];
    if (numbers.areas[at].richmond !== null || contested(state, at)) open.push(leader);
  }
  return open;
}

const NOWHERE: readonly Area[] = [];

/** Where Grant may march: from an uncontested area along a line [X] (ruling 6). Lines never lead into Richmond. */
export function mayMoveTo(numbers: Scenario, state: State): readonly Area[] {
  return contested(state, state.us.grant) ? NOWHERE : numbers.lines[state.us.grant];
}

/** Where an earned Turning Movement Attempt may lead: adjacent, uncontested, not Richmond [XI] (ruling 8). */
export function mayTurnTo(numbers: Scenario, state: State): readonly Area[] {
  if (!state.turning) return NOWHERE;
  const { lee, beauregard, breckinridge } = state.csa;
  return numbers.lines[state.us.grant].filter((area) => area !== lee && area !== beauregard && area !== breckinridge);
}

/** From an uncontested Savage Station [XIII] (ruling 11). */
function mayCross(state: State): boolean {
  return state.us.grant === BEFORE_THE_JAMES && !contested(state, BEFORE_THE_JAMES);
}
