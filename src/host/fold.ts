import { type Council, OPEN_COUNCIL } from '../council/index.ts';
import {
  type Applied,
  type Event,
  isRefusal,
  MisfitThrow,
  type Moment,
  type Order,
  type RecordedDice,
  type Refusal,
  replayedDice,
  type SeatId,
  type State,
  type System,
} from '../game/index.ts';
import type { EntryRecord } from '../store/index.ts';
import { throwsFor } from './dice/rolls-taken-back.ts';
import { drained } from './steps.ts';

/** An entry of the log that gives an order. */
export type OrderEntry = EntryRecord & { readonly kind: 'order' };

/** A position reached by a log. It is as large after ten thousand orders as after ten: what lies far back is in the log alone. */
export interface Position {
  /** The last entry's number. */
  readonly seq: number;
  /** How many orders stand: given and not taken back. */
  readonly turn: number;
  /** The last of them, the latest last: with the very last all that were given in one go with it. */
  readonly latest: readonly OrderEntry[];
  readonly state: State;
  /** Where the last order that stands was given; null: none has been. */
  readonly before: State | null;
  /** Where the few before that were given, the latest last: so many orders are taken back without playing a long log again. */
  readonly earlier: readonly State[];
  /** What the last order did, with those given in one go with it, or the start; for the picture. Null after an undo. */
  readonly moment: Moment<Event> | null;
  readonly councils: Councils;
  /** Dice and shuffles of orders that were taken back. */
  readonly rollsTakenBack: number;
}

/** How many places of earlier orders are kept, and of their entries, at least: as orders are given, and once one is looked for further back. */
export const KEPT_BACK = { usual: 2, wide: 40 };
/** Entries kept at most, where machines alone have ordered for very long. */
const MOST_LATEST = 1000;

/** A position once another order has been given. */
export function positionWith(
  position: Position,
  entry: OrderEntry,
  { state, events }: Pick<Applied<State, Event>, 'state' | 'events'>,
): Position {
  const { latest, before, earlier } = position;
  return {
    ...position,
    seq: entry.seq,
    turn: position.turn + 1,
    latest: latestOf([...latest, entry], KEPT_BACK.usual),
    state,
    before: position.state,
    earlier: before === null ? earlier : [...earlier, before].slice(-KEPT_BACK.usual),
    moment: momentOf(entry, events, latest.at(-1), position.moment),
  };
}

/** The last orders: `least` that can be taken back and the one before them. Not so few that it would be cut anew with every order. */
function latestOf(standing: readonly OrderEntry[], least: number): readonly OrderEntry[] {
  if (standing.length <= 3 * least) return standing;
  // With the one before them: so it is seen that no more belong to them.
  const first = Math.max(0, togetherFrom(standing) - 1);
  return standing.slice(Math.max(Math.min(first, standing.length - least - 1), standing.length - MOST_LATEST));
}

/** Whether two orders that follow one another were given in one go, by machines or by a clock: they are told and marked together. */
function isOneRun(before: OrderEntry | undefined, { cause, at }: OrderEntry): boolean {
  return cause !== undefined && before?.cause === cause && before.at === at;
}

/** The last of some orders, with those given in one go with it before it. */
export function lastRun(orders: readonly OrderEntry[]): readonly OrderEntry[] {
  let from = orders.length - 1;
  while (from > 0 && isOneRun(orders[from - 1], orders[from] as OrderEntry)) from -= 1;
  return orders.slice(Math.max(0, from));
}

/**
 * The place of the first of the orders that are taken back with the last: whatever the clock gave in one go with it; of a machine, which
 * would order the same again, all that it has ordered since, with the order before. -1: nobody but machines has ordered.
 */
export function togetherFrom(standing: readonly OrderEntry[]): number {
  let from = standing.findLastIndex(({ cause }) => cause !== 'machine');
  while (from > 0 && isOneRun(standing[from - 1], standing[from] as OrderEntry)) from -= 1;
  return from;
}

