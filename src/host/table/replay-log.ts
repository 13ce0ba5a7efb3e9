import type { Council } from '../../council/index.ts';
import {
  type Applied,
  type Event,
  IncompatibleThrow,
  isRefusal,
  type Moment,
  type RecordedDice,
  type Refusal,
  replayedDice,
  type SeatId,
  type State,
  type System,
} from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import type { EntryRecord } from '../../store/index.ts';
import { drained } from '../base/generator-steps.ts';
import {
  type CouncilsBySeat,
  type GamePosition,
  isOneRun,
  KEPT_BACK,
  lastRun,
  latestOf,
  momentOrder,
  type OrderEntry,
  recentStates,
  toldBefore,
  withoutPassed,
} from './game-position.ts';
import { chainAfter } from './log-head.ts';
import { bothSeen, howMuch, NOTHING_SEEN, type Seen, seenIn, throwsFor } from './rolls-taken-back.ts';

/** What one entry did. An entry that only takes back or ends has no events. */
export interface LogStep {
  readonly entry: EntryRecord;
  readonly events: readonly Event[];
  /** Where the game stood after it. */
  readonly state: State;
  /** The entry that takes this one back. */
  readonly takenBackBy: EntryRecord | null;
}

/** The rules no longer accept what the log says happened. */
export class IncompatibleLog extends Error {
  override readonly name = 'IncompatibleLog';
}

/** A log played through. */
export interface ReplayedLog {
  readonly position: GamePosition;
  /** Orders that stand: all of them. */
  readonly standing: readonly OrderEntry[];
  readonly steps: readonly LogStep[];
}

/**
 * Plays a log from its start with the dice it recorded, every entry in turn, orders later taken back included.
 * @throws IncompatibleLog where the rules refuse an order of the log or want other dice than it has
 */
export function replayLog(system: System, variant: string, entries: readonly EntryRecord[]): ReplayedLog {
  return drained(replayLogInSteps(system, variant, entries));
}

/**
 * The same, a step for each entry, for a log may have a thousand.
 * @param steps receives what each entry did: where the rules refuse one, it has those before it
 */
