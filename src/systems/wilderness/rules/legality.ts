import {
  type Order as AnyOrder,
  ask,
  type Draft,
  type Legality,
  type Next,
  type Question,
  type SlotValue,
} from '../../../game/index.ts';
import { NOTHING, ordersInstead, through } from '../../../kit/draft-steps.ts';
import { oncePer } from '../../../kit/memo.ts';
import { boardOf } from '../board.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { isSide, type Order, otherSide, SIDES, type Side, VERBS, type Verb } from '../vocabulary.ts';
import { verbLabel } from '../words/command-words.ts';
import { ENDS, QUESTIONS } from '../words/prompts.ts';
import { type RefusalReason, reason } from '../words/refusal-reason.ts';
import { claim, show } from './claims.ts';
import { advance } from './combat/aftermath.ts';
import { attack, hasty } from './combat/attack.ts';
import { charge } from './combat/charge.ts';
import { loseOrder } from './combat/lose-order.ts';
import { entrench } from './movement/entrench.ts';
import { move } from './movement/march.ts';
import { probe } from './movement/probe.ts';
import { detrain, rail } from './movement/rail.ts';
import { sea } from './movement/sea.ts';
import type { AnyOrderRule, Moment, OrderRule, SlotRule } from './order-rule.ts';
import { done } from './phases.ts';
import { reinforce, transfer } from './reinforcement.ts';
import { place } from './set-up.ts';

const RULES: { readonly [V in Verb]: OrderRule<V> } = {
  place,
  reinforce,
  transfer,
  move,
  rail,
  detrain,
  sea,
  entrench,
  probe,
  hasty,
  attack,
  charge,
  lose: loseOrder,
  advance,
  claim,
  show,
  done,
};

export function ruleOf(verb: Verb): AnyOrderRule {
  return RULES[verb];
}

/** The sides that give an order now: both in set-up, nobody at the end. It lies open who they are. */
export function toDecide({ over, step, ready, pending, side }: State): readonly Side[] {
  if (over) return [];
  if (step === 'setup') return SIDES.filter((one) => !ready[one]);
  return [pending[0]?.side ?? (step === 'probe' ? otherSide(side) : side)];
}

export function momentOf(theatre: Theatre, state: State, side: Side): Moment {
  return { theatre, state, board: boardOf(theatre, state), side };
}

/**
 * Everything that a side may do in a position, slot by slot. This is the only place that says what is legal; `apply` and refusals ask it
 * too. What it says rests on the side's own counters and on what lies open.
 */
export function next(theatre: Theatre, state: State, seat: string, draft: Draft): Next {
  if (!isSide(seat) || !toDecide(state).includes(seat)) return NOTHING;
  const moment = momentOf(theatre, state, seat);
  if (draft.verb === undefined) return Object.keys(draft).length === 0 ? ask(verbQuestion(moment, state)) : NOTHING;
  const verb = verbOf(draft);
  if (verb === null || RULES[verb].closed(moment) !== null) return NOTHING;
  return through(
    draft,
    RULES[verb].slots.map((slot) => (given) => noted(moment, slot, given, questionOf(moment, slot, given))),
  );
}

/** A question with what a member should know before answering, which only those who read it need. */
function noted(moment: Moment, { note }: SlotRule, draft: Draft, question: Question): Question {
  const isAsked = question.choices.length > 0 && draft[question.slot] === undefined;
  const text = isAsked ? (note?.(moment, draft, question.choices) ?? null) : null;
  return text === null ? question : { ...question, note: text };
}

const questions = oncePer((_state: State) => new Map<Side, Question>());

function verbQuestion(moment: Moment, state: State): Question {
  const known = questions(state);
  const question = known.get(moment.side) ?? {
    slot: 'verb',
    prompt: QUESTIONS.order,
    choices: VERBS.filter((verb) => isOpen(moment, verb)).map((verb) => ({
      value: verb,
      label: verb === 'done' ? ENDS[state.step] : verbLabel(verb),
    })),
  };
  known.set(moment.side, question);
  return question;
}

