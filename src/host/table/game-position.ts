import { type Council, OPEN_COUNCIL } from '../../council/index.ts';
import type { Applied, Event, Moment, Order, SeatId, State, System } from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';
import { chainAfter } from './game-secret.ts';
import { bothSeen, howMuch, NOTHING_SEEN, type OrdersToTakeBack, type Seen } from './rolls-taken-back.ts';

/** A position reached by a log. It is as large after ten thousand orders as after ten: what lies far back is in the log alone. */
export interface GamePosition {
  /** The last entry's number. */
  readonly seq: number;
  /** How many orders stand: given and not taken back. */
  readonly turn: number;
  /** The last of them, the latest last: with the very last all that were given in one go with it. */
  readonly latest: readonly OrderEntry[];
  readonly state: State;
  /** Where the last order that stands was given; null: none has been. */
  readonly before: State | null;
  /** Where the few before that were given, the latest last: so many orders are taken back without looking further. */
  readonly earlier: readonly State[];
  /** What the last order did, with those given in one go with it, or the start; for the picture. Null after an undo. */
  readonly moment: Moment<Event> | null;
  readonly councils: CouncilsBySeat;
  /** Things that orders brought to light before they were taken back. */
  readonly takenBack: Seen;
  /** The last of these orders, by its number: those given before it are taken back in the light of it too. 0: there is none. */
  readonly lastSeen: number;
  /** The chain of the log up to here, as `chainAfter` has it. */
  readonly chain: string;
}

/** Before anything has happened. */
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
};

/** How many places of earlier orders are kept in memory, and of their entries, at least. */
export const KEPT_BACK = 2;

/** Entries kept at most, where machines alone have ordered for very long. */
const MOST_LATEST = 1000;

/** A position once another order has been given. */
export function positionWith(
  system: System,
  position: GamePosition,
  entry: OrderEntry,
  { state, events }: Pick<Applied<State, Event>, 'state' | 'events'>,
): GamePosition {
  const { latest, before, earlier, moment } = position;
  const isWithLast = isOneRun(latest.at(-1), entry);
  const told = isWithLast ? (moment?.events ?? []) : [];
  return {
    ...position,
    seq: entry.seq,
    turn: position.turn + 1,
    latest: latestOf([...latest, entry]),
    state,
    before: position.state,
    earlier: before === null ? earlier : [...earlier, before].slice(-KEPT_BACK),
    moment: {
      order: momentOrder(entry, moment),
      events: [...told, ...events],
      ...toldBefore(system, position.state, moment, isWithLast),
    },
    chain: chainAfter(position.chain, entry),
  };
}

/** The order that a picture marks: a step that was passed leaves the one before it. */
export function momentOrder({ cause, order }: OrderEntry, before: Pick<Moment<Event>, 'order'> | null): Order {
  return cause === 'pass' ? (before?.order ?? order) : order;
}

/**
 * Events of the orders before a moment that belong to a battle which is being settled where the next order is given.
 * @param isWithLast the next order is told together with the last
 */
export function toldBefore(
  system: System,
  state: State | undefined,
  last: Moment<Event> | null,
  isWithLast: boolean,
): Pick<Moment<Event>, 'before'> {
  if (isWithLast) return last?.before ? { before: last.before } : {};
  if (last === null || state === undefined || !system.isSettling?.(state)) return {};
  return { before: [...(last.before ?? []), ...last.events] };
}

/** The last orders: those that can be taken back in memory and the one before them. Not so few that it would be cut anew with every order. */
export function latestOf(standing: readonly OrderEntry[]): readonly OrderEntry[] {
  if (standing.length <= 3 * KEPT_BACK) return standing;
  // With the one before them: so it is seen that no more belong to them.
  const first = Math.max(0, togetherFrom(standing) - 1);
  return standing.slice(Math.max(Math.min(first, standing.length - KEPT_BACK - 1), standing.length - MOST_LATEST));
}

/** Whether two orders that follow one another were given in one go: they are told, marked and taken back together. */
export function isOneRun(before: OrderEntry | undefined, { cause, at, together }: OrderEntry): boolean {
  if (together || cause === 'pass') return before !== undefined;
  return cause !== undefined && (before?.cause === cause || before?.cause === 'pass') && before.at === at;
}

