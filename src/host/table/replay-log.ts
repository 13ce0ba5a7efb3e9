import {
  type Applied,
  type Event,
  IncompatibleThrow,
  isRefusal,
  type LastOrder,
  type RecordedDice,
  type Refusal,
  replayedDice,
  type State,
  type System,
  type Throw,
} from '../../game/index.ts';
import { count } from '../../kit/plain-english.ts';
import type { EntryRecord, GameRecord, InheritedOrder, Store } from '../../store/index.ts';
import { WORDS } from '../base/common-words.ts';
import { type Reply, reply } from '../base/reply.ts';
import {
  alsoSeen,
  type GamePosition,
  isChange,
  isOneRun,
  latestOf,
  MOST_EARLIER,
  momentOrder,
  type OrderEntry,
  openPoint,
  standingIn,
  toldBefore,
  UNPLAYED,
} from './game-position.ts';
import { chainAfter } from './game-secret.ts';
import { NOTHING_SEEN, type Seen, seenIn, throwsFor } from './rolls-taken-back.ts';

/** A log with this many entries is read in the worker thread. A shorter one takes less time than a picture. */
const LONG_LOG = 60;

export function isLongLog(store: Pick<Store, 'lastSeq'>, { id, whatIf }: Pick<GameRecord, 'id' | 'whatIf'>): boolean {
  return store.lastSeq(id) >= LONG_LOG || (whatIf !== null && store.lastSeq(whatIf.game) >= LONG_LOG);
}

/** One entry with its events and the state after it. Only starts and orders have events. */
export interface LogStep {
  readonly entry: EntryRecord;
  readonly events: readonly Event[];
  readonly state: State;
  /** The entry that takes this one back. */
  readonly takenBackBy: EntryRecord | null;
}

/** The rules no longer accept what the log says happened. */
export class IncompatibleLog extends Error {
  override readonly name = 'IncompatibleLog';
}

export interface ReplayedLog {
  readonly position: GamePosition;
  /** All orders that were not taken back. */
  readonly standing: readonly OrderEntry[];
  readonly steps: readonly LogStep[];
}

/**
 * Plays a log from its start with its recorded dice. Orders that were later taken back are played too.
 * @param steps receives a step for each entry, so that the caller has those before an entry that the rules refuse
 * @throws IncompatibleLog if the rules refuse an order of the log or want other dice than it has
 */
export function replayLog(
  system: System,
  variant: string,
  entries: readonly EntryRecord[],
  steps: LogStep[] = [],
): ReplayedLog {
  const undos = undosIn(entries);
  const log = new Replay(system, variant);
  for (const entry of entries) {
    const events = log.play(entry);
    steps.push({ entry, events, state: log.state, takenBackBy: undos.get(entry.seq) ?? null });
  }
  return { position: log.position(), standing: log.standing, steps };
}

/** The entries of a log that take an order back, by the number of that order. */
function undosIn(entries: readonly EntryRecord[]): ReadonlyMap<number, EntryRecord> {
  return new Map(entries.flatMap((entry) => (entry.kind === 'undo' ? [[entry.takesBack, entry] as const] : [])));
}

/** A step for readers who need no state. */
export type PlainStep = Omit<LogStep, 'state'>;

/** The steps of a log that the rules no longer accept: entries as they were written, without events. */
export function stepsWithoutRules(entries: readonly EntryRecord[]): PlainStep[] {
  const undos = undosIn(entries);
  return entries.map((entry) => ({ entry, events: [], takenBackBy: undos.get(entry.seq) ?? null }));
}

/** A position to resume a replay from, in place of the log's start. */
export interface ReplayStart {
  readonly position: Omit<GamePosition, 'before' | 'earlier'>;
  readonly last: EntryRecord;
  /** A replay up to an earlier entry, for states before `position`. */
  earlier(seq: number): Replay;
}

/** A replay of a log, from its start or from a known position. */
export class Replay {
  readonly #system: System;
  readonly #variant: string;
  readonly #from: ReplayStart | null;
  /** The latest standing orders; all of them, if the replay began at the start. */
  #standing: OrderEntry[];
  /** How many standing orders come before `#standing`. */
  #unlisted: number;
  /** The state that the replay began with, and one for each standing order since. The present state is last. */
  #states: State[];
  /** The dice and reveals of each standing order since the replay began. */
  #seen: Seen[] = [];
  #last: EntryRecord | null;
  /** The parts of the present position that are not computed from orders and states. */
  #rest: Pick<GamePosition, 'councils' | 'takenBack' | 'lastSeen' | 'chain' | 'open'>;
  /** A position's moment, but mutable: copying the events for each order of a run of thousands would be slow. */
  #moment: (LastOrder<Event> & { readonly events: Event[] }) | null;