/** What an order did, with those of its run before it. */
function momentOf(
  entry: OrderEntry,
  events: readonly Event[],
  last: OrderEntry | undefined,
  moment: Moment<Event> | null,
): Moment<Event> {
  const before = isOneRun(last, entry) ? (moment?.events ?? []) : [];
  return { order: entry.order, events: [...before, ...events] };
}

/** How each seat decides; a seat that is not named decides as every table does at its start. */
export type Councils = Readonly<Record<SeatId, Council>>;

export function councilOf({ councils }: Pick<Position, 'councils'>, seat: SeatId): Council {
  return councils[seat] ?? OPEN_COUNCIL;
}

/** How the seats decide after a log. No rules of a game are asked. */
export function councilsAfter(entries: readonly EntryRecord[]): Councils {
  return Object.fromEntries(
    entries.flatMap((entry) => (entry.kind === 'council' ? [[entry.seat, entry.council] as const] : [])),
  );
}

/** What one entry did. An entry that only takes back or ends has no events. */
export interface Step {
  readonly entry: EntryRecord;
  readonly events: readonly Event[];
  /** Where the game stood after it. */
  readonly state: State;
  /** The entry that takes this one back. */
  readonly takenBackBy: EntryRecord | null;
}

/** The rules no longer accept what the log says happened. */
export class MisfitLog extends Error {
  override readonly name = 'MisfitLog';
}

/** A log played through. */
export interface Replayed {
  readonly position: Position;
  /** Orders that stand: all of them. */
  readonly standing: readonly OrderEntry[];
  readonly steps: readonly Step[];
}

/**
 * Plays a log from its start with the dice it recorded, every entry in turn, orders later taken back included.
 * @throws MisfitLog where the rules refuse an order of the log or want other dice than it has
 */
export function replay(system: System, variant: string, entries: readonly EntryRecord[]): Replayed {
  return drained(replaying(system, variant, entries));
}

/** The same, a step for each entry, for a log may have a thousand. */
export function* replaying(
  system: System,
  variant: string,
  entries: readonly EntryRecord[],
): Generator<void, Replayed, void> {
  const undos = undosIn(entries);
  const log = new Playing(system, variant);
  const steps: Step[] = [];
  for (const entry of entries) {
    const events = yield* log.taking(entry);
    steps.push({ entry, events, state: log.state, takenBackBy: undos.get(entry.seq) ?? null });
    yield;
  }
  return { position: log.position(), standing: log.standing, steps };
}

/** The entries of a log that take an order back, by the number of that order. */
export function undosIn(entries: readonly EntryRecord[]): ReadonlyMap<number, EntryRecord> {
  return new Map(entries.flatMap((entry) => (entry.kind === 'undo' ? [[entry.takesBack, entry] as const] : [])));
}

/**
 * Where a log leads, a step for each entry. Of what came before no more is kept than an undo may want.
 * @param back how many places of earlier orders are kept
 * @throws MisfitLog
 */
export function* folding(
  system: System,
  variant: string,
  entries: Iterable<EntryRecord>,
  back: number = KEPT_BACK.usual,
): Generator<void, Position, void> {
  const log = new Playing(system, variant);
  for (const entry of entries) {
    yield* log.taking(entry);
    yield;
  }
  return log.position(back);
}

/** Where a game stood after some entries of its log, by their numbers: the log is played once, up to the last of them, a step for each. */
export function* positionsAfter(
  system: System,
  variant: string,
  entries: Iterable<EntryRecord>,
  numbers: readonly number[],
): Generator<void, ReadonlyMap<number, Position>, void> {
  const wanted = new Set(numbers);
  const found = new Map<number, Position>();
  const last = Math.max(...numbers);
  const log = new Playing(system, variant);
  if (wanted.size === 0) return found;
  for (const entry of entries) {
    if (entry.seq > last) break;
    yield* log.taking(entry);
    if (wanted.has(entry.seq)) found.set(entry.seq, log.position());
    yield;
  }
  return found;
}