/** Whether an order of a kind may be given: it is the time for it, and its first slot can be filled. */
function isOpen(moment: Moment, verb: Verb): boolean {
  const { closed, slots } = RULES[verb];
  if (closed(moment) !== null) return false;
  const [first] = slots;
  return !first || first.candidates(moment, { verb }).some((value) => first.fault(moment, { verb }, value) === null);
}

function questionOf(moment: Moment, rule: SlotRule, draft: Draft): Question {
  const { slot, prompt, several } = rule;
  const values = rule.candidates(moment, draft).filter((value) => rule.fault(moment, draft, value) === null);
  const choices = values.map((value) => rule.choice(moment, draft, value));
  return { slot, prompt, choices, ...(several ? { several: several(moment, draft, choices.length) } : {}) };
}

function verbOf({ verb }: Draft): Verb | null {
  return VERBS.find((one) => one === verb) ?? null;
}

/** Whether an order of a side is legal, as the list would have it, without the list being written out. */
export function isListed(moment: Moment, order: Order): boolean {
  const { closed, slots } = RULES[order.verb];
  if (closed(moment) !== null || Object.keys(order).length !== slots.length + 1) return false;
  let draft: Draft = { verb: order.verb };
  for (const rule of slots) {
    const value = (order as AnyOrder)[rule.slot];
    if (value === undefined || (typeof value === 'string') !== (rule.several === undefined)) return false;
    if (typeof value === 'string' ? rule.fault(moment, draft, value) !== null : !isListedOf(moment, rule, draft, value))
      return false;
    draft = { ...draft, [rule.slot]: value };
  }
  return true;
}

/** Several values stand in the order of the choices, each once. */
function isListedOf(moment: Moment, rule: SlotRule, draft: Draft, values: readonly string[]): boolean {
  const { choices, several } = questionOf(moment, rule, draft);
  const places = values.map((value) => choices.findIndex((choice) => choice.value === value));
  return (
    several !== undefined &&
    values.length >= several.least &&
    values.length <= several.most &&
    places.every((at, index) => at >= 0 && (index === 0 || at > (places[index - 1] as number)))
  );
}

/** The same for one theatre, as `src/game` asks it. */
export function legality(theatre: Theatre): Legality<State> {
  return { next: (state, seat, draft) => next(theatre, state, seat, draft) };
}

/** Why an order of a side that is asked is not in the list, from the first of its slots that does not stand there. */
export function faultOf(moment: Moment, order: Order): RefusalReason {
  const { closed, slots } = RULES[order.verb];
  const shut = closed(moment);
  if (shut) return shut;
  let draft: Draft = { verb: order.verb };
  for (const rule of slots) {
    const given = (order as AnyOrder)[rule.slot] as SlotValue;
    for (const value of [given].flat()) {
      const fault = rule.fault(moment, draft, value, order as AnyOrder);
      if (fault) return fault;
    }
    const question = questionOf(moment, rule, draft);
    if (question.several) {
      const { least, most } = question.several;
      const count = [given].flat().length;
      if (count < least || count > most) return reason('how-many', null, { least, most });
    }
    draft = { ...draft, [rule.slot]: given };
  }
  return reason('not-listed', null);
}

/** What may be done instead: orders that begin as the refused one does, as far as it can be followed, or a little of everything. */
export function alternatives(theatre: Theatre, state: State, seat: string, order: Order | null): readonly AnyOrder[] {
  const slots = order ? RULES[order.verb].slots.map(({ slot }) => slot) : [];
  const beginnings = slots.map((_, at): Draft => {
    const named = ['verb', ...slots.slice(0, slots.length - 1 - at)];
    return Object.fromEntries(named.map((slot) => [slot, (order as AnyOrder)[slot]])) as Draft;
  });
  return ordersInstead(legality(theatre), state, seat, beginnings, VERBS, { alike: 4, each: 1, all: 12 });
}
