import {
  type Choice,
  type Draft,
  LONGEST_CHOICE,
  MOST_CHOICES,
  type Question,
  type SeatId,
  type SlotValue,
} from '../../game/index.ts';
import { closest, isExactly, theOne } from '../base/fuzzy-match.ts';
import { ORDER_ANSWERS, ORDER_MENU } from '../base/order-words.ts';
import { clipped } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { type DraftPath, draftPath } from '../table/order-wizard.ts';
import { hinted } from './order-menu.ts';

export interface Completion {
  readonly label: string;
  readonly value: string;
  /** What it is searched by, where its label has no room for all of that. */
  readonly full?: string;
}

/**
 * What a command's option completes to: the legal values of a slot, given those already filled in, that match what was typed, the best
 * match first. Where nothing of the kind is open, the one completion says so; choosing it is refused like any order that is not.
 */
export function completions(table: GameTable, seat: SeatId, draft: Draft, slot: string, typed: string): Completion[] {
  const open = questionFor(table, seat, draft, slot);
  if (typeof open === 'string') return [notice(open)];
  const parts = open.several ? typed.split(',') : [typed];
  const wanted = parts.pop() ?? '';
  const before = parts.map((part) => meantValue(open, part.trim()) ?? part.trim());
  const left = open.choices
    .filter(({ value }) => !before.includes(value))
    .map((choice) => ({ ...hinted(table, seat, choice) }));
  const found = closest(left, wanted).map((choice) =>
    open.several ? withBefore(open, before, choice.value) : completion(choice),
  );
  const fitting = found.filter(({ value }) => value.length <= LONGEST_CHOICE).slice(0, MOST_CHOICES);
  return fitting.length === 0 && found.length > 0 ? [notice(ORDER_ANSWERS.noRoom)] : fitting;
}

function completion({ value, label, hint }: Choice): Completion {
  return { label: clipped(hint === undefined ? label : `${label} · ${hint}`, LONGEST_CHOICE), value };
}

/** All that is named so far, by names alone: what stands in the option is what a member goes on typing after. */
function withBefore({ choices }: Question, before: readonly string[], value: string): Completion {
  const values = [...before, value];
  const names = values.map((one) => choices.find((choice) => choice.value === one)?.label ?? one);
  return { label: clipped(names.join(', '), LONGEST_CHOICE), value: values.join(',') };
}

/** The question that asks for a slot, or why it is not asked. */
function questionFor(table: GameTable, seat: SeatId, draft: Draft, slot: string): Question | string {
  const { system } = table;
  const verb = typeof draft.verb === 'string' ? draft.verb : '';
  const spec = system.verbs.find((one) => one.verb === verb);
  if (!spec) return ORDER_ANSWERS.nothingOpen;
  if (!spec.slots.some((one) => one.slot === slot)) return ORDER_MENU.notUsedBy(system.title);
  const { [slot]: _, ...others } = draft;
  const { open, steps } = draftPath(table, seat, others, answerMeant);
  if (open?.slot === slot) return open.choices.length > 0 ? open : ORDER_ANSWERS.nothingOpen;
  if (steps.length === 0) return ORDER_ANSWERS.nothingOpen;
  // An earlier question lacks its answer.
  if (open !== null && !Object.hasOwn(draft, open.slot)) return clipped(`First: ${open.prompt}`, LONGEST_CHOICE);
  return open === null ? ORDER_ANSWERS.notAsked : ORDER_ANSWERS.nothingOpen;
}

/** What a member has typed for a question: a value, a name, or the beginning of the one thing it can be. */
export function answerMeant(question: Question, given: SlotValue): SlotValue | null {
  if (typeof given === 'string') return question.several ? null : meantValue(question, given);
  if (!question.several) return null;
  const values = given.map((one) => meantValue(question, one));
  return values.every((value) => value !== null) ? values : null;
}

function meantValue({ choices }: Question, given: string): string | null {
  const exactly = choices.find((choice) => choice.value === given) ?? choices.find((one) => isExactly(one, given));
  if (exactly) return exactly.value;
  return theOne(choices, given)?.value ?? null;
}

/**
 * As much of an order that was typed as is understood, where it lacks something: the member is asked for it. Null: it lacks nothing, or
 * says something that is not offered, and is for the rules to judge.
 */
export function typedSoFar(table: GameTable, seat: SeatId, draft: Draft): DraftPath | null {
  const path = draftPath(table, seat, draft, answerMeant);
  const { open, steps } = path;
  if (open === null || open.choices.length === 0) return null;
  // Of a list that may be empty, nothing is an answer.
  if (open.several?.least === 0) return null;
  if (!Object.hasOwn(draft, open.slot)) return path;
  return steps.length === 0 && lacks(table, draft) ? path : null;
}

/** Whether an order lacks what every order of its verb has. */
function lacks({ system }: GameTable, draft: Draft): boolean {
  const spec = system.verbs.find(({ verb }) => verb === draft.verb);
  return spec?.slots.some(({ slot, optional }) => !optional && !Object.hasOwn(draft, slot)) ?? false;
}

const NOTICE = '-';

/** A completion that only says something, whatever has been typed. */
export function notice(label: string): Completion {
  return { label, value: NOTICE };
}

export function isNotice({ value }: Completion): boolean {
  return value === NOTICE;
}
