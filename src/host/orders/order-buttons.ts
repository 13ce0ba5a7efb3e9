import { standingVotes, tally } from '../../council/index.ts';
import {
  LONGEST_CHOICE,
  LONGEST_LABEL,
  labelText,
  legalOrders,
  MOST_CHOICES,
  MOST_IN_ROW,
  MOST_ROWS,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  someLegalOrders,
} from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import { decidedAs } from '../advice/odds-visibility.ts';
import { BUTTONS, giveOrVote, voteForSide } from '../button-labels.ts';
import { soleOrder } from '../council/ballot-choice.ts';
import { isSecretBallot, type OpenBallot, orderBallot, orderBallots } from '../council/open-ballots.ts';
import type { GameTable } from '../games/game-tables.ts';
import { MEMBERS } from '../machine/machine-words.ts';
import { clipped, logPointOf, type Menu, type ReplyButton } from '../reply.ts';
import { sideNameOf, vacantButtons } from '../seats/seat-rules.ts';
import { menuUnderMap } from './order-menu.ts';
import { draftPath, isForced, pressFor, withoutForced } from './order-wizard.ts';
import { marchesOf, marchOn, PLAN } from './plan-words.ts';

/** More orders than this are not laid out as buttons but asked for step by step. */
const MOST_BUTTONS = 20;
/** The same where other rows stand under the map too. */
const MOST_BESIDE = 10;
/** Verbs that get a button each. */
const MOST_VERBS = 10;

/** What may be done, under a map. */
export interface ButtonsAndMenu {
  readonly rows: readonly (readonly ReplyButton[])[];
  readonly menu: Menu | null;
}

/** The same before the buttons are laid out in rows. */
interface Offers {
  readonly buttons: readonly ReplyButton[];
  readonly menu: Menu | null;
}

/** What may be done now, and the table's own buttons last. */
export function orderButtons(table: GameTable): ButtonsAndMenu {
  const { game } = table;
  if (game.ended) {
    const rows: ReplyButton[][] = [
      [
        { label: BUTTONS.newGame, tone: 'bold', press: startAgain(table) },
        { label: BUTTONS.recap, tone: 'plain', press: { do: 'recap', game: game.id } },
        { label: BUTTONS.checkDice, tone: 'plain', press: { do: 'verify', game: game.id } },
        logButton(table),
      ],
    ];
    return { rows, menu: null };
  }
  const { buttons, menu } = orderOffers(table);
  const ballots = orderBallots(table);
  const secret = ballots.filter((ballot) => isSecretBallot(table, ballot));
  const below =
    ballots.length > 0
      ? ballotButtons(
          table,
          ballots.find((one) => !secret.includes(one)),
        )
      : tableButtons(table);
  const rows = [
    secret.slice(0, MOST_IN_ROW).map((ballot) => voteButton(table, ballot, secret.length)),
    ...inRows(buttons),
  ];
  const offers = { rows: [...rows, lookButtons(table), below].filter((row) => row.length > 0), menu };
  const asked = table.system.asked(table.position.state).map(({ seat }) => seat);
  const vacant = asked.filter((seat) => table.vacant.includes(seat));
  // Where nobody can order, what comes first is how somebody can.
  return withSeatButtons(offers, vacantButtons(table, vacant), vacant.length === asked.length);
}

/**
 * Offers with a row of buttons for seats. Where no row is left for it, two others that fit into one share that. If it's first, the last row
 * gives way to it otherwise; if not, it gives way.
 */
export function withSeatButtons<Offered extends ButtonsAndMenu>(
  offers: Offered,
  buttons: readonly ReplyButton[],
  isFirst: boolean,
): Offered {
  const { rows, menu } = offers;
  if (buttons.length === 0) return offers;
  const most = MOST_ROWS - (menu ? 1 : 0);
  const others = rows.length < most ? rows : twoSharing(rows);
  const all = isFirst ? [buttons, ...others] : [...others, buttons];
  return { ...offers, rows: all.slice(0, most) };
}