  constructor(system: System, variant: string, from: ReplayStart | null = null) {
    const { latest, turn, state, moment, councils, takenBack, lastSeen, chain, open } = from?.position ?? UNPLAYED;
    this.#system = system;
    this.#variant = variant;
    this.#from = from;
    this.#standing = [...latest];
    this.#unlisted = turn - latest.length;
    this.#states = state ? [state] : [];
    this.#last = from?.last ?? null;
    this.#rest = { councils, takenBack, lastSeen, chain, open };
    this.#moment = moment && { ...moment, events: [...moment.events] };
  }

  get standing(): readonly OrderEntry[] {
    return this.#standing;
  }

  /** The number of the last entry; -1: none has been played. */
  get seq(): number {
    return this.#last?.seq ?? -1;
  }

  get state(): State {
    const state = this.#states.at(-1);
    if (!state) throw new IncompatibleLog(this.seq < 0 ? 'the log is empty' : 'the log does not begin with a start');
    return state;
  }

  /** @returns what the entry did */
  play(entry: EntryRecord): readonly Event[] {
    const events = entry.kind === 'start' || entry.kind === 'order' ? this.#enact(entry) : [];
    if (entry.kind === 'undo') this.#takeBack(entry);
    const { councils, chain } = this.#rest;
    const open = this.#openAfter(entry);
    const now = entry.kind === 'council' ? { ...councils, [entry.seat]: entry.council } : councils;
    this.#rest = { ...this.#rest, councils: now, chain: chainAfter(chain, entry), open };
    this.#last = entry;
    // The getter throws if the log does not begin with a start.
    void this.state;
    return events;
  }

  #openAfter(entry: EntryRecord): GamePosition['open'] {
    const { open, chain } = this.#rest;
    if (entry.kind === 'council' || entry.kind === 'ballot') return open;
    return isChange(this.#system, entry) ? openPoint({ open, chain, seq: this.seq }) : null;
  }

