import { type Council, DEFAULT_COUNCIL } from '../../council/index.ts';
import {
  type Applied,
  type Event,
  type LastOrder,
  liesFaceDown,
  type Order,
  type SeatId,
  type State,
  type System,
} from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';
import { chainAfter } from './game-secret.ts';
import { bothSeen, howMuch, NOTHING_SEEN, type OrdersToTakeBack, type Seen } from './rolls-taken-back.ts';

/** A position after a log. Its size does not grow with the log. */
export interface GamePosition {
  readonly seq: number;
  /** The number of standing orders. */
  readonly turn: number;
  /** The last standing orders, the latest last. They include the whole last run, as `isOneRun` says. */
  readonly latest: readonly OrderEntry[];
  readonly state: State;
  readonly before: State | null;
  /** The few states before that, the latest last, for quick take-backs. */
  readonly earlier: readonly State[];
  /** The events of the last run or the start, for the picture; null after an undo. */
  readonly moment: LastOrder<Event> | null;
  readonly councils: CouncilsBySeat;
  readonly takenBack: Seen;
  /** The last order taken back that had shown a result, by its number in the log; 0 if there is none. */
  readonly lastSeen: number;
  /** See `chainAfter`. */
  readonly chain: string;
  /** The point before a change of the order that lies face down; null if it has not been changed. */
  readonly open: Pick<GamePosition, 'seq' | 'chain'> | null;
}

export const UNPLAYED: Omit<GamePosition, 'state'> & { readonly state?: State } = {
  seq: 0,
  turn: 0,
  latest: [],
  before: null,
  earlier: [],
  moment: null,
  councils: {},
  takenBack: NOTHING_SEEN,
  lastSeen: 0,
  chain: '',
  open: null,
};

/** The length of `earlier`: enough to take back two orders without a replay. */
const MOST_EARLIER = 2;

/** The length of `latest`: a bot may give very many orders in one run. */
const MOST_LATEST = 1000;

export function positionWith(
  system: System,
  position: GamePosition,
  entry: OrderEntry,
  { state, events }: Pick<Applied<State, Event>, 'state' | 'events'>,
): GamePosition {
  const { latest, before, earlier, moment } = position;
  const isWithLast = isOneRun(latest.at(-1), entry);
  const earlierInRun = isWithLast ? (moment?.events ?? []) : [];
  return {
    ...position,
    seq: entry.seq,
    turn: position.turn + 1,
    latest: latestOf([...latest, entry]),
    state,
    before: position.state,
    earlier: before === null ? earlier : [...earlier, before].slice(-MOST_EARLIER),
    moment: {
      order: momentOrder(entry, moment),
      events: [...earlierInRun, ...events],
      ...toldBefore(system, position.state, moment, isWithLast),
    },
    chain: chainAfter(position.chain, entry),
    open: isChange(system, entry) ? openPoint(position) : null,
  };
}

/** The order that a picture marks. After a step that passed by itself, it is still the order before. */
function momentOrder({ cause, order }: OrderEntry, before: Pick<LastOrder<Event>, 'order'> | null): Order {
  return cause === 'pass' ? (before?.order ?? order) : order;
}

/**
 * Events before a moment that belong to a battle still being settled.
 * @param isWithLast the next order belongs to the last run
 */
function toldBefore(
  system: System,
  state: State | undefined,
  last: LastOrder<Event> | null,
  isWithLast: boolean,
): Pick<LastOrder<Event>, 'before'> {
  if (isWithLast) return last?.before ? { before: last.before } : {};
  if (last === null || state === undefined || !system.rules.isSettling?.(state)) return {};
  return { before: [...(last.before ?? []), ...last.events] };
}

/** The last run and the order before it. A few more are kept, so that the list is not cut after every order. */
function latestOf(standing: readonly OrderEntry[]): readonly OrderEntry[] {
  if (standing.length <= 3 * MOST_EARLIER) return standing;
  // The order before the run shows that the run begins there.
  const fromRun = Math.max(0, togetherFrom(standing) - 1);
  const fromFew = standing.length - MOST_EARLIER - 1;
  return standing.slice(Math.max(Math.min(fromRun, fromFew), standing.length - MOST_LATEST));
}

/** Orders of one run are told, marked and taken back together. */
export function isOneRun(before: OrderEntry | undefined, { cause, at, together }: OrderEntry): boolean {
  if (together || cause === 'pass') return before !== undefined;
  return cause !== undefined && (before?.cause === cause || before?.cause === 'pass') && before.at === at;
}

/**
 * Whether an order replaced the one before it, which lay face down. The two are told and taken back as one. Only their
 * side knows that there were two.
 */
export function isChange({ about }: Pick<System, 'about'>, entry: EntryRecord): boolean {
  return entry.kind === 'order' && entry.together === true && liesFaceDown(about, entry.order);
}