/** The first two rows that fit into one as one. */
function twoSharing(rows: ButtonsAndMenu['rows']): ButtonsAndMenu['rows'] {
  for (const [index, row] of rows.entries()) {
    const other = rows.slice(index + 1).find(({ length }) => row.length + length <= MOST_IN_ROW);
    if (other) return rows.flatMap((one) => (one === other ? [] : [one === row ? [...row, ...other] : one]));
  }
  return rows;
}

/** The same game again; where members played both sides, they do so again without being asked. */
function startAgain({ game, system, machines }: GameTable): ReplyButton['press'] {
  const again = { do: 'start', system: game.system, variant: game.variant } as const;
  return system.seats.length > 1 && game.guild !== null && machines.length === 0
    ? { ...again, opponent: MEMBERS }
    : again;
}

/** Shows a secret ballot to a member of its side, who votes there. */
function voteButton({ system }: GameTable, { id, seat }: OpenBallot, of: number): ReplyButton {
  const label = of === 1 ? BUTTONS.vote : clipped(voteForSide(sideNameOf(system, seat) ?? ''), LONGEST_LABEL);
  return { label, tone: 'bold', press: { do: 'mine', ballot: id } };
}

const WORDS_BUTTON: ReplyButton = { label: BUTTONS.inWords, tone: 'plain', press: { do: 'text' } };
/** How the table decides. */
export const DECIDE: ReplyButton = { label: BUTTONS.howWeDecide, tone: 'plain', press: { do: 'council' } };

function logButton({ game }: GameTable): ReplyButton {
  return { label: BUTTONS.log, tone: 'plain', press: { do: 'log', game: game.id, page: 0 } };
}

function tableButtons(table: GameTable): ReplyButton[] {
  const undo: ReplyButton = {
    label: BUTTONS.takeBack,
    tone: 'plain',
    press: { do: 'undo', point: logPointOf(table), sure: false },
  };
  return [
    WORDS_BUTTON,
    { label: BUTTONS.rules, tone: 'plain', press: { do: 'rules' } },
    logButton(table),
    ...(table.position.turn > 0 ? [undo] : []),
    // Nothing is left to decide in a game that can't be won: it can be ended.
    decidedAs(table) === 0
      ? { label: BUTTONS.endGame, tone: 'plain', press: { do: 'abandon', point: logPointOf(table), ask: true } }
      : DECIDE,
  ];
}

/** While a ballot is open, taking back is left to its command: its button would read as if it took a vote back. */
function ballotButtons(table: GameTable, ballot: OpenBallot | undefined): ReplyButton[] {
  return [...(ballot ? [myVote(ballot)] : []), ...tableButtons(table).filter(({ press }) => press.do !== 'undo')];
}

export function myVote({ id }: Pick<OpenBallot, 'id'>): ReplyButton {
  return { label: BUTTONS.myVote, tone: 'plain', press: { do: 'mine', ballot: id } };
}

/** What a picture shows a part of can be looked at elsewhere, the presser alone. */
function lookButtons({ system, game: { id: game } }: GameTable): ReplyButton[] {
  const look = (at: string | null) => ({ do: 'look', game, at, overlay: null }) as const;
  return [
    ...(system.places
      ? [
          { label: BUTTONS.closer, tone: 'plain', press: look(null) } as const,
          { label: BUTTONS.wholeMap, tone: 'plain', press: look('all') } as const,
        ]
      : []),
    ...(system.roster
      ? [{ label: BUTTONS.units, tone: 'plain', press: { do: 'page', of: 'units', game, page: 0, at: null } } as const]
      : []),
  ];
}

/** One button an order where a seat is asked for one of a few; otherwise what asks step by step, the presser alone. */
function orderOffers(table: GameTable): Offers {
  const { system, position, machines } = table;
  const asked = system.asked(position.state);
  const [first] = asked;
  if (!first || asked.every(({ seat }) => machines.includes(seat))) return { buttons: [], menu: null };
  const ballots = orderBallots(table).filter((ballot) => isSecretBallot(table, ballot));
  // Each side that is asked has its button “Vote”.
  if (asked.every(({ seat }) => ballots.some((ballot) => ballot.seat === seat))) return { buttons: [], menu: null };
  // All may see what one seat can do where nothing is hidden.
  const areSeen = asked.length === 1 && (system.seats.length === 1 || system.openHanded);
  return areSeen ? offersTo(table, first.seat) : { buttons: [askButton(table)], menu: null };
}

