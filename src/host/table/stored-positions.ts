import { setImmediate } from 'node:timers/promises';
import { canonical, type Json, type System } from '../../game/index.ts';
import { databaseTroubleOf, type GameRecord, type Store } from '../../store/index.ts';
import { VERSION } from '../../version.ts';
import type { CouncilsBySeat, GamePosition } from './game-position.ts';
import { IncompatibleLog, Replay, type ReplayStart } from './replay-log.ts';

/** A position is stored once in so many entries: playing so many takes no more than 30 ms in any game. */
const STORED_EVERY = 25;
/** Entries that are played in one go, at most. Some positions are farther apart, as when many orders were taken back together. */
const MOST_AT_ONCE = 30;
/** Rows that are stored in one go. */
const ROWS_AT_ONCE = 40;

/** A position as JSON in the database. It names no members: entries stand there by number, and how seats decide is read from the log. */
interface StoredPosition
  extends Pick<GamePosition, 'turn' | 'state' | 'moment' | 'takenBack' | 'lastSeen' | 'chain' | 'open'> {
  readonly latest: readonly number[];
}

type StateRow = Parameters<Store['keepState']>[0];

/** Result of replaying a log from its start. */
export interface RefoldedLog {
  /** Rows that are missing from the store, or differ from it. */
  readonly rows: readonly StateRow[];
  /** The first entry after which something else was stored. */
  readonly wrong: number | null;
  /** Why the rules do not accept the whole log, and the last entry that they accept. */
  readonly misfit: { readonly after: number; readonly message: string } | null;
}

/** Finds positions from the nearest stored one and the entries since. The log is the truth. */
export class StoredPositions {
  readonly #store: Store;
  readonly #systemOf: (game: GameRecord) => System;

  constructor(store: Store, systemOf: (game: GameRecord) => System) {
    this.#store = store;
    this.#systemOf = systemOf;
  }

  /** Whether finding the positions after entries `first` to `last` needs a long replay. */
  isFar(game: GameRecord, first: number, last: number): boolean {
    const before = this.#store.stateBefore(game.id, rulesOf(game), first);
    return last - (before?.seq ?? -1) > MOST_AT_ONCE || (!before && game.whatIf !== null);
  }

  /**
   * Positions after the given entries.
   * @throws IncompatibleLog
   */
  after(game: GameRecord, numbers: readonly number[]): ReadonlyMap<number, GamePosition> {
    const found = new Map<number, GamePosition>();
    let log: Replay | null = null;
    for (const seq of numbers.toSorted((one, other) => one - other)) {
      log = this.#replayed(game, seq, log);
      found.set(seq, log.position());
    }
    return found;
  }

  /**
   * Stores a running game's position once in so many entries, and at the start of a game that inherits a log. It is not stored if the last
   * stored one is far back, because gaps between stored positions must stay short.
   */
  storeIfDue(game: GameRecord, position: GamePosition, since: number): void {
    const { seq } = position;
    const times = Math.floor(seq / STORED_EVERY);
    const isDue = times > Math.floor(since / STORED_EVERY) && (times > 0 || game.whatIf);
    if (isDue && !game.ended && (since < 0 || !this.isFar(game, seq - 1, seq)))
      this.#store.keepState(rowOf(game, position));
  }

