import { standingVotes, tally } from '../../council/index.ts';
import {
  ALL,
  LONGEST_CHOICE,
  LONGEST_LABEL,
  labelText,
  legalOrders,
  MOST_CHOICES,
  MOST_IN_ROW,
  type Order,
  orderKey,
  type Question,
  type SeatId,
  type StepButton,
  type StepOffers,
  someLegalOrders,
} from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import { soleOrder } from '../base/ballot-choice.ts';
import { BUTTONS, DECIDE } from '../base/button-labels.ts';
import { button, clipped, inRows, logPointOf, type Menu, type ReplyButton, selectOne } from '../base/reply.ts';
import { MEMBERS } from '../base/seat-words.ts';
import type { GameTable } from '../table/game-tables.ts';
import { isSecretBallot, type OpenBallot, orderBallot, orderBallots } from '../table/open-ballots.ts';
import { draftPath, isForced, pressFor, withoutForced } from '../table/order-wizard.ts';
import { marchesOf, PLAN } from '../table/planning-words.ts';
import { sideNameOf, vacantButtons } from '../table/seat-rules.ts';
import { decidedAs } from './odds-visibility.ts';
import { menuUnderMap } from './order-menu.ts';

/** With more orders than this, members are asked step by step. */
const MOST_BUTTONS = 20;
/** The limit if other rows stand under the map too. */
const MOST_BESIDE = 10;
const MOST_VERBS = 10;
const MOST_SHORTCUTS = 2;

interface ButtonsAndMenu {
  readonly rows: readonly (readonly ReplyButton[])[];
  readonly menu: Menu | null;
}

interface Offers {
  readonly buttons: readonly ReplyButton[];
  readonly menu: Menu | null;
}

const NOTHING: Offers = { buttons: [], menu: null };

export function orderButtons(table: GameTable): ButtonsAndMenu {
  const { game, system } = table;
  if (!game.ended) return system.about.seats.length === 1 ? soloButtons(table) : boardButtons(table);
  const row = [
    button(BUTTONS.newGame, startAgain(table), 'bold'),
    button(BUTTONS.recap, { do: 'recap', game: game.id }),
    button(BUTTONS.checkDice, { do: 'verify', game: game.id }),
    logButton(table),
  ];
  return { rows: [row], menu: null };
}

function soloButtons(table: GameTable): ButtonsAndMenu {
  const { system, position, machines } = table;
  const [asked] = system.rules.asked(position.state);
  const isAsked = asked !== undefined && !machines.includes(asked.seat);
  const { buttons, menu } = isAsked ? offersTo(table, asked.seat) : NOTHING;
  const [ballot] = orderBallots(table);
  // While a ballot is open, “Take back” would read as if it took a vote back; its command remains.
  const below = ballot
    ? [myVote(ballot), ...tableButtons(table).filter(({ press }) => press.do !== 'undo')]
    : tableButtons(table);
  return { rows: [...inRows(buttons), lookButtons(table), below].filter((row) => row.length > 0), menu };
}

/** A game of sides has two rows: orders, and ways to look at the position. */
function boardButtons(table: GameTable): ButtonsAndMenu {
  const asked = table.system.rules.asked(table.position.state).map(({ seat }) => seat);
  const vacant = asked.filter((seat) => table.vacant.includes(seat));
  const { buttons, menu } = boardOffers(table);
  const offers = { rows: [buttons.slice(0, MOST_IN_ROW), lookRow(table)].filter((row) => row.length > 0), menu };
  return withSeatButtons(offers, vacantButtons(table, vacant), vacant.length === asked.length);
}

/** Puts buttons for seats in place of others. The button that asks for an order stays, for members who join here. */
export function withSeatButtons<Offered extends ButtonsAndMenu>(
  offers: Offered,
  buttons: readonly ReplyButton[],
  inPlaceOfOrders: boolean,
): Offered {
  if (buttons.length === 0) return offers;
  const [look = [], ...orders] = offers.rows.toReversed();
  if (inPlaceOfOrders) {
    const ask = orders
      .flat()
      .filter(({ press }) => press.do === 'ask')
      .slice(-1)
      .map((one) => (one.label === BUTTONS.others ? { ...one, label: BUTTONS.giveOrVote(false) } : one));
    return { ...offers, rows: [[...buttons.slice(0, MOST_IN_ROW - ask.length), ...ask], look], menu: null };
  }
  const room = MOST_IN_ROW - 1 - buttons.length;
  return { ...offers, rows: [...orders, [...buttons, ...look.slice(0, Math.max(0, room)), ...look.slice(-1)]] };
}

