import {
  type Applied,
  type Event,
  IncompatibleThrow,
  isRefusal,
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
  afterTakeBack,
  type GamePosition,
  isChange,
  type OrderEntry,
  positionWith,
  standingIn,
  UNPLAYED,
} from './game-position.ts';
import { chainAfter } from './game-secret.ts';
import { type Seen, seenIn, throwsFor } from './rolls-taken-back.ts';

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
  return { position: log.position(), standing: standingIn(entries), steps };
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
  /** A replay up to an earlier entry, for what came before `position`. */
  earlier(seq: number): Replay;
}

/** The parts of an order that its take-back needs. */
interface GivenOrder {
  /** The position that it was given in. */
  readonly position: GamePosition;
  /** Its dice and reveals. */
  readonly seen: Seen;
}

/** A replay of a log, from its start or from a known position. */
export class Replay {
  readonly #system: System;
  readonly #variant: string;
  readonly #from: ReplayStart | null;
  #position: GamePosition | null;
  #last: EntryRecord | null;
  /** The standing orders since the replay began. */
  readonly #given: GivenOrder[] = [];

  constructor(system: System, variant: string, from: ReplayStart | null = null) {
    this.#system = system;
    this.#variant = variant;
    this.#from = from;
    this.#position = from && { ...from.position, before: null, earlier: [] };
    this.#last = from?.last ?? null;
  }

  /** The number of the last entry; -1: none has been played. */
  get seq(): number {
    return this.#last?.seq ?? -1;
  }

  get state(): State {
    return this.#current().state;
  }

  position(): GamePosition {
    const position = this.#current();
    const last = position.latest.at(-1);
    // The position that the replay began with lacks the state before its last order.
    const lacksBefore = position.before === null && last !== undefined;
    return lacksBefore && this.#from ? { ...position, before: this.#from.earlier(last.seq - 1).state } : position;
  }

  #current(): GamePosition {
    if (!this.#position) throw new IncompatibleLog('the log does not begin with a start');
    return this.#position;
  }

  /** @returns what the entry did */
  play(entry: EntryRecord): readonly Event[] {
    const { position, events } = entry.kind === 'start' ? this.#begin(entry) : this.#after(this.#current(), entry);
    this.#position = position;
    this.#last = entry;
    return events;
  }

  #begin(entry: EntryRecord & { readonly kind: 'start' }): PlayedEntry {
    const { seq, throws, inherited } = entry;
    const { state, events } = withRecordedDice(this.#system, `entry ${seq}`, throws, (dice) =>
      started(this.#system, this.#variant, inherited, dice),
    );
    const moment = inherited ? null : { order: null, events };
    return { position: { ...UNPLAYED, state, moment, chain: chainAfter('', entry) }, events };
  }

  #after(position: GamePosition, entry: Exclude<EntryRecord, { readonly kind: 'start' }>): PlayedEntry {
    const { seq } = entry;
    switch (entry.kind) {
      case 'order': {
        const applied = this.#enacted(position.state, entry);
        this.#given.push({ position, seen: this.#seen(entry, applied.events) });
        return { position: positionWith(this.#system, position, entry, applied), events: applied.events };
      }
      case 'undo':
        return { position: this.#takeBack(position, entry), events: [] };
      case 'council': {
        const councils = { ...position.councils, [entry.seat]: entry.council };
        return { position: { ...position, seq, councils }, events: [] };
      }
      case 'ballot':
        return { position: { ...position, seq }, events: [] };
      case 'abandon':
        return { position: { ...position, seq, open: null }, events: [] };
      default:
        return entry satisfies never;
    }
  }

  #takeBack(position: GamePosition, { seq, takesBack }: EntryRecord & { readonly kind: 'undo' }): GamePosition {
    const order = position.latest.at(-1);
    if (order?.seq !== takesBack) throw new IncompatibleLog(`entry ${seq} takes back an order that wasn’t the last`);
    const given = this.#given.pop() ?? this.#givenEarlier(order);
    return afterTakeBack(position, { orders: [order], seen: [given.seen] }, given.position);
  }

  /** Finds what is known of an order that came before the position that this replay began with. */
  #givenEarlier(order: OrderEntry): GivenOrder {
    if (!this.#from) throw new Error(`Entry ${order.seq} was not replayed`);
    const there = this.#from.earlier(order.seq - 1);
    // The next take-backs need the orders before it.
    this.#given.push(...there.#given);
    const { events } = this.#enacted(there.state, order);
    return { position: there.position(), seen: there.#seen(order, events) };
  }

  #enacted(state: State, { seq, seat, order, throws }: OrderEntry): Applied<State, Event> {
    const { rules } = this.#system;
    return withRecordedDice(this.#system, `entry ${seq}`, throws, (dice) => rules.apply(state, seat, order, dice));
  }

  /** The dice and reveals of the order after the last entry. */
  #seen(order: OrderEntry, events: readonly Event[]): Seen {
    return seenIn(throwsFor(order, this.#last), this.#system.knowledge.reveals?.(events) ?? 0);
  }
}

interface PlayedEntry {
  readonly position: GamePosition;
  readonly events: readonly Event[];
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
  /** How many orders stood at the point. One that was changed face down counts once. */
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
  const orders = standing.filter((entry) => entry.seq <= seq && !isChange(system, entry)).length;
  const next = standing.find((entry) => entry.seq > seq);
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
