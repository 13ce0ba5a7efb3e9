import {
  type Choice,
  type Draft,
  labelText,
  type Next,
  type Order,
  type Question,
  type SeatId,
  type SlotValue,
  someLegalOrders,
} from '../game/index.ts';
import { type Button, clipped, type Menu, type Point } from './answer.ts';
import type { Table } from './table.ts';
import { WORDS } from './wording.ts';

/** More orders than this are not laid out as buttons but asked for step by step. */
const MOST_BUTTONS = 20;
const ROW = 5;

export function pointOf({ game, position }: Table): Point {
  return { game: game.id, seq: position.seq };
}

/** The rows under a map: what may be done now, and the table's own buttons last. */
export function rowsFor(table: Table): Button[][] {
  const { game } = table;
  if (game.ended) {
    return [
      [
        { label: 'New campaign', tone: 'bold', press: { do: 'start', system: game.system, variant: game.variant } },
        { label: 'Check the dice', tone: 'plain', press: { do: 'verify', game: game.id } },
        { label: 'Log', tone: 'plain', press: { do: 'log', game: game.id, page: 0 } },
      ],
    ];
  }
  return [...inRows(orderButtons(table)), tableButtons(table)];
}

function tableButtons(table: Table): Button[] {
  const { game, position } = table;
  const undo: Button = { label: 'Take back', tone: 'plain', press: { do: 'undo', point: pointOf(table) } };
  return [
    { label: 'In words', tone: 'plain', press: { do: 'text' } },
    { label: 'Rules', tone: 'plain', press: { do: 'rules' } },
    { label: 'Log', tone: 'plain', press: { do: 'log', game: game.id, page: 0 } },
    ...(position.standing.length > 0 ? [undo] : []),
  ];
}

/** One button an order where one side is asked for one of a few; otherwise one that asks step by step, the presser alone. */
function orderButtons(table: Table): Button[] {
  const { system, position } = table;
  const [asked, ...others] = system.asked(position.state);
  if (asked === undefined) return [];
  if (others.length === 0 && system.seats.length === 1) {
    const { orders, more } = someLegalOrders(system, position.state, asked.seat, MOST_BUTTONS);
    if (!more) return orders.map((order) => orderButton(table, order));
  }
  return [{ label: 'Give an order', tone: 'bold', press: { do: 'ask', point: pointOf(table), draft: {} } }];
}

function orderButton(table: Table, order: Order): Button {
  const label = table.system.label(table.position.state, order);
  return { label: labelText(label, true), tone: label.tone, press: { do: 'order', point: pointOf(table), order } };
}

function inRows<Item>(items: readonly Item[]): Item[][] {
  const rows: Item[][] = [];
  for (let at = 0; at < items.length; at += ROW) rows.push(items.slice(at, at + ROW));
  return rows;
}

/** Discord's limit for one select menu. */
const MOST_CHOICES = 25;

/** The menu for what a draft lacks; null where it lacks nothing, or no legal order begins with it. */
export function menuFor(table: Table, seat: SeatId, draft: Draft): Menu | null {
  if (!isOffered(table, seat, draft)) return null;
  const next: Next = table.system.next(table.position.state, seat, draft);
  if (next.complete || next.question.choices.length === 0) return null;
  const { prompt, slot, choices, several } = next.question;
  const most = Math.min(several?.most ?? 1, MOST_CHOICES, choices.length);
  return {
    prompt:
      choices.length > MOST_CHOICES
        ? `${prompt} The first ${MOST_CHOICES} are listed; the command completes to all.`
        : prompt,
    choosing: { what: 'slot', point: pointOf(table), draft, slot },
    least: Math.min(several?.least ?? 1, most),
    most,
    choices: choices.slice(0, MOST_CHOICES),
  };
}

/** Whether a draft has nothing in it but answers that were offered. It comes from a member's client, and what it says is not trusted. */
function isOffered({ system, position }: Table, seat: SeatId, draft: Draft): boolean {
  let known: Draft = {};
  while (Object.keys(known).length < Object.keys(draft).length) {
    const next = system.next(position.state, seat, known);
    if (next.complete) return false;
    const { slot, choices } = next.question;
    const given = draft[slot];
    if (given === undefined || slot in known) return false;
    const values = typeof given === 'string' ? [given] : given;
    if (!values.every((value) => choices.some((choice) => choice.value === value))) return false;
    known = { ...known, [slot]: given };
  }
  return true;
}

/** `draft` with a chosen answer, in the form its question wants: a list where several may be named. */
export function answered(table: Table, seat: SeatId, draft: Draft, slot: string, values: readonly string[]): Draft {
  const next = table.system.next(table.position.state, seat, draft);
  const several = !next.complete && next.question.slot === slot && next.question.several !== undefined;
  const value: SlotValue = several ? values : (values[0] ?? '');
  return { ...draft, [slot]: value };
}

export interface Completion {
  readonly label: string;
  readonly value: string;
}

/** Discord's limit for the name of a completion, and for its value. */
const LONGEST_COMPLETION = 100;

/**
 * What a command's option completes to: the legal values of a slot, given those already filled in, that match what was typed.
 * Where nothing of the kind is open, the one completion says so; choosing it is refused like any order that is not.
 */
export function completions(table: Table, seat: SeatId, draft: Draft, slot: string, typed: string): Completion[] {
  const open = questionFor(table, seat, draft, slot);
  if (open === null || open.choices.length === 0) return [notice(WORDS.nothingOpen)];
  const parts = open.several ? typed.split(',') : [typed];
  const wanted = simplified(parts.pop() ?? '');
  const before = parts.map((part) => meant(open, part.trim()));
  return open.choices
    .filter(
      ({ value, label }) =>
        !before.includes(value) && (simplified(label).includes(wanted) || simplified(value).includes(wanted)),
    )
    .sort((a, b) => Number(simplified(b.label).startsWith(wanted)) - Number(simplified(a.label).startsWith(wanted)))
    .map((choice) => (open.several ? withBefore(open, before, choice.value) : completion(choice)))
    .filter(({ value }) => value.length <= LONGEST_COMPLETION)
    .slice(0, MOST_CHOICES);
}

function completion({ value, label, hint }: Choice): Completion {
  return { label: clipped(hint === undefined ? label : `${label} · ${hint}`, LONGEST_COMPLETION), value };
}

/** All that is named so far, by names alone: what stands in the option is what a member goes on typing after. */
function withBefore({ choices }: Question, before: readonly string[], value: string): Completion {
  const values = [...before, value];
  const names = values.map((one) => choices.find((choice) => choice.value === one)?.label ?? one);
  return { label: clipped(names.join(', '), LONGEST_COMPLETION), value: values.join(',') };
}

/** A completion that only says something. */
export function notice(label: string): Completion {
  return { label, value: '-' };
}

function questionFor(table: Table, seat: SeatId, draft: Draft, slot: string) {
  let known: Draft = {};
  for (;;) {
    const next = table.system.next(table.position.state, seat, known);
    if (next.complete) return null;
    const { question } = next;
    if (question.slot === slot) return question;
    const given = draft[question.slot];
    if (given === undefined || question.slot in known) return null;
    const value = typeof given === 'string' ? meant(question, given) : given.map((one) => meant(question, one));
    known = { ...known, [question.slot]: value };
  }
}

/** The value a member means by its name; what is no name stays as it is. */
function meant({ choices }: Question, given: string): string {
  return choices.find(({ label }) => simplified(label) === simplified(given))?.value ?? given;
}

function simplified(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
}
