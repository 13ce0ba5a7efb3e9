import { type Council, OPEN_COUNCIL } from '../council/index.ts';
import {
  type Applied,
  type Event,
  isRefusal,
  MisfitThrow,
  type Moment,
  type RecordedDice,
  type Refusal,
  replayedDice,
  type SeatId,
  type State,
  type System,
} from '../game/index.ts';
import type { EntryRecord } from '../store/index.ts';

/** An entry of the log that gives an order. */
export type OrderEntry = EntryRecord & { readonly kind: 'order' };

/** A position reached by a log. */
export interface Position {
  /** The last entry's number. */
  readonly seq: number;
  /** Orders that stand: given and not taken back. */
  readonly standing: readonly OrderEntry[];
  readonly state: State;
  /** Where the last order that stands was given; null: none has been. */
  readonly before: State | null;
  /** Where the few before that were given, the latest last: so many orders are taken back without playing a long log again. */
  readonly earlier: readonly State[];
  /** What the last order did, with those given in one go with it, or the start; for the picture. Null after an undo. */
  readonly moment: Moment<Event> | null;
  readonly councils: Councils;
}

/** How many places of earlier orders are kept. */
const EARLIER = 4;

/** `Position.earlier` once another order is given. */
export function earlierWith({ earlier, before }: Pick<Position, 'earlier' | 'before'>): readonly State[] {
  return before === null ? earlier : [...earlier, before].slice(-EARLIER);
}

/** Whether two orders that follow one another were given in one go, by machines or by a clock: they are told and marked together. */
export function isOneRun(before: OrderEntry | undefined, { cause, at }: OrderEntry): boolean {
  return cause !== undefined && before?.cause === cause && before.at === at;
}

/** What an order did, with those of its run before it. `standing`: what stood before it. */
export function momentOf(
  entry: OrderEntry,
  events: readonly Event[],
  { standing, moment }: Pick<Position, 'standing' | 'moment'>,
): Moment<Event> {
  const before = isOneRun(standing.at(-1), entry) ? (moment?.events ?? []) : [];
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
  readonly steps: readonly Step[];
}

/**
 * Plays a log from its start with the dice it recorded, every entry in turn, orders later taken back included.
 * @throws MisfitLog where the rules refuse an order of the log or want other dice than it has
 */
export function replay(system: System, variant: string, entries: readonly EntryRecord[]): Replayed {
  const playing = replaying(system, variant, entries);
  for (;;) {
    const { done, value } = playing.next();
    if (done) return value;
  }
}

/** Where a game stood after some entries of its log, by their numbers: the log is played once, up to the last of them. */
export function positionsAfter(
  system: System,
  variant: string,
  entries: readonly EntryRecord[],
  numbers: readonly number[],
): ReadonlyMap<number, Position> {
  const wanted = new Set(numbers);
  const found = new Map<number, Position>();
  const last = entries.findLastIndex(({ seq }) => wanted.has(seq));
  if (last < 0) return found;
  const playing = replaying(system, variant, entries.slice(0, last + 1));
  for (const { seq } of entries.slice(0, last + 1)) {
    const { value } = playing.next();
    if (wanted.has(seq) && typeof value === 'function') found.set(seq, value());
  }
  return found;
}

