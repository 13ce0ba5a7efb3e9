import type { Choice, Draft, OpenSlot, Question, SeatId } from '../../../game/index.ts';
import { attackBy, checkOdds } from '../rules/attack-odds.ts';
import { answerOfLee } from '../rules/play.ts';
import type { Scenario } from '../scenario.ts';
import type { State } from '../state.ts';
import type { Area, UsLeader, Verb } from '../vocabulary.ts';
import { attackHint, leeHint, oddsHint } from './sentences.ts';

const PROMPTS: { readonly [verb in Verb]?: string } = {
  attack: 'Who attacks?',
  move: 'Where does Grant march?',
  tma: 'Where does Grant turn to?',
};

const VERB_LABELS: { readonly [verb in Verb]: string } = {
  attack: 'Attack',
  move: 'March with Grant',
  tma: 'Turning movement',
  cross: 'Cross the James',
};

/** The question for an open slot. */
export function question(
  numbers: Scenario,
  state: State,
  _seat: SeatId,
  draft: Draft,
  { slot, choices }: OpenSlot,
): Question {
  const verb = draft.verb as Verb;
  if (slot === 'verb')
    return {
      slot,
      prompt: 'What is your order?',
      choices: choices.map(({ value }) => ({ value, label: VERB_LABELS[value as Verb] })),
    };
  const words = verb === 'attack' ? attackChoice : verb === 'move' ? marchChoice : turnChoice;
  return {
    slot,
    prompt: PROMPTS[verb] ?? '',
    choices: choices.map(({ value }) => words(numbers, state, value as UsLeader & Area)),
  };
}

function attackChoice(numbers: Scenario, state: State, value: UsLeader): Choice {
  return { value, label: numbers.leaders[value].name, hint: attackHint(numbers, attackBy(numbers, state, value)) };
}

function marchChoice(numbers: Scenario, state: State, value: Area): Choice {
  const lee = answerOfLee(numbers, state, value);
  const hint = lee === null ? 'costs nothing' : `costs nothing, ${leeHint(numbers, lee)}`;
  return { value, label: numbers.areas[value].name, hint };
}

function turnChoice(numbers: Scenario, _state: State, value: Area): Choice {
  return { value, label: numbers.areas[value].name, hint: oddsHint(checkOdds(numbers, 'grant')) };
}