/** If members played both sides, they are not asked again whether the bot plays one. */
function startAgain({ game, system, machines }: GameTable): ReplyButton['press'] {
  const isAmongMembers = system.about.seats.length > 1 && game.guild !== null && machines.length === 0;
  const again = { do: 'start', system: game.system, variant: game.variant } as const;
  return isAmongMembers ? { ...again, opponent: MEMBERS } : again;
}

function voteButton({ system }: GameTable, { id, seat }: OpenBallot, of: number): ReplyButton {
  const label = of === 1 ? BUTTONS.vote : clipped(BUTTONS.voteForSide(sideNameOf(system, seat) ?? ''), LONGEST_LABEL);
  return button(label, { do: 'mine', ballot: id }, 'bold');
}

const WORDS_BUTTON = button(BUTTONS.inWords, { do: 'text' });

function logButton({ game }: GameTable): ReplyButton {
  return button(BUTTONS.log, { do: 'log', game: game.id, page: 0 });
}

function tableButtons(table: GameTable): ReplyButton[] {
  const point = logPointOf(table);
  return [
    WORDS_BUTTON,
    button(BUTTONS.rules, { do: 'rules' }),
    logButton(table),
    ...(table.position.turn > 0 ? [button(BUTTONS.takeBack, { do: 'undo', point, sure: false })] : []),
    // In a game that can't be won any more, how to decide matters less than how to end it.
    decidedAs(table) === 0 ? button(BUTTONS.endGame, { do: 'abandon', point, ask: true }) : DECIDE,
  ];
}

export function myVote({ id }: Pick<OpenBallot, 'id'>): ReplyButton {
  return button(BUTTONS.myVote, { do: 'mine', ballot: id });
}

function lookButtons({ system, game: { id: game } }: GameTable): ReplyButton[] {
  const look = (at: string | null) => ({ do: 'look', game, at, overlay: null }) as const;
  return [
    ...(system.pictures.places ? [button(BUTTONS.closer, look(null)), button(BUTTONS.wholeMap, look(ALL))] : []),
    ...(system.positionWords.roster
      ? [button(BUTTONS.units, { do: 'page', of: 'units', game, page: 0, at: null })]
      : []),
  ];
}

function lookRow(table: GameTable): ReplyButton[] {
  return [...lookButtons(table), WORDS_BUTTON, button(BUTTONS.more, { do: 'more' })];
}

export function moreButtons(table: GameTable): readonly (readonly ReplyButton[])[] {
  if (table.game.ended) return orderButtons(table).rows;
  const isVoted = orderBallots(table).length > 0;
  return [tableButtons(table).filter((one) => one !== WORDS_BUTTON && !(isVoted && one.press.do === 'undo'))];
}

function boardOffers(table: GameTable): Offers {
  const { system, position, machines } = table;
  const asked = system.rules
    .asked(position.state)
    .map(({ seat }) => seat)
    .filter((seat) => !machines.includes(seat));
  const [first, another] = asked;
  if (first === undefined) return NOTHING;
  const ballots = orderBallots(table);
  const secret = ballots.filter((ballot) => isSecretBallot(table, ballot));
  const votes = secret.map((ballot) => voteButton(table, ballot, secret.length));
  const step = system.positionWords.step?.(system.knowledge.view(position.state, 'public'));
  const plans = typedPlanButtons(table, step?.plans ?? false);
  // If every side that is asked votes in secret, each has a button “Vote” and chooses there.
  if (asked.every((seat) => secret.some((ballot) => ballot.seat === seat)))
    return { buttons: [...votes, ...plans], menu: null };
  if (system.about.openHanded && another === undefined) return openOffers(table, first, step);
  if (!step) return { buttons: [...votes, askButton(table)], menu: null };
  const isBeside = step.plans !== false || step.buttons.length > 0;
  const others = step.others ? [askButton(table, { isBeside })] : [];
  const buttons = [...votes, ...plans, ...step.buttons.map((one) => stepButton(table, one)), ...others];
  return { buttons, menu: null };
}

/** A button for each order if they fit; otherwise shortcuts, a list, and a button that asks for the rest. */
function openOffers(table: GameTable, seat: SeatId, step: StepOffers | undefined): Offers {
  const ballot = orderBallot(table, seat);
  const plans = typedPlanButtons(table, step?.plans ?? false);
  const ends = (step?.buttons ?? []).filter(({ draft }) => draftPath(table, seat, draft).steps.length > 0);
  const shortcuts = planButtons(table, seat).filter((button) => isShortcut(table, seat, button, ends));
  const few = fewOrders(table, seat);
  const vote = ballot ? [myVote(ballot)] : [];
  if (few && plans.length + shortcuts.length + few.length + vote.length <= MOST_IN_ROW)
    return { buttons: [...plans, ...shortcuts, ...notNamedBy(shortcuts, few), ...vote], menu: null };
  const votes = [...votedFor(table, seat).slice(0, MOST_SHORTCUTS), ...vote];
  const rest = [...ends.map((one) => stepButton(table, one)), askButton(table, { isBeside: !ballot })];
  const room = MOST_IN_ROW - votes.length - plans.length - rest.length;
  const short = shortcuts.slice(0, Math.max(0, Math.min(room, MOST_SHORTCUTS)));
  return { buttons: [...votes, ...plans, ...short, ...rest], menu: byVerb(table, seat).menu };
}

