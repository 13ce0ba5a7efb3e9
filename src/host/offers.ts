import { counted, standingVotes } from '../council/index.ts';
import {
  type Choice,
  type Draft,
  labelText,
  type Next,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  type SlotValue,
  someLegalOrders,
} from '../game/index.ts';
import { type Button, clipped, type Menu, type Point } from './answer.ts';
import { type OpenBallot, orderBallot, orderBallots, type Table } from './table.ts';
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
        { label: 'Recap', tone: 'plain', press: { do: 'recap', game: game.id } },
        { label: 'Check the dice', tone: 'plain', press: { do: 'verify', game: game.id } },
        { label: 'Log', tone: 'plain', press: { do: 'log', game: game.id, page: 0 } },
      ],
    ];
  }
  const orders = inRows(orderButtons(table));
  const [ballot] = orderBallots(table);
  return [...orders, ballot ? ballotButtons(table, ballot) : tableButtons(table)];
}

const WORDS_BUTTON: Button = { label: 'In words', tone: 'plain', press: { do: 'text' } };
/** How the table decides. */
export const DECIDE: Button = { label: 'How we decide', tone: 'plain', press: { do: 'council' } };

function logButton({ game }: Table): Button {
  return { label: 'Log', tone: 'plain', press: { do: 'log', game: game.id, page: 0 } };
}

function tableButtons(table: Table): Button[] {
  const undo: Button = { label: 'Take back', tone: 'plain', press: { do: 'undo', point: pointOf(table) } };
  return [
    WORDS_BUTTON,
    { label: 'Rules', tone: 'plain', press: { do: 'rules' } },
    logButton(table),
    ...(table.position.standing.length > 0 ? [undo] : []),
    DECIDE,
  ];
}

/** While a ballot is open, taking back is left to its command: its button would read as if it took a vote back. */
function ballotButtons(table: Table, ballot: OpenBallot): Button[] {
  return [myVote(ballot), ...tableButtons(table).filter(({ press }) => press.do !== 'undo')];
}

export function myVote({ id }: Pick<OpenBallot, 'id'>): Button {
  return { label: 'My vote', tone: 'plain', press: { do: 'mine', ballot: id } };
}

/** The seat whose few legal orders are laid out; null: there are several that are asked, or might be. */
function laidOut({ system, position }: Table): SeatId | null {
  const [asked, ...others] = system.asked(position.state);
  return asked !== undefined && others.length === 0 && system.seats.length === 1 ? asked.seat : null;
}

/** One button an order where one side is asked for one of a few; otherwise one that asks step by step, the presser alone. */
function orderButtons(table: Table): Button[] {
  const { system, position } = table;
  if (system.asked(position.state).length === 0 || orderMenu(table)) return [];
  const seat = laidOut(table);
  if (seat !== null) {
    const { orders, more } = someLegalOrders(system, position.state, seat, MOST_BUTTONS);
    if (!more) return orders.map((order) => orderButton(table, seat, order));
  }
  const label = orderBallots(table).length > 0 ? 'Vote for an order' : 'Give an order';
  return [{ label, tone: 'bold', press: { do: 'ask', point: pointOf(table), draft: {} } }];
}

function orderButton(table: Table, seat: SeatId, order: Order): Button {
  const { tone } = table.system.label(table.position.state, order);
  return { label: orderLabel(table, seat, order), tone, press: { do: 'order', point: pointOf(table), order } };
}

/** An order as it is offered: with its odds, and in a ballot the votes it has, unless they are sealed. */
function orderLabel(table: Table, seat: SeatId, order: Order): string {
  const ballot = orderBallot(table, seat);
  const label = table.system.label(table.position.state, order);
  if (!ballot) return labelText(label, true);
  if (ballot.rules.sealed) return labelText(label, false);
  const votes = standingVotes(ballot.votes).filter(({ choice }) => choice === orderKey(order)).length;
  const after = [label.chance ?? label.odds, votes === 0 ? undefined : counted(votes, 'vote')]
    .filter((part) => part !== undefined)
    .map((part) => ` · ${part}`)
    .join('');
  // What is counted is what a vote looks for: of a long name the end gives way.
  return clipped(label.text, LONGEST_LABEL - after.length) + after;
}

/** Discord's limit for a button. */
const LONGEST_LABEL = 80;

/** A ballot's orders as one list, where there are more than buttons but no more than a list holds. */
export function orderMenu(table: Table): Menu | null {
  const { system, position, game } = table;
  const seat = laidOut(table);
  if (game.ended || seat === null || orderBallots(table).length === 0) return null;
  const { orders, more } = someLegalOrders(system, position.state, seat, MOST_CHOICES);
  if (more || orders.length <= MOST_BUTTONS) return null;
  if (orders.some((order) => orderKey(order).length > LONGEST_COMPLETION)) return null;
  return {
    prompt: 'Vote for an order',
    choosing: { what: 'order', point: pointOf(table) },
    least: 1,
    most: 1,
    choices: orders.map((order) => ({ value: orderKey(order), label: orderLabel(table, seat, order) })),
  };
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
    choices: choices.slice(0, MOST_CHOICES).map((choice) => hinted(table, seat, choice)),
  };
}

/** A choice with what it means, which a sealed ballot does not tell. */
function hinted({ ballots }: Table, seat: SeatId, choice: Choice): Choice {
  return sealsAt(ballots, seat) ? { value: choice.value, label: choice.label } : choice;
}

function sealsAt(ballots: readonly OpenBallot[], seat: SeatId): boolean {
  return ballots.some((ballot) => ballot.seat === seat && ballot.rules.sealed);
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
  /** What it is searched by, where its label has no room for all of that. */
  readonly full?: string;
}

/** Discord's limit for the name of a completion, and for its value or a menu's. */
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
    .map((choice) => (open.several ? withBefore(open, before, choice.value) : completion(hinted(table, seat, choice))))
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

/** Whole legal orders that match what was typed, as a command's option offers them. At most so many are looked at. */
const MOST_LOOKED_AT = 500;

export function orderCompletions({ system, position, ballots }: Table, seat: SeatId, typed: string): Completion[] {
  const wanted = simplified(typed);
  const sealed = sealsAt(ballots, seat);
  return someLegalOrders(system, position.state, seat, MOST_LOOKED_AT)
    .orders.map((order) => ({
      label: clipped(labelText(system.label(position.state, order), !sealed), LONGEST_COMPLETION),
      value: orderKey(order),
    }))
    .filter(({ label, value }) => simplified(label).includes(wanted) && value.length <= LONGEST_COMPLETION)
    .slice(0, MOST_CHOICES);
}

/** The legal order a member chose from such a list, or typed as it reads. Null: there is none. */
export function orderMeant({ system, position }: Table, seat: SeatId | null, chosen: string): Order | null {
  if (seat === null) return null;
  const { orders } = someLegalOrders(system, position.state, seat, MOST_LOOKED_AT);
  const reads = (order: Order, odds: boolean) => simplified(labelText(system.label(position.state, order), odds));
  return (
    orders.find((order) => orderKey(order) === chosen) ??
    orders.find((order) => [true, false].some((odds) => reads(order, odds) === simplified(chosen))) ??
    null
  );
}

const NOTICE = '-';

/** A completion that only says something, whatever has been typed. */
export function notice(label: string): Completion {
  return { label, value: NOTICE };
}

export function isNotice({ value }: Completion): boolean {
  return value === NOTICE;
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
