import {
  canonical,
  type Draft,
  nextQuestion,
  type Order,
  type Question,
  type SeatId,
  type SlotValue,
} from '../../game/index.ts';
import { logPointOf, type Press } from '../base/reply.ts';
import type { GameTable } from './game-tables.ts';

export interface WizardStep {
  readonly question: Question;
  readonly value: SlotValue;
}

export interface DraftPath {
  readonly steps: readonly WizardStep[];
  readonly draft: Draft;
  readonly open: Question | null;
}

/** Reads an answer; null if it is none of the question's choices. */
type ReadAnswer = (question: Question, given: SlotValue) => SlotValue | null;

/** Answers questions in turn from `given`, until one has no legal answer there: `given` comes from outside. */
export function draftPath(
  { system, position }: GameTable,
  seat: SeatId,
  given: Draft,
  reading: ReadAnswer = offered,
): DraftPath {
  const steps: WizardStep[] = [];
  let draft: Draft = {};
  for (;;) {
    const next = nextQuestion(system, position.state, seat, draft);
    if (next.complete) return { steps, draft, open: null };
    const { question } = next;
    const { slot } = question;
    const answer = slot in draft || !Object.hasOwn(given, slot) ? null : reading(question, given[slot] as SlotValue);
    if (answer === null) return { steps, draft, open: question };
    steps.push({ question, value: answer });
    draft = { ...draft, [slot]: answer };
  }
}

function offered({ choices }: Question, given: SlotValue): SlotValue | null {
  const values = typeof given === 'string' ? [given] : given;
  return values.every((value) => choices.some((choice) => choice.value === value)) ? given : null;
}

export function isOffered(path: DraftPath, draft: Draft): boolean {
  return path.steps.length === Object.keys(draft).length;
}

/** A question with one answer is not asked. */
export function isForced({ choices, several }: Question): boolean {
  return several === undefined && choices.length === 1;
}

/** Answers the open question: with a list if it takes several. */
export function answered({ draft, open }: DraftPath, values: readonly string[]): Draft {
  if (open === null) return draft;
  return { ...draft, [open.slot]: open.several ? values : (values[0] ?? '') };
}

/** Answers forced questions, but does not complete an order. */
export function withoutForced(table: GameTable, seat: SeatId, path: DraftPath): DraftPath {
  if (path.open === null || !isForced(path.open)) return path;
  const further = draftPath(table, seat, answered(path, [path.open.choices[0]?.value ?? '']));
  return further.open === null ? path : withoutForced(table, seat, further);
}

/** The steps before the last question that had a choice; null if there is none. */
export function back({ steps }: DraftPath): readonly WizardStep[] | null {
  const last = steps.findLastIndex(({ question }) => !isForced(question));
  return last < 0 ? null : steps.slice(0, last);
}

/** The marked values of a long list; null if nothing is being marked. */
export type Marked = readonly string[] | null;

/**
 * The path to a draft, for a button's id. Each answer is a number in base 36: the index of its choice, or `_` and a
 * bit mask of several. Marked values are `~` and a bit mask. A checksum follows.
 */
export function pathCode(
  steps: readonly WizardStep[],
  marked: { readonly question: Question; readonly values: Marked } | null,
) {
  const ways = steps.map(({ question, value }) =>
    typeof value === 'string' ? placeOf(question, value).toString(36) : `_${bits(question, value)}`,
  );
  const values = marked?.values ?? null;
  const last = marked && values ? [`~${bits(marked.question, values)}`] : [];
  const draft = Object.fromEntries(steps.map(({ question, value }) => [question.slot, value]));
  return `${[...ways, ...last].join('.')}-${checkOf(draft, values)}`;
}

/** Null if the path is invalid or leads nowhere at this table. */
export function readPathCode(
  table: GameTable,
  seat: SeatId,
  text: string,
): { readonly draft: Draft; readonly marked: Marked } | null {
  const [way = '', check, ...more] = text.split('-');
  if (check === undefined || more.length > 0) return null;
  let path = draftPath(table, seat, {});
  let marked: Marked = null;
  for (const part of way === '' ? [] : way.split('.')) {
    const values: Marked = path.open && marked === null ? valuesOf(path.open, part) : null;
    if (values === null) return null;
    if (part.startsWith('~')) marked = values;
    else path = draftPath(table, seat, answered(path, values));
  }
  return check === checkOf(path.draft, marked) ? { draft: path.draft, marked } : null;
}

const PART = /^([_~]?)([0-9a-z]{1,70})$/;

function valuesOf({ choices, several }: Question, part: string): readonly string[] | null {
  const [, kind, digits = ''] = PART.exec(part) ?? [];
  if (kind === undefined) return null;
  const isList = kind !== '';
  const takesList = several !== undefined;
  if (isList !== takesList) return null;
  if (!isList) {
    const choice = choices[Number.parseInt(digits, 36)];
    return choice ? [choice.value] : null;
  }
  let sum = 0n;
  for (const digit of digits) sum = sum * 36n + BigInt(Number.parseInt(digit, 36));
  if (sum >> BigInt(choices.length) > 0n) return null;
  return choices.filter((_, at) => (sum >> BigInt(at)) & 1n).map(({ value }) => value);
}

function placeOf({ choices }: Question, value: string): number {
  return choices.findIndex((choice) => choice.value === value);
}

function bits(question: Question, values: readonly string[]): string {
  const places = new Set(values.map((value) => placeOf(question, value)));
  let sum = 0n;
  for (const place of places) sum += 1n << BigInt(place);
  return sum.toString(36);
}

/** Four digits of FNV-1a: enough to notice that the rules have changed. */
function checkOf(draft: Draft, marked: Marked): string {
  let hash = 0x811c9dc5;
  for (const letter of canonical([draft, marked])) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36).slice(-4);
}

/** Discord's limit for a button's id, less its kind, game and number. */
const ROOM = 75;

/** Whether a button's id has room for a draft, or a menu's for a draft and a slot. */
export function fitsInId(draft: Draft, slot = ''): boolean {
  let length = slot.length + 1;
  for (const [name, value] of Object.entries(draft)) {
    // Adds `=`, `&`, and for several values the star and commas.
    length += name.length + 3;
    for (const one of [value].flat()) length += encodeURIComponent(one).length + 1;
  }
  return length <= ROOM;
}

/**
 * A press that asks on from some steps, or gives their order.
 * @param whole the steps make a whole order
 * @param replaces the press edits the pressed message
 */
export function pressFor(
  table: GameTable,
  steps: readonly WizardStep[],
  { whole = false, replaces = false }: { readonly whole?: boolean; readonly replaces?: boolean },
): Press {
  const point = logPointOf(table);
  const draft: Draft = Object.fromEntries(steps.map(({ question, value }) => [question.slot, value]));
  if (!replaces && fitsInId(draft))
    return whole ? { do: 'order', point, order: draft as Order } : { do: 'ask', point, draft };
  return { do: 'go', point, path: pathCode(steps, null), page: 0 };
}

export type DraftSource = (
  table: GameTable,
  seat: SeatId,
) => { readonly draft: Draft; readonly page?: number; readonly marked?: Marked; readonly typed?: string } | null;