export function* replayLogInSteps(
  system: System,
  variant: string,
  entries: readonly EntryRecord[],
  steps: LogStep[] = [],
): Generator<void, ReplayedLog, void> {
  const undos = undosIn(entries);
  const log = new Playing(system, variant);
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
 * @throws IncompatibleLog
 */
export function* replayToPosition(
  system: System,
  variant: string,
  entries: Iterable<EntryRecord>,
  back: number = KEPT_BACK.usual,
): Generator<void, GamePosition, void> {
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
): Generator<void, ReadonlyMap<number, GamePosition>, void> {
  const wanted = new Set(numbers);
  const found = new Map<number, GamePosition>();
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
  /** For each of them, what it brought to light. */
  readonly #seen: Seen[] = [];
  #takenBack = NOTHING_SEEN;
  #lastSeen = 0;
  #last: EntryRecord | null = null;
  readonly #councils = new Map<SeatId, Council>();
  /** As in a position. A log may have thousands of orders in one run, so its events are added to. */
  #moment: (Moment<Event> & { readonly events: Event[] }) | null = null;
  #seq = -1;
  #chain = '';

  constructor(system: System, variant: string) {
    this.#system = system;
    this.#variant = variant;
  }

  get standing(): readonly OrderEntry[] {
    return this.#standing;
  }

  get state(): State {
    const state = this.#states.at(-1);
    if (!state) throw new IncompatibleLog(this.#seq < 0 ? 'the log is empty' : 'the log does not begin with a start');
    return state;
  }

  /** @returns what the entry did, after a step for each order that it inherits */
  *taking(entry: EntryRecord): Generator<void, readonly Event[], void> {
    this.#seq = entry.seq;
    const events = entry.kind === 'start' || entry.kind === 'order' ? yield* this.#enacting(entry) : [];
    if (entry.kind === 'undo') this.#takeBack(entry);
    if (entry.kind === 'council') this.#councils.set(entry.seat, entry.council);
    this.#last = entry;
    this.#chain = chainAfter(this.#chain, entry);
    // Nothing comes before a start.
    void this.state;
    return events;
  }

  *#enacting(entry: EntryRecord & { readonly kind: 'start' | 'order' }): Generator<void, readonly Event[], void> {
    const from = this.#states.at(-1);
    const { state, events } = yield* enacting(this.#system, this.#variant, from, entry);
    this.#states.push(state);
    if (entry.kind === 'start') this.#moment = entry.inherited ? null : { order: null, events: [...events] };
    else {
      const isWithLast = isOneRun(this.#standing.at(-1), entry);
      const before = toldBefore(this.#system, from, this.#moment, isWithLast);
      const run = isWithLast ? (this.#moment?.events ?? []) : [];
      run.push(...events);
      this.#moment = { order: momentOrder(entry, this.#moment), events: run, ...before };
      this.#standing.push(entry);
      this.#seen.push(seenIn(throwsFor(entry, this.#last), this.#system.reveals?.(events) ?? 0));
    }
    return events;
  }

  #takeBack({ seq, takesBack }: EntryRecord & { readonly kind: 'undo' }): void {
    if (this.#standing.pop()?.seq !== takesBack)
      throw new IncompatibleLog(`entry ${seq} takes back an order that wasn’t the last`);
    this.#states.pop();
    const seen = this.#seen.pop() ?? NOTHING_SEEN;
    this.#takenBack = bothSeen(this.#takenBack, seen);
    if (howMuch(seen) > 0) this.#lastSeen = Math.max(this.#lastSeen, takesBack);
    this.#moment = null;
  }

  /** @param back how many places of earlier orders are kept */
  position(back: number = KEPT_BACK.usual): GamePosition {
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
      takenBack: this.#takenBack,
      lastSeen: this.#lastSeen,
      chain: this.#chain,
    };
  }
}

/**
 * A position as it was after an order not long ago. Null: something has been taken back since, or what it needs is not cached, and the
 * log must be replayed.
 * @param since the entries after that order
 * @param councils how the seats decided then
 */
export function positionBefore(
  system: System,
  variant: string,
  position: GamePosition,
  since: readonly EntryRecord[],
  councils: CouncilsBySeat,
): GamePosition | null {
  const back = since.filter(({ kind }) => kind === 'order').length;
  const turn = position.turn - back;
  const latest = position.latest.slice(0, Math.max(0, position.latest.length - back));
  const places = recentStates(position);
  const there = places.slice(0, Math.max(0, places.length - back));
  const run = lastRun(latest);
  const [state, before, from] = [there.at(-1), there.at(-2), there.at(-1 - run.length)];
  const isWhole = run.length < latest.length || latest.length === turn;
  // A battle that was being settled there is told with orders from before it.
  if (!state || !before || !from || !isWhole || system.isSettling?.(from) || since.some(({ kind }) => kind === 'undo'))
    return null;
  const events: Event[] = [];
  let at = from;
  for (const entry of run) {
    const applied = drained(enacting(system, variant, at, entry));
    events.push(...applied.events);
    at = applied.state;
  }
  const moment = { order: withoutPassed(run).at(-1)?.order ?? null, events };
  const seq = position.seq - since.length;
  // What was done since is in the chain, and does not come out of it.
  return { ...position, seq, turn, latest, state, before, earlier: there.slice(0, -2), moment, councils, chain: '' };
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
    if (isRefusal(applied)) throw new IncompatibleLog(`entry ${entry.seq}: ${system.refusal(applied)}`);
    if (dice.thrown.length < entry.throws.length) {
      throw new IncompatibleLog(
        `entry ${entry.seq}: ${count(entry.throws.length, 'roll')} in the log, ${dice.thrown.length} by today’s rules`,
      );
    }
    return applied;
  } catch (error) {
    if (error instanceof IncompatibleThrow)
      throw new IncompatibleLog(`entry ${entry.seq}: ${error.message}`, { cause: error });
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
  if (!state) throw new IncompatibleLog('the log does not begin with a start');
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
  for (const [index, { seat, order, throws }] of inherited.entries()) {
    const thrown = replayedDice(throws);
    const applied = system.apply(state, seat, order, thrown);
    const which = `order ${index + 1} of the original game`;
    if (isRefusal(applied)) throw new IncompatibleLog(`${which}: ${system.refusal(applied)}`);
    if (thrown.thrown.length < throws.length) {
      throw new IncompatibleLog(
        `${which}: ${count(throws.length, 'roll')} in the log, ${thrown.thrown.length} by today’s rules`,
      );
    }
    state = applied.state;
    yield;
  }
  return { state, events: [] };
}