/** The same, a step for each entry, for a log may have a thousand: each gives where the game stands there, if that is asked for at once. */
export function* replaying(
  system: System,
  variant: string,
  entries: readonly EntryRecord[],
): Generator<() => Position, Replayed, void> {
  const takenBackBy = new Map(
    entries.flatMap((entry) => (entry.kind === 'undo' ? [[entry.takesBack, entry] as const] : [])),
  );
  const steps: Step[] = [];
  const states: State[] = [];
  const standing: OrderEntry[] = [];
  let moment: Moment<Event> | null = null;

  for (const entry of entries) {
    let events: readonly Event[] = [];
    if (entry.kind === 'start' || entry.kind === 'order') {
      const applied = enact(system, variant, states.at(-1), entry);
      states.push(applied.state);
      events = applied.events;
      if (entry.kind === 'start') moment = entry.inherited ? null : { order: null, events };
      else {
        moment = momentOf(entry, events, { standing, moment });
        standing.push(entry);
      }
    } else if (entry.kind === 'undo') {
      if (standing.pop()?.seq !== entry.takesBack)
        throw new MisfitLog(`entry ${entry.seq} takes back what was not last`);
      states.pop();
      moment = null;
    }
    const now = states.at(-1);
    if (!now) throw new MisfitLog('the log does not begin with a start');
    steps.push({ entry, events, state: now, takenBackBy: takenBackBy.get(entry.seq) ?? null });
    const reached: Reached = { seq: entry.seq, state: now, states, standing, moment };
    yield () => positionOf(reached, entries.slice(0, steps.length));
  }
  const state = states.at(-1);
  const last = entries.at(-1);
  if (!state || !last) throw new MisfitLog('the log is empty');
  return { position: positionOf({ seq: last.seq, state, states, standing, moment }, entries), steps };
}

/** How far a log has been played. */
interface Reached extends Pick<Position, 'seq' | 'state' | 'moment'> {
  /** At the start and after each order that stands so far; both grow on. */
  readonly states: readonly State[];
  readonly standing: readonly OrderEntry[];
}

function positionOf({ states, standing, ...reached }: Reached, entries: readonly EntryRecord[]): Position {
  return {
    ...reached,
    standing: [...standing],
    before: states.at(-2) ?? null,
    earlier: states.slice(0, -2).slice(-EARLIER),
    councils: councilsAfter(entries),
  };
}

/**
 * A position once so many of its last orders have been taken back. Null: where they were given is not kept, and the log is to be played.
 * @param entries the log, with what takes them back
 */
export function withoutLast(position: Position, orders: number, entries: readonly EntryRecord[]): Position | null {
  const last = entries.at(-1);
  const standing = position.standing.slice(0, -orders);
  const kept = [...earlierWith(position), position.state];
  const state = kept.at(-1 - orders);
  const before = kept.at(-2 - orders) ?? null;
  if (!last || !state || orders === 0 || (before === null && standing.length > 0)) return null;
  const earlier = kept.slice(0, Math.max(0, kept.length - 2 - orders));
  return { seq: last.seq, standing, state, before, earlier, moment: null, councils: councilsAfter(entries) };
}

function enact(
  system: System,
  variant: string,
  state: State | undefined,
  entry: EntryRecord & { readonly kind: 'start' | 'order' },
): Applied<State, Event> {
  const dice = replayedDice(entry.throws);
  try {
    const applied = carriedOut(system, variant, state, entry, dice);
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

function carriedOut(
  system: System,
  variant: string,
  state: State | undefined,
  entry: EntryRecord & { readonly kind: 'start' | 'order' },
  dice: RecordedDice,
): Applied<State, Event> | Refusal {
  if (entry.kind === 'start') return begun(system, variant, entry, dice);
  if (!state) throw new MisfitLog('the log does not begin with a start');
  return system.apply(state, entry.seat, entry.order, dice);
}

/** The start, and for a “what if” all that it inherits; of that, nothing has happened in this game. */
function begun(
  system: System,
  variant: string,
  { inherited }: EntryRecord & { readonly kind: 'start' },
  dice: RecordedDice,
): Applied<State, Event> {
  const start = system.start(variant, dice);
  if (!inherited) return start;
  const state = inherited.reduce((before, { seat, order, throws }) => {
    const thrown = replayedDice(throws);
    const applied = system.apply(before, seat, order, thrown);
    if (isRefusal(applied)) throw new MisfitLog(`inherited ${JSON.stringify(order)}: ${system.refusal(applied)}`);
    if (thrown.thrown.length < throws.length) {
      throw new MisfitLog(
        `inherited ${JSON.stringify(order)}: ${throws.length} throws were made, now ${thrown.thrown.length}`,
      );
    }
    return applied.state;
  }, start.state);
  return { state, events: [] };
}