/** A log being played. */
class Playing {
  readonly #system: System;
  readonly #variant: string;
  /** At the start and after each order that stands so far. */
  readonly #states: State[] = [];
  readonly #standing: OrderEntry[] = [];
  /** For each of them, how much was thrown for it. */
  readonly #rolls: number[] = [];
  #rollsTakenBack = 0;
  #last: EntryRecord | null = null;
  readonly #councils = new Map<SeatId, Council>();
  /** As in a position. A log may have thousands of orders in one run, so its events are added to. */
  #moment: { readonly order: Order | null; readonly events: Event[] } | null = null;
  #seq = -1;

  constructor(system: System, variant: string) {
    this.#system = system;
    this.#variant = variant;
  }

  get standing(): readonly OrderEntry[] {
    return this.#standing;
  }

  get state(): State {
    const state = this.#states.at(-1);
    if (!state) throw new MisfitLog(this.#seq < 0 ? 'the log is empty' : 'the log does not begin with a start');
    return state;
  }

  /** @returns what the entry did, after a step for each order that it inherits */
  *taking(entry: EntryRecord): Generator<void, readonly Event[], void> {
    this.#seq = entry.seq;
    const events = entry.kind === 'start' || entry.kind === 'order' ? yield* this.#enacting(entry) : [];
    if (entry.kind === 'undo') this.#takeBack(entry);
    if (entry.kind === 'council') this.#councils.set(entry.seat, entry.council);
    this.#last = entry;
    // Nothing comes before a start.
    void this.state;
    return events;
  }

  *#enacting(entry: EntryRecord & { readonly kind: 'start' | 'order' }): Generator<void, readonly Event[], void> {
    const { state, events } = yield* enacting(this.#system, this.#variant, this.#states.at(-1), entry);
    this.#states.push(state);
    if (entry.kind === 'start') this.#moment = entry.inherited ? null : { order: null, events: [...events] };
    else {
      const run = isOneRun(this.#standing.at(-1), entry) ? (this.#moment?.events ?? []) : [];
      run.push(...events);
      this.#moment = { order: entry.order, events: run };
      this.#standing.push(entry);
      this.#rolls.push(throwsFor(entry, this.#last).length);
    }
    return events;
  }

  #takeBack({ seq, takesBack }: EntryRecord & { readonly kind: 'undo' }): void {
    if (this.#standing.pop()?.seq !== takesBack) throw new MisfitLog(`entry ${seq} takes back what was not last`);
    this.#states.pop();
    this.#rollsTakenBack += this.#rolls.pop() ?? 0;
    this.#moment = null;
  }

  /** @param back how many places of earlier orders are kept */
  position(back: number = KEPT_BACK.usual): Position {
    const { state } = this;
    return {
      seq: this.#seq,
      turn: this.#standing.length,
      latest: latestOf([...this.#standing], back),
      state,
      before: this.#states.at(-2) ?? null,
      earlier: this.#states.slice(0, -2).slice(-back),
      moment: this.#moment && { ...this.#moment, events: [...this.#moment.events] },
      councils: Object.fromEntries(this.#councils),
      rollsTakenBack: this.#rollsTakenBack,
    };
  }
}

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
export function placesOf({ earlier, before, state }: Position): readonly State[] {
  return before === null ? [state] : [...earlier, before, state];
}

/**
 * A position as it was after an order not long ago. Null: something has been taken back since, or what it wants is not kept, and the log
 * is to be played.
 * @param since the entries after that order
 * @param councils how the seats decided then
 */
export function positionBefore(
  system: System,
  variant: string,
  position: Position,
  since: readonly EntryRecord[],
  councils: Councils,
): Position | null {
  const back = since.filter(({ kind }) => kind === 'order').length;
  const turn = position.turn - back;
  const latest = position.latest.slice(0, Math.max(0, position.latest.length - back));
  const places = placesOf(position);
  const there = places.slice(0, Math.max(0, places.length - back));
  const run = lastRun(latest);
  const [state, before, from] = [there.at(-1), there.at(-2), there.at(-1 - run.length)];
  const isWhole = run.length < latest.length || latest.length === turn;
  if (!state || !before || !from || !isWhole || since.some(({ kind }) => kind === 'undo')) return null;
  const events: Event[] = [];
  let at = from;
  for (const entry of run) {
    const applied = drained(enacting(system, variant, at, entry));
    events.push(...applied.events);
    at = applied.state;
  }
  const moment = { order: run.at(-1)?.order ?? null, events };
  const seq = position.seq - since.length;
  return { ...position, seq, turn, latest, state, before, earlier: there.slice(0, -2), moment, councils };
}

/**
 * A position once so many of its last orders have been taken back, an entry for each. Null: where they were given is not kept, and the
 * log is to be played.
 * @param rolls what was thrown for them
 */
export function withoutLast(position: Position, orders: number, rolls: number): Position | null {
  const turn = position.turn - orders;
  const latest = position.latest.slice(0, -orders);
  const places = placesOf(position).slice(0, -orders);
  const state = places.at(-1);
  const before = places.at(-2) ?? null;
  if (!state || orders === 0 || (turn > 0 && (before === null || latest.length === 0))) return null;
  const seq = position.seq + orders;
  const rollsTakenBack = position.rollsTakenBack + rolls;
  return { ...position, seq, turn, latest, state, before, earlier: places.slice(0, -2), moment: null, rollsTakenBack };
}

function* enacting(
  system: System,
  variant: string,
  state: State | undefined,
  entry: EntryRecord & { readonly kind: 'start' | 'order' },
): Generator<void, Applied<State, Event>, void> {
  const dice = replayedDice(entry.throws);
  try {
    const applied = yield* carryingOut(system, variant, state, entry, dice);
    if (isRefusal(applied)) throw new MisfitLog(`entry ${entry.seq}: ${system.refusal(applied)}`);
    if (dice.thrown.length < entry.throws.length) {
      throw new MisfitLog(`entry ${entry.seq}: ${entry.throws.length} throws were made, now ${dice.thrown.length}`);
    }
    return applied;
  } catch (error) {
    if (error instanceof MisfitThrow) throw new MisfitLog(`entry ${entry.seq}: ${error.message}`, { cause: error });
    throw error;
  }
}

function* carryingOut(
  system: System,
  variant: string,
  state: State | undefined,
  entry: EntryRecord & { readonly kind: 'start' | 'order' },
  dice: RecordedDice,
): Generator<void, Applied<State, Event> | Refusal, void> {
  if (entry.kind === 'start') return yield* beginning(system, variant, entry, dice);
  if (!state) throw new MisfitLog('the log does not begin with a start');
  return system.apply(state, entry.seat, entry.order, dice);
}

/** The start, and for a “what if” all that it inherits, a step for each; of that, nothing has happened in this game. */
function* beginning(
  system: System,
  variant: string,
  { inherited }: EntryRecord & { readonly kind: 'start' },
  dice: RecordedDice,
): Generator<void, Applied<State, Event>, void> {
  const start = system.start(variant, dice);
  if (!inherited) return start;
  let { state } = start;
  for (const { seat, order, throws } of inherited) {
    const thrown = replayedDice(throws);
    const applied = system.apply(state, seat, order, thrown);
    if (isRefusal(applied)) throw new MisfitLog(`inherited ${JSON.stringify(order)}: ${system.refusal(applied)}`);
    if (thrown.thrown.length < throws.length) {
      throw new MisfitLog(
        `inherited ${JSON.stringify(order)}: ${throws.length} throws were made, now ${thrown.thrown.length}`,
      );
    }
    state = applied.state;
    yield;
  }
  return { state, events: [] };
}