/** Orders without steps passed by themselves, and without changes of orders that lie face down. */
export function withoutPassed(system: Pick<System, 'about'>, orders: readonly OrderEntry[]): readonly OrderEntry[] {
  return orders.filter((entry) => entry.cause !== 'pass' && !isChange(system, entry));
}

/** The last point of the log that everybody knows of. Later entries only changed an order that lies face down. */
export function openPoint({
  open,
  seq,
  chain,
}: Pick<GamePosition, 'open' | 'seq' | 'chain'>): Pick<GamePosition, 'seq' | 'chain'> {
  return open ?? { seq, chain };
}

export function lastRun(orders: readonly OrderEntry[]): readonly OrderEntry[] {
  let from = orders.length - 1;
  while (from > 0 && isOneRun(orders[from - 1], orders[from] as OrderEntry)) from -= 1;
  return orders.slice(Math.max(0, from));
}

/**
 * The index of the first order that is taken back together with the last. That is a whole run, and the bot's orders go
 * with the member's order before them. -1 if only the bot has ordered.
 */
export function togetherFrom(standing: readonly OrderEntry[]): number {
  let from = standing.findLastIndex(({ cause }) => cause !== 'machine' && cause !== 'pass');
  while (from > 0 && isOneRun(standing[from - 1], standing[from] as OrderEntry)) from -= 1;
  return from;
}

export type CouncilsBySeat = Readonly<Record<SeatId, Council>>;

export function councilOf({ councils }: Pick<GamePosition, 'councils'>, seat: SeatId): Council {
  return councils[seat] ?? DEFAULT_COUNCIL;
}

/** Works without the rules of the game. */
export function councilsAfter(entries: readonly EntryRecord[]): CouncilsBySeat {
  return Object.fromEntries(
    entries.flatMap((entry) => (entry.kind === 'council' ? [[entry.seat, entry.council] as const] : [])),
  );
}

export type OrderEntry = EntryRecord & { readonly kind: 'order' };

/** The standing orders of a log. Works without the rules of the game. */
export function standingIn(entries: Iterable<EntryRecord>): OrderEntry[] {
  const standing: OrderEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'order') standing.push(entry);
    else if (entry.kind === 'undo') standing.pop();
  }
  return standing;
}

/** The recent states, the latest last, ending with the present one. */
export function recentStates({ earlier, before, state }: GamePosition): readonly State[] {
  return before === null ? [state] : [...earlier, before, state];
}

/**
 * A position after its last orders are taken back.
 * @param orders the last first
 * @param seen the dice and reveals of each
 * @param load finds the position before them all if memory does not hold it
 */
export function withoutLast(
  position: GamePosition,
  back: Pick<OrdersToTakeBack, 'orders' | 'seen'>,
  load: () => GamePosition,
): GamePosition {
  const taken = back.orders.length;
  const latest = position.latest.slice(0, -taken);
  const states = recentStates(position).slice(0, -taken);
  // After an order, a position also has that order and the state before it.
  const isInMemory = position.turn === taken ? states.length > 0 : states.length > 1 && latest.length > 0;
  return afterTakeBack(position, back, isInMemory ? { latest, ...withStates(states) } : load());
}

/** @param there the position before the orders that are taken back */
export function afterTakeBack(
  position: GamePosition,
  { orders, seen }: Pick<OrdersToTakeBack, 'orders' | 'seen'>,
  { latest, state, before, earlier }: Pick<GamePosition, 'latest' | 'state' | 'before' | 'earlier'>,
): GamePosition {
  return {
    latest,
    state,
    before,
    earlier,
    seq: position.seq + orders.length,
    turn: position.turn - orders.length,
    moment: null,
    councils: position.councils,
    ...alsoSeen(position, orders, seen),
    open: null,
    chain: orders.reduce((so, order) => chainAfter(so, { kind: 'undo', takesBack: order.seq }), position.chain),
  };
}

function withStates(states: readonly State[]): Pick<GamePosition, 'state' | 'before' | 'earlier'> {
  return { state: states.at(-1) as State, before: states.at(-2) ?? null, earlier: states.slice(0, -2) };
}

/**
 * Adds the dice and reveals of orders taken back.
 * @param orders the last first
 */
function alsoSeen(
  { takenBack, lastSeen }: Pick<GamePosition, 'takenBack' | 'lastSeen'>,
  orders: readonly OrderEntry[],
  seen: readonly Seen[],
): Pick<GamePosition, 'takenBack' | 'lastSeen'> {
  const latest = orders.find((_, index) => howMuch(seen[index] ?? NOTHING_SEEN) > 0);
  return { takenBack: seen.reduce(bothSeen, takenBack), lastSeen: Math.max(lastSeen, latest?.seq ?? 0) };
}