/** What a seat can do, for its members alone. */
export function seatOffers(table: GameTable, seat: SeatId): ButtonsAndMenu {
  const { buttons, menu } = offersTo(table, seat);
  return { rows: inRows(buttons), menu };
}

/** Rows of ways to give many orders at once, for a member who is asked what to order. */
export function planRows(table: GameTable, seat: SeatId): readonly (readonly ReplyButton[])[] {
  return inRows(planButtons(table, seat));
}

/** Ways to give many orders at once, or where the side votes, to propose them. */
function planButtons(table: GameTable, seat: SeatId): ReplyButton[] {
  const { system, position } = table;
  const { planning, machine } = system;
  if (!planning) return [];
  const point = logPointOf(table);
  const marches = marchesOf(table, planning, seat);
  const shortcuts = planning.shortcuts(position.state, seat);
  const isPlanned = planning.plans(position.state, seat);
  return [
    ...(marches ? [{ label: marchOn(marches), tone: 'move', press: { do: 'march-on', point } } as const] : []),
    ...shortcuts.map(
      ({ id, text }) => ({ label: text, tone: 'bold', press: { do: 'shortcut', point, shortcut: id } }) as const,
    ),
    ...(isPlanned ? [{ label: PLAN.button, tone: 'move', press: { do: 'type-plan', point } } as const] : []),
    ...(isPlanned && planning.groups(position.state, seat).length > 0
      ? [{ label: PLAN.march, tone: 'move', press: { do: 'march', point } } as const]
      : []),
    ...(isPlanned && machine ? [{ label: PLAN.suggest, tone: 'move', press: { do: 'suggest', point } } as const] : []),
  ];
}

function offersTo(table: GameTable, seat: SeatId): Offers {
  const { buttons, menu } = ordersTo(table, seat);
  const plans = planButtons(table, seat);
  // A shortcut that says all of an order gives no more than it: “Suggested advance: Gregg advances”.
  const others = buttons.filter(({ label }) => !plans.some((plan) => plan.label.endsWith(`: ${label}`)));
  return { buttons: [...plans, ...others], menu };
}

function ordersTo(table: GameTable, seat: SeatId): Offers {
  const { system, position } = table;
  const most = lookButtons(table).length > 0 || system.seats.length > 1 ? MOST_BESIDE : MOST_BUTTONS;
  const { orders, more } = someLegalOrders(system, position.state, seat, Math.max(most, MOST_CHOICES));
  if (!more && orders.length <= most && (system.seats.length === 1 || isSimple(table, seat, orders)))
    return { buttons: orders.map((order) => orderButton(table, seat, order)), menu: null };
  const list = more ? null : ballotMenu(table, seat, orders);
  return list ? { buttons: [], menu: list } : byVerb(table, seat);
}

/** Asks step by step for an order, the presser alone. */
export function askButton(table: GameTable): ReplyButton {
  const asked = table.system.asked(table.position.state);
  const label = giveOrVote(asked.every(({ seat }) => orderBallot(table, seat) !== undefined));
  return { label, tone: 'bold', press: { do: 'ask', point: logPointOf(table), draft: {} } };
}

/** Whether nothing need be known before any of these orders is given, and none of them asks whether it is meant. */
function isSimple(table: GameTable, seat: SeatId, orders: readonly Order[]): boolean {
  return orders.every((order) => {
    const asked = draftPath(table, seat, order).steps.map(({ question }) => question);
    return asked.every(({ note }) => note === undefined) && !asksWhetherMeant(table, order, asked.at(-1) as Question);
  });
}

/** Of an only answer, what no other order of the verb is asked asks whether it is meant; all else its button says. */
function asksWhetherMeant({ system }: GameTable, { verb }: Order, last: Question): boolean {
  const slots = system.verbs.find((spec) => spec.verb === verb)?.slots ?? [];
  return isForced(last) && slots.some(({ slot, optional }) => slot === last.slot && optional === true);
}