/** True of marches and shortcuts, unless one would end the step: the button that ends it says what stays undone. */
function isShortcut(
  { system, position }: GameTable,
  seat: SeatId,
  { press }: ReplyButton,
  ends: readonly StepButton[],
): boolean {
  if (press.do !== 'shortcut') return press.do === 'march-on';
  const order = system.play?.planning?.shortcuts.next(position.state, seat, press.shortcut);
  return !ends.some(({ draft }) => draft.verb === order?.verb);
}

/** Buttons to type a plan, and to have the bot suggest one. */
function typedPlanButtons(table: GameTable, plans: StepOffers['plans']): ReplyButton[] {
  const point = logPointOf(table);
  const { planning, machine } = table.system.play ?? {};
  if (plans === false || !planning) return [];
  return [
    ...(plans === true ? [button(PLAN.button, { do: 'type-plan', point }, 'move')] : []),
    ...(machine ? [button(PLAN.suggest, { do: 'suggest', point }, 'move')] : []),
  ];
}

function stepButton(table: GameTable, { text, tone, draft }: StepButton): ReplyButton {
  return button(text, { do: 'ask', point: logPointOf(table), draft }, tone);
}

export function seatOffers(table: GameTable, seat: SeatId): ButtonsAndMenu {
  const { buttons, menu } = offersTo(table, seat);
  return { rows: inRows(buttons), menu };
}

export function planRows(table: GameTable, seat: SeatId): readonly (readonly ReplyButton[])[] {
  return inRows(planButtons(table, seat));
}

function planButtons(table: GameTable, seat: SeatId): ReplyButton[] {
  const { system, position } = table;
  const planning = system.play?.planning;
  if (!planning) return [];
  const point = logPointOf(table);
  const marches = marchesOf(table, planning, seat);
  const shortcuts = planning.shortcuts.offered(position.state, seat);
  const shortcutButtons = [
    ...(marches ? [button(PLAN.marchOn(marches), { do: 'march-on', point }, 'move')] : []),
    ...shortcuts.map(({ id, text }) => button(text, { do: 'shortcut', point, shortcut: id }, 'bold')),
  ];
  if (!planning.isWorthPlanning(position.state, seat)) return shortcutButtons;
  const [type, ...suggest] = typedPlanButtons(table, true);
  const hasGroups = (planning.marches?.groups(position.state, seat) ?? []).length > 0;
  const march = hasGroups ? [button(PLAN.march, { do: 'march', point }, 'move')] : [];
  return [...shortcutButtons, type as ReplyButton, ...march, ...suggest];
}

function offersTo(table: GameTable, seat: SeatId): Offers {
  const { buttons, menu } = ordersTo(table, seat);
  const plans = planButtons(table, seat);
  return { buttons: [...plans, ...notNamedBy(plans, buttons)], menu };
}

/** Leaves out orders that a shortcut names already: “Suggested advance: Gregg advances”. */
function notNamedBy(shortcuts: readonly ReplyButton[], orders: readonly ReplyButton[]): ReplyButton[] {
  return orders.filter(({ label }) => !shortcuts.some((shortcut) => shortcut.label.endsWith(`: ${label}`)));
}

function ordersTo(table: GameTable, seat: SeatId): Offers {
  const { system, position } = table;
  const few = fewOrders(table, seat);
  if (few) return { buttons: few, menu: null };
  const { orders, more } = someLegalOrders(system.rules, position.state, seat, MOST_CHOICES);
  const list = more ? null : ballotMenu(table, seat, orders);
  return list ? { buttons: [], menu: list } : byVerb(table, seat);
}

function fewOrders(table: GameTable, seat: SeatId): readonly ReplyButton[] | null {
  const { system, position } = table;
  const isSolo = system.about.seats.length === 1;
  const most = lookButtons(table).length > 0 || !isSolo ? MOST_BESIDE : MOST_BUTTONS;
  const { orders, more } = someLegalOrders(system.rules, position.state, seat, most);
  if (more || orders.length > most || !(isSolo || isSimple(table, seat, orders))) return null;
  return orders.map((order) => orderButton(table, seat, order));
}