/** The orders that somebody gave: without the steps that were passed by themselves. */
export function withoutPassed<Given extends Pick<OrderEntry, 'cause'>>(orders: readonly Given[]): readonly Given[] {
  return orders.filter(({ cause }) => cause !== 'pass');
}

/** The last of some orders, with those given in one go with it before it. */
export function lastRun(orders: readonly OrderEntry[]): readonly OrderEntry[] {
  let from = orders.length - 1;
  while (from > 0 && isOneRun(orders[from - 1], orders[from] as OrderEntry)) from -= 1;
  return orders.slice(Math.max(0, from));
}

/**
 * The place of the first of the orders that are taken back with the last: whatever a member or the clock gave in one go with it; of a machine, which
 * would order the same again, all that it has ordered since, with the order before. -1: nobody but machines has ordered.
 */
export function togetherFrom(standing: readonly OrderEntry[]): number {
  let from = standing.findLastIndex(({ cause }) => cause !== 'machine' && cause !== 'pass');
  while (from > 0 && isOneRun(standing[from - 1], standing[from] as OrderEntry)) from -= 1;
  return from;
}

/** How each seat decides; a seat that is not named decides as every table does at its start. */
export type CouncilsBySeat = Readonly<Record<SeatId, Council>>;

export function councilOf({ councils }: Pick<GamePosition, 'councils'>, seat: SeatId): Council {
  return councils[seat] ?? OPEN_COUNCIL;
}

/** How the seats decide after a log. No rules of a game are asked. */
export function councilsAfter(entries: readonly EntryRecord[]): CouncilsBySeat {
  return Object.fromEntries(
    entries.flatMap((entry) => (entry.kind === 'council' ? [[entry.seat, entry.council] as const] : [])),
  );
}

/** An entry of the log that gives an order. */
export type OrderEntry = EntryRecord & { readonly kind: 'order' };

/** The orders of a log that stand. No rules of a game are asked. */
export function standingIn(entries: Iterable<EntryRecord>): OrderEntry[] {
  const standing: OrderEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'order') standing.push(entry);
    else if (entry.kind === 'undo') standing.pop();
  }
  return standing;
}

/** Where a position's last order was given, and the one before, and so on, the latest last; after them where it stands now. */
export function recentStates({ earlier, before, state }: GamePosition): readonly State[] {
  return before === null ? [state] : [...earlier, before, state];
}

/**
 * A position after its last orders have been taken back, with an entry for each.
 * @param orders the last of them first
 * @param seen what each of them brought to light
 * @param before where the game stood when the first of them was given, if that is further back than is kept
 */
export function withoutLast(
  position: GamePosition,
  { orders, seen }: Pick<OrdersToTakeBack, 'orders' | 'seen'>,
  before: () => GamePosition,
): GamePosition {
  const latest = position.latest.slice(0, -orders.length);
  const places = recentStates(position).slice(0, -orders.length);
  const turn = position.turn - orders.length;
  const isKept = places.length > 1 ? latest.length > 0 : places.length > 0 && turn === 0;
  return {
    ...(isKept ? { latest, ...placed(places) } : before()),
    seq: position.seq + orders.length,
    turn,
    moment: null,
    councils: position.councils,
    ...alsoSeen(position, orders, seen),
    chain: orders.reduce((so, order) => chainAfter(so, { kind: 'undo', takesBack: order.seq }), position.chain),
  };
}

/** @param places one at least, the latest last */
function placed(places: readonly State[]): Pick<GamePosition, 'state' | 'before' | 'earlier'> {
  return { state: places.at(-1) as State, before: places.at(-2) ?? null, earlier: places.slice(0, -2) };
}

/** Things that are known, once orders have been taken back that brought some to light. */
export function alsoSeen(
  { takenBack, lastSeen }: Pick<GamePosition, 'takenBack' | 'lastSeen'>,
  orders: readonly OrderEntry[],
  seen: readonly Seen[],
): Pick<GamePosition, 'takenBack' | 'lastSeen'> {
  const lit = orders.find((_, index) => howMuch(seen[index] ?? NOTHING_SEEN) > 0);
  return { takenBack: seen.reduce(bothSeen, takenBack), lastSeen: Math.max(lastSeen, lit?.seq ?? 0) };
}