/** A button for each order of which nothing is asked but its verb: with one of them a phase ends. */
export function wholeVerbs(table: GameTable, seat: SeatId): ReplyButton[] {
  const verbs = draftPath(table, seat, {}).open?.choices ?? [];
  const whole = verbs.filter(({ value }) => draftPath(table, seat, { verb: value }).open === null);
  return whole.slice(0, MOST_IN_ROW).map(({ value }) => orderButton(table, seat, { verb: value }));
}

function orderButton(table: GameTable, seat: SeatId, order: Order): ReplyButton {
  const { tone } = table.system.label(table.position.state, order);
  const { steps } = draftPath(table, seat, order);
  return { label: orderLabel(table, seat, order), tone, press: pressFor(table, steps, true, false) };
}

/** An order as it is offered: with its odds, and in a ballot the votes it has, unless they are sealed. */
function orderLabel(table: GameTable, seat: SeatId, order: Order): string {
  const ballot = orderBallot(table, seat);
  const label = table.system.label(table.position.state, order);
  if (!ballot) return labelText(label, true);
  if (ballot.rules.sealed) return labelText(label, false);
  const votes = standingVotes(ballot.votes).filter(({ choice }) => choice === orderKey(order)).length;
  const after = [label.chance ?? label.odds, votes === 0 ? undefined : count(votes, 'vote')]
    .filter((part) => part !== undefined)
    .map((part) => ` · ${part}`)
    .join('');
  // What is counted is what a vote looks for: of a long name the end gives way.
  return clipped(label.text, LONGEST_LABEL - after.length) + after;
}

/** A ballot's orders as one list, where there are more than buttons but no more than a list holds. */
function ballotMenu(table: GameTable, seat: SeatId, orders: readonly Order[]): Menu | null {
  if (table.system.seats.length > 1 || orderBallots(table).length === 0) return null;
  if (orders.some((order) => orderKey(order).length > LONGEST_CHOICE)) return null;
  return {
    prompt: giveOrVote(true),
    choosing: { what: 'order', point: logPointOf(table) },
    least: 1,
    most: 1,
    choices: orders.map((order) => ({ value: orderKey(order), label: orderLabel(table, seat, order) })),
  };
}

/** A button a verb, and a list for the first of them with several to choose from. In a ballot, what has votes already stands before them. */
function byVerb(table: GameTable, seat: SeatId): Offers {
  const { system, position } = table;
  const { open } = draftPath(table, seat, {});
  const verbs = open?.choices ?? [];
  if (verbs.length > MOST_VERBS || system.seats.length === 1) return { buttons: [askButton(table)], menu: null };
  const asked = verbs.map(({ value, label }) => {
    const path = withoutForced(table, seat, draftPath(table, seat, { verb: value }));
    return { walk: path, label, choices: path.open?.choices.length ?? 0 };
  });
  const buttons = verbs.map(({ value, label }): ReplyButton => {
    const first = legalOrders(system, position.state, seat, { verb: value }).next().value as Order | undefined;
    const tone = first ? system.label(position.state, first).tone : 'plain';
    return { label, tone, press: { do: 'ask', point: logPointOf(table), draft: { verb: value } } };
  });
  const first = asked.find(({ choices }) => choices > 1);
  const menu = first ? menuUnderMap(table, seat, first.walk, first.label) : null;
  return { buttons: [...votedFor(table, seat), ...buttons], menu };
}

/** The orders of a ballot that have most votes, to join in. */
function votedFor(table: GameTable, seat: SeatId): ReplyButton[] {
  const ballot = orderBallot(table, seat);
  if (!ballot || ballot.rules.sealed) return [];
  return tally(ballot.votes)
    .slice(0, MOST_IN_ROW)
    .flatMap(({ choice }) => soleOrder(choice) ?? [])
    .map((order) => orderButton(table, seat, order));
}

function inRows<Item>(items: readonly Item[]): Item[][] {
  const rows: Item[][] = [];
  for (let at = 0; at < items.length; at += MOST_IN_ROW) rows.push(items.slice(at, at + MOST_IN_ROW));
  return rows;
}
