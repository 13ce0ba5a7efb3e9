import { setImmediate } from 'node:timers/promises';
import { canonical, type Json, type System } from '../../game/index.ts';
import { databaseTroubleOf, type GameRecord, type Store } from '../../store/index.ts';
import { VERSION } from '../../version.ts';
import type { CouncilsBySeat, GamePosition } from './game-position.ts';
import { IncompatibleLog, Replay, type ReplayStart } from './replay-log.ts';

/** Every so many entries a position is stored. Replaying as many takes at most 30 ms in any game. */
const STORED_EVERY = 25;
/** A replay of more entries is long. This leaves room for several orders taken back in one go. */
const MOST_AT_ONCE = 30;
/** Rows stored in one transaction. */
const ROWS_AT_ONCE = 40;

/** A position as JSON, without members' names: orders are entry numbers, and councils are in the log. */
interface StoredPosition
  extends Pick<GamePosition, 'turn' | 'state' | 'moment' | 'takenBack' | 'lastSeen' | 'chain' | 'open'> {
  readonly latest: readonly number[];
}

type StateRow = Parameters<Store['keepState']>[0];

/** Result of replaying a log from its start. */
export interface RefoldedLog {
  /** Rows that the store lacks, or has with other contents. */
  readonly rows: readonly StateRow[];
  /** The first entry after which the stored position was wrong. */
  readonly wrong: number | null;
  /** The last entry that the rules accept, and why they refuse the next. Null if they accept the whole log. */
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
  needsLongReplay(game: GameRecord, first: number, last: number): boolean {
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
   * Stores a running game's position every `STORED_EVERY` entries, and at the start of a game that inherits a log. A
   * position far after the last stored one is not stored, because gaps between stored positions must stay short.
   * @param since the last entry before this change
   */
  storeIfDue(game: GameRecord, position: GamePosition, since: number): void {
    const { seq } = position;
    const times = Math.floor(seq / STORED_EVERY);
    const isDue = times > Math.floor(since / STORED_EVERY) && (times > 0 || game.whatIf);
    if (isDue && !game.ended && (since < 0 || !this.needsLongReplay(game, seq - 1, seq)))
      this.#store.keepState(rowOf(game, position));
  }

  /**
   * Replays a log from its start and writes nothing.
   * @param entry of an ended game only the positions near this entry and near the end are wanted
   */
  refolded(game: GameRecord, entry = -1): RefoldedLog {
    const last = this.#store.lastSeq(game.id);
    const wanted = [entry, last].map((seq) => Math.floor(seq / STORED_EVERY) * STORED_EVERY);
    const stored = new Set(this.#store.entriesWithState(game.id, rulesOf(game)));
    const log = new Replay(this.#systemOf(game), game.variant);
    const rows: StateRow[] = [];
    let wrong: number | null = null;
    try {
      for (const entry of this.#store.entriesAfter(game.id, -1)) {
        log.play(entry);
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

  /** Stores the rows of a replay, some at a time, and deletes stored positions after the last accepted entry. */
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

  /** Compares all but `latest`, which depends on where a replay began. */
  #isStored(game: GameRecord, position: GamePosition): boolean {
    const asText = (stored: StoredPosition) => canonical({ ...stored, latest: [], seq: 0 } as unknown as Json);
    const stored = this.#read(game, position.seq);
    return stored !== null && asText(stored) === asText(JSON.parse(JSON.stringify(storedPosition(position))));
  }

  /** Replays a log up to an entry, from the nearest of: `from`, a stored position, the start. */
  #replayed(game: GameRecord, seq: number, from: Replay | null = null): Replay {
    const isNear = from !== null && seq - from.seq <= STORED_EVERY;
    const log = isNear ? from : new Replay(this.#systemOf(game), game.variant, this.#startBefore(game, seq));
    for (const entry of this.#store.entriesAfter(game.id, log.seq, seq)) {
      log.play(entry);
      if (entry.seq % STORED_EVERY === 0) this.#storeReplayed(game, log.position());
    }
    return log;
  }

  /** Spares later replays of these entries. Nothing depends on it, so database trouble is ignored. */
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
    const latest = entries.filter((entry) => entry.kind === 'order').filter(({ seq }) => stored.latest.includes(seq));
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

/** Names the rules that made a stored position: other rules must not use it. */
function rulesOf({ dataset }: GameRecord): string {
  return `${VERSION} ${dataset}`;
}