  /** Plays a log from its start, and writes nothing. An ended game's positions are found near `entry` and near its end alone. */
  refolded(game: GameRecord, entry = -1): RefoldedLog {
    const last = this.#store.lastSeq(game.id);
    const wanted = [entry, last].map((seq) => Math.floor(seq / STORED_EVERY) * STORED_EVERY);
    const stored = new Set(this.#store.entriesWithState(game.id, rulesOf(game)));
    const log = new Replay(this.#systemOf(game), game.variant);
    const rows: StateRow[] = [];
    let wrong: number | null = null;
    try {
      for (const entry of this.#store.entriesAfter(game.id, -1)) {
        log.taking(entry);
        const { seq } = entry;
        const isDue = game.ended ? wanted.includes(seq) : seq % STORED_EVERY === 0;
        if (!(isDue && (seq > 0 || game.whatIf)) && !stored.has(seq)) continue;
        const position = log.position();
        if (stored.has(seq) && this.#isStored(game, position)) continue;
        if (stored.has(seq)) wrong ??= seq;
        rows.push(rowOf(game, position));
      }
      return { rows, wrong, misfit: null };
    } catch (error) {
      if (!(error instanceof IncompatibleLog)) throw error;
      return { rows, wrong, misfit: { after: log.seq, message: error.message } };
    }
  }

  /** Stores what playing a log has found, some at a time, and removes what does not fit it. */
  async keep(game: GameRecord, { rows, misfit }: RefoldedLog): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      this.#store.relaxedTransaction(() => {
        for (const row of some) this.#store.keepState(row);
      });
      await setImmediate();
    }
    const last = misfit?.after ?? this.#store.lastSeq(game.id);
    this.#store.relaxedTransaction(() => this.#store.dropStates(game.id, rulesOf(game), last));
  }

  /** `latest` is left out of the comparison, because it depends on where a replay began. */
  #isStored(game: GameRecord, position: GamePosition): boolean {
    const told = (stored: StoredPosition) => canonical({ ...stored, latest: [], seq: 0 } as unknown as Json);
    const stored = this.#read(game, position.seq);
    return stored !== null && told(stored) === told(JSON.parse(JSON.stringify(storedPosition(position))));
  }

  /** A log replayed up to an entry: on from an earlier replay, from the last stored position, or from its start. */
  #replayed(game: GameRecord, seq: number, from: Replay | null = null): Replay {
    const isNear = from !== null && seq - from.seq <= STORED_EVERY;
    const log = isNear ? from : new Replay(this.#systemOf(game), game.variant, this.#startBefore(game, seq));
    for (const entry of this.#store.entriesAfter(game.id, log.seq, seq)) {
      log.taking(entry);
      if (entry.seq % STORED_EVERY === 0) this.#storeReplayed(game, log.position());
    }
    return log;
  }

  /** Saves replaying the same entries again; a database error is harmless here. */
  #storeReplayed(game: GameRecord, position: GamePosition): void {
    if (this.#store.inTransaction()) return;
    try {
      this.#store.relaxedTransaction(() => this.storeIfDue(game, position, position.seq - 1));
    } catch (error) {
      if (databaseTroubleOf(error) === null) throw error;
    }
  }

  /** The last usable stored position up to an entry; null if the log must be replayed from its start. */
  #startBefore(game: GameRecord, seq: number): ReplayStart | null {
    const { id } = game;
    const stored = this.#read(game, seq);
    if (!stored) return null;
    const entries = this.#store.entriesAt(id, [...stored.latest, stored.seq]);
    const last = entries.at(-1);
    const latest = entries
      .filter((entry) => entry.kind === 'order')
      .filter(({ seq: given }) => stored.latest.includes(given));
    if (last?.seq !== stored.seq || latest.length < stored.latest.length) return null;
    const position = { ...stored, latest, councils: this.#councilsAt(game, stored.seq) };
    return { position, last, earlier: (before) => this.#replayed(game, before) };
  }

  #read(game: GameRecord, seq: number): (StoredPosition & { readonly seq: number }) | null {
    const row = this.#store.stateBefore(game.id, rulesOf(game), seq);
    try {
      return row && { ...(JSON.parse(row.body) as StoredPosition), seq: row.seq };
    } catch {
      return null;
    }
  }

  #councilsAt(game: GameRecord, seq: number): CouncilsBySeat {
    const councils = this.#systemOf(game).about.seats.map(
      ({ id }) => [id, this.#store.councilAt(game.id, id, seq)] as const,
    );
    return Object.fromEntries(councils.flatMap(([seat, council]) => (council ? [[seat, council] as const] : [])));
  }
}

function rowOf(game: GameRecord, position: GamePosition): StateRow {
  const body = JSON.stringify(storedPosition(position));
  return { game: game.id, seq: position.seq, rules: rulesOf(game), body };
}

function storedPosition(position: GamePosition): StoredPosition {
  const { turn, latest, state, moment, takenBack, lastSeen, chain, open } = position;
  return { turn, latest: latest.map(({ seq }) => seq), state, moment, takenBack, lastSeen, chain, open };
}

/** The versions, beside the log, that a stored position depends on. */
function rulesOf({ dataset }: GameRecord): string {
  return `${VERSION} ${dataset}`;
}