  #enact(entry: EntryRecord & { readonly kind: 'start' | 'order' }): readonly Event[] {
    const from = this.#states.at(-1);
    const { state, events } = enacted(this.#system, this.#variant, from, entry);
    this.#states.push(state);
    if (entry.kind === 'start') this.#moment = entry.inherited ? null : { order: null, events: [...events] };
    else {
      const isWithLast = isOneRun(this.#standing.at(-1), entry);
      const before = toldBefore(this.#system, from, this.#moment, isWithLast);
      const run = isWithLast ? (this.#moment?.events ?? []) : [];
      run.push(...events);
      this.#moment = { order: momentOrder(entry, this.#moment), events: run, ...before };
      this.#standing.push(entry);
      this.#seen.push(seenIn(throwsFor(entry, this.#last), this.#system.knowledge.reveals?.(events) ?? 0));
    }
    return events;
  }

  #takeBack({ seq, takesBack }: EntryRecord & { readonly kind: 'undo' }): void {
    const order = this.#standing.at(-1);
    if (order?.seq !== takesBack) throw new IncompatibleLog(`entry ${seq} takes back an order that wasn’t the last`);
    const seen = this.#withoutLast(order);
    this.#rest = { ...this.#rest, ...alsoSeen(this.#rest, [order], [seen]) };
    this.#moment = null;
  }

  /** @returns what the order brought to light */
  #withoutLast(order: OrderEntry): Seen {
    if (!this.#from || this.#states.length > 1) {
      this.#standing.pop();
      this.#states.pop();
      return this.#seen.pop() ?? NOTHING_SEEN;
    }
    // The order came before the position that this replay began with.
    const there = this.#from.earlier(order.seq - 1);
    this.#standing = there.#standing;
    this.#unlisted = there.#unlisted;
    this.#states = there.#states;
    this.#seen = there.#seen;
    const { events } = enacted(this.#system, this.#variant, there.state, order);
    return seenIn(throwsFor(order, there.#last), this.#system.knowledge.reveals?.(events) ?? 0);
  }

  position(): GamePosition {
    const { state } = this;
    const last = this.#standing.at(-1);
    let before = this.#states.at(-2);
    // The replay has enacted no order since the position that it began with.
    if (!before && last && this.#from) before = this.#from.earlier(last.seq - 1).state;
    return {
      seq: this.seq,
      turn: this.#unlisted + this.#standing.length,
      latest: latestOf([...this.#standing]),
      state,
      before: before ?? null,
      earlier: this.#states.slice(0, -2).slice(-MOST_EARLIER),
      moment: this.#moment && { ...this.#moment, events: [...this.#moment.events] },
      ...this.#rest,
    };
  }
}

function enacted(
  system: System,
  variant: string,
  before: State | undefined,
  entry: EntryRecord & { readonly kind: 'start' | 'order' },
): Applied<State, Event> {
  return withRecordedDice(system, `entry ${entry.seq}`, entry.throws, (dice) => {
    if (entry.kind === 'start') return started(system, variant, entry.inherited, dice);
    if (!before) throw new IncompatibleLog('the log does not begin with a start');
    return system.rules.apply(before, entry.seat, entry.order, dice);
  });
}

/** The start of a game. A “what if” starts with the orders it inherits, whose events are not events of this game. */
function started(
  system: System,
  variant: string,
  inherited: readonly InheritedOrder[] | undefined,
  dice: RecordedDice,
): Applied<State, Event> {
  const start = system.rules.start(variant, dice);
  if (!inherited) return start;
  let { state } = start;
  for (const [index, { seat, order, throws }] of inherited.entries()) {
    const which = `order ${index + 1} of the original game`;
    state = withRecordedDice(system, which, throws, (own) => system.rules.apply(state, seat, order, own)).state;
  }
  return { state, events: [] };
}

/**
 * Applies a start or an order with the dice that the log has for it.
 * @param which names it in errors
 * @throws IncompatibleLog if the rules refuse it, or do not use exactly these dice
 */
function withRecordedDice(
  system: System,
  which: string,
  throws: readonly Throw[],
  apply: (dice: RecordedDice) => Applied<State, Event> | Refusal,
): Applied<State, Event> {
  const dice = replayedDice(throws);
  try {
    const applied = apply(dice);
    if (isRefusal(applied)) throw new IncompatibleLog(`${which}: ${system.orderWords.refusal(applied)}`);
    if (dice.thrown.length === throws.length) return applied;
    const rolls = `${count(throws.length, 'roll')} in the log, ${dice.thrown.length} by today’s rules`;
    throw new IncompatibleLog(`${which}: ${rolls}`);
  } catch (error) {
    if (error instanceof IncompatibleThrow) throw new IncompatibleLog(`${which}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A log that the rules no longer accept is no bug, so the member reads a sentence. Null for other errors. */
export function incompatibleReply(error: unknown): Reply | null {
  return error instanceof IncompatibleLog ? reply('member', WORDS.incompatible) : null;
}

export function orIncompatible<Result extends Reply | null>(work: () => Result): Result | Reply {
  try {
    return work();
  } catch (error) {
    const instead = incompatibleReply(error);
    if (instead) return instead;
    throw error;
  }
}

export function ifCompatible<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof IncompatibleLog) return null;
    throw error;
  }
}

/** Facts of the original game that a branch takes over. */
export interface OriginFacts {
  /** How many orders stood at the point. */
  readonly orders: number;
  /** The original's next order; null if there is none. */
  readonly next: string | null;
  /** The dice of the original's start. */
  readonly throws: InheritedOrder['throws'];
  /** The orders that stood at the point. */
  readonly inherited: readonly InheritedOrder[];
  readonly state: State;
}

/** @param log the whole of the original */
export function originFacts(system: System, { standing, steps }: ReplayedLog, seq: number): OriginFacts {
  const orders = standing.filter((entry) => entry.seq <= seq).length;
  const next = standing[orders];
  const before = next && steps[next.seq - 1]?.state;
  const shared = steps.slice(0, seq + 1);
  const start = shared[0]?.entry;
  const state = shared.at(-1)?.state;
  if (start?.kind !== 'start' || !state) throw new Error('The log of the original game does not begin with a start');
  const since = standingIn(shared.map(({ entry }) => entry)).map(({ seat, order, throws }) => ({
    seat,
    order,
    throws,
  }));
  return {
    orders,
    next: next && before ? system.orderWords.label(before, next.order).text : null,
    throws: start.throws,
    inherited: [...(start.inherited ?? []), ...since],
    state,
  };
}