/** @param isBeside whether buttons for other orders come before it */
export function askButton(table: GameTable, { isBeside = false } = {}): ReplyButton {
  const asked = table.system.rules.asked(table.position.state);
  const label = isBeside
    ? BUTTONS.others
    : BUTTONS.giveOrVote(asked.every(({ seat }) => orderBallot(table, seat) !== undefined));
  return button(label, { do: 'ask', point: logPointOf(table), draft: {} }, 'bold');
}

function isSimple(table: GameTable, seat: SeatId, orders: readonly Order[]): boolean {
  return orders.every((order) => {
    const asked = draftPath(table, seat, order).steps.map(({ question }) => question);
    return asked.every(({ note }) => note === undefined) && !asksWhetherMeant(table, order, asked.at(-1) as Question);
  });
}

function asksWhetherMeant({ system }: GameTable, { verb }: Order, last: Question): boolean {
  const slots = system.about.verbs.find((spec) => spec.verb === verb)?.slots ?? [];
  return isForced(last) && slots.some(({ slot, optional }) => slot === last.slot && optional === true);
}

export function wholeVerbs(table: GameTable, seat: SeatId): ReplyButton[] {
  const verbs = draftPath(table, seat, {}).open?.choices ?? [];
  const whole = verbs.filter(({ value }) => draftPath(table, seat, { verb: value }).open === null);
  return whole.slice(0, MOST_IN_ROW).map(({ value }) => orderButton(table, seat, { verb: value }));
}

function orderButton(table: GameTable, seat: SeatId, order: Order): ReplyButton {
  const { tone } = table.system.orderWords.label(table.position.state, order);
  const { steps } = draftPath(table, seat, order);
  return button(orderLabel(table, seat, order), pressFor(table, steps, { whole: true }), tone);
}

/** An order's label with its odds, and in a ballot with its votes. A sealed ballot hides both. */
function orderLabel(table: GameTable, seat: SeatId, order: Order): string {
  const ballot = orderBallot(table, seat);
  const label = table.system.orderWords.label(table.position.state, order);
  if (!ballot) return labelText(label, true);
  if (ballot.rules.sealed) return labelText(label, false);
  const votes = standingVotes(ballot.votes).filter(({ choice }) => choice === orderKey(order)).length;
  const after = [label.chance ?? label.odds, votes === 0 ? undefined : count(votes, 'vote')]
    .filter((part) => part !== undefined)
    .map((part) => ` · ${part}`)
    .join('');
  // The votes must stay readable, so a long name is cut.
  return clipped(label.text, LONGEST_LABEL - after.length) + after;
}

function ballotMenu(table: GameTable, seat: SeatId, orders: readonly Order[]): Menu | null {
  if (table.system.about.seats.length > 1 || orderBallots(table).length === 0) return null;
  if (orders.some((order) => orderKey(order).length > LONGEST_CHOICE)) return null;
  const choices = orders.map((order) => ({ value: orderKey(order), label: orderLabel(table, seat, order) }));
  return selectOne(BUTTONS.giveOrVote(true), { what: 'order', point: logPointOf(table) }, choices);
}

/** A button for each verb, and a menu for the first verb with choices. In a ballot, orders with votes come first. */
function byVerb(table: GameTable, seat: SeatId): Offers {
  const { system, position } = table;
  const { open } = draftPath(table, seat, {});
  const verbs = open?.choices ?? [];
  if (verbs.length > MOST_VERBS || system.about.seats.length === 1) return { buttons: [askButton(table)], menu: null };
  const paths = verbs.map(({ value, label }) => {
    const path = withoutForced(table, seat, draftPath(table, seat, { verb: value }));
    return { verb: value, label, path };
  });
  const listed = paths.find(({ path }) => (path.open?.choices.length ?? 0) > 1);
  const menu = listed ? menuUnderMap(table, seat, listed.path, listed.label) : null;
  const voted = votedFor(table, seat);
  // An order with votes has its own button already.
  const isVoted = (label: string) => voted.some((one) => one.label === label || one.label.startsWith(`${label} · `));
  const buttons = paths
    .filter((one) => !(menu && one === listed) && !isVoted(one.label))
    .map(({ verb, label }) => {
      const { value } = legalOrders(system.rules, position.state, seat, { verb }).next();
      const tone = value ? system.orderWords.label(position.state, value).tone : 'plain';
      return button(label, { do: 'ask', point: logPointOf(table), draft: { verb } }, tone);
    });
  return { buttons: [...voted, ...buttons], menu };
}

function votedFor(table: GameTable, seat: SeatId): ReplyButton[] {
  const ballot = orderBallot(table, seat);
  if (!ballot || ballot.rules.sealed) return [];
  return tally(ballot.votes)
    .slice(0, MOST_IN_ROW)
    .flatMap(({ choice }) => soleOrder(choice) ?? [])
    .map((order) => orderButton(table, seat, order));
}
