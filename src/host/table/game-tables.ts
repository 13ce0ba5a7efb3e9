import type { Solution } from '../../advisor/index.ts';
import { OPEN_COUNCIL } from '../../council/index.ts';
import type { SeatId, State, System } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import { inSlices } from '../../render/slices.ts';
import {
  type BallotRecord,
  type EntryRecord,
  type GameRecord,
  isLessonChannel,
  type Store,
} from '../../store/index.ts';
import { Hurry, LongWork } from '../base/long-work.ts';
import { BrokenData, type Library } from './game-library.ts';
import { type CouncilsBySeat, councilsAfter, type GamePosition, recentStates } from './game-position.ts';
import { type LessonProgress, lessonProgress, narrowedSystem, ordersIn } from './lesson-progress.ts';
import type { OpenBallot } from './open-ballots.ts';
import { IncompatibleLog, LONG_LOG, type ReplayedLog, replayLogInSteps } from './replay-log.ts';
import { Solutions } from './solutions.ts';
import { StoredPositions } from './stored-positions.ts';

/** A game as its log has it: the record, the rules it is played by, and where it stands. */
export interface LoadedGame {
  readonly game: GameRecord;
  readonly system: System;
  readonly position: GamePosition;
}

/** A game on its table. */
export interface GameTable extends LoadedGame {
  /** The ballots that are open at it, the oldest first. */
  readonly ballots: readonly OpenBallot[];
  /** Seats that the machine plays. */
  readonly machines: readonly SeatId[];
  /** Seats that nobody plays, neither a member nor the machine. */
  readonly vacant: readonly SeatId[];
  /** Marches of seats that go on in later turns, as the system reads them. */
  readonly marches: ReadonlyMap<SeatId, string>;
  /** Of a lesson: how far its member is. */
  readonly lesson?: LessonProgress;
  /** What positions of the game are worth; made where it has not been yet. Null: it cannot be solved. */
  solution(): Solution | null;
}

/** Where games and their rules are looked up. */
export interface GameSources {
  readonly store: Store;
  readonly tables: GameTables;
}

/** A log played through, by the rules it was played by. */
export interface PlayedLog extends ReplayedLog {
  readonly system: System;
}

const NO_MARCHES: ReadonlyMap<SeatId, string> = new Map();

/** Positions kept in memory, at most this many; any other is replayed from its log again. */
export const MOST_POSITIONS = 500;

/** Positions that took long to find, until they are asked for again. */
const FAR = 20;

/** Logs played through that are kept, each with every position of its game. */
const PLAYED = 2;

/** The games of a store as tables. */
export class GameTables {
  readonly #store: Store;
  readonly #library: Library;
  readonly #solutions: Solutions;
  readonly stored: StoredPositions;
  readonly hurry = new Hurry();
  #positions = new BoundedCache<GamePosition>(MOST_POSITIONS);
  readonly #played = new LongWork<PlayedLog>(this.hurry, PLAYED, () => 1);
  readonly #far = new LongWork<ReadonlyMap<number, GamePosition>>(this.hurry, FAR, () => 1);
  readonly #systems = new Map<string, System>();

  constructor(store: Store, library: Library, solutions = new Solutions(store, library)) {
    this.#store = store;
    this.#library = library;
    this.#solutions = solutions;
    this.stored = new StoredPositions(store, (game) => this.system(game));
  }

  /**
   * @throws IncompatibleLog
   * @throws NotReady if a long log must be replayed first
   */
  table(game: GameRecord): GameTable {
    const system = this.system(game);
    const seq = this.#store.lastSeq(game.id);
    const kept = this.#positions.get(game.id);
    if (kept?.seq === seq) return this.withBallots({ game, system, position: kept });
    const position = this.positionAt(game, seq);
    this.keep(game.id, position);
    return this.withBallots({ game, system, position });
  }

  /** Whether a game with a long log has not been asked for since it went on elsewhere, or the program started. */
  isFar({ id }: Pick<GameRecord, 'id'>): boolean {
    const seq = this.#store.lastSeq(id);
    return seq >= LONG_LOG && this.#positions.get(id)?.seq !== seq;
  }

  /**
   * Finds where such a game stands before that is needed, with a breath now and then for everything else that goes on. Null: there is
   * nothing to wait for. Never rejects: what is wrong with the log is told where it is asked for.
   */
  preload(game: GameRecord): Promise<void> | null {
    if (!this.isFar(game)) return null;
    const seq = this.#store.lastSeq(game.id);
    return this.#far.begun(`${game.id} ${seq}`, () => this.#preloading(game, seq));
  }

  *#preloading(game: GameRecord, seq: number): Generator<void, ReadonlyMap<number, GamePosition>, void> {
    const kept = this.#positions;
    const found = yield* this.stored.after(game, [seq]);
    const position = found.get(seq);
    if (position && kept === this.#positions && seq === this.#store.lastSeq(game.id)) this.keep(game.id, position);
    return found;
  }

  /** @throws NotReady if a long part of the log must be played first */
  positionAt(game: GameRecord, seq: number): GamePosition {
    const position = this.positionsAfter(game, [seq]).get(seq);
    if (!position) throw new Error(`Game ${game.id} has no entry ${seq}`);
    return position;
  }

  /**
   * Plays the logs of running games from their start, in slices, and mends what is stored of them.
   * @param failed is told of each game where that was wrong
   */
  async mendStored(failed: (error: unknown) => void): Promise<void> {
    for (const id of this.#store.gamesWithStates()) {
      const game = this.#store.game(id);
      const wrong: number[] = [];
      try {
        if (game) await inSlices(this.stored.mend(game, (seq) => wrong.push(seq)));
        if (wrong.length === 0) continue;
        failed(new Error(`Game ${id} stood otherwise after entry ${wrong[0]} than was stored`));
      } catch (error) {
        failed(error);
      }
      this.#positions.drop(id);
      this.#far.forget();
    }
  }

  /** A table with its ballots as they are now. */
  withBallots(loaded: LoadedGame): GameTable {
    const { game, position } = loaded;
    const lesson = this.#lesson(loaded);
    const system = lesson ? narrowedSystem(this.system(game), lesson) : loaded.system;
    const ballots = game.ended ? [] : this.#store.openBallots(game.id);
    return {
      game,
      system,
      position,
      ballots: ballots.map((ballot) => this.withVotes(ballot)),
      machines: this.#store.machinesAt(game.id),
      vacant: lesson ? [] : this.vacantSeats(loaded),
      marches: system.planning ? this.#store.marchesAt(game.id) : NO_MARCHES,
      ...(lesson ? { lesson } : {}),
      solution: () => this.#solutions.now(game),
    };
  }

  /** Seats of a running game that nobody plays. None where there is one seat: everyone in the channel plays it. */
  vacantSeats({ game, system: { seats } }: Pick<LoadedGame, 'game' | 'system'>): SeatId[] {
    if (seats.length < 2 || game.ended) return [];
    const machines = this.#store.machinesAt(game.id);
    const empty = seats.filter(({ id }) => !machines.includes(id) && this.#store.sittersAt(game.id, id).length === 0);
    return empty.map(({ id }) => id);
  }

  /** Null: it is no lesson. */
  #lesson({ game, position }: LoadedGame): LessonProgress | null {
    if (!isLessonChannel(game.channel)) return null;
    const system = this.system(game);
    const given = ordersIn(this.#store.entries(game.id));
    return system.lesson ? lessonProgress(system, system.lesson, position.state, given) : null;
  }

  withVotes(ballot: BallotRecord): OpenBallot {
    return { ...ballot, votes: this.#store.votes(ballot.id), electors: this.#electors(ballot) };
  }

  /** They are fixed when the ballot opens. */
  #electors({ game, seat, seq, subject }: BallotRecord): number | null {
    if (subject.kind !== 'council') return null;
    const { mode, commanders } = this.#store.councilAt(game, seat, seq) ?? OPEN_COUNCIL;
    return mode === 'commander' ? commanders.length : null;
  }

  /**
   * A game's log played through from its start. A recap, its file and a page of the log want the same: the last are kept.
   * @throws IncompatibleLog
   * @throws NotReady where it is long
   */
  played(game: GameRecord): PlayedLog {
    const { key, seq } = this.#whole(game);
    const played = this.#played.get(key, seq >= LONG_LOG, () => this.#playing(game, seq));
    this.#keepPlayed(game, played);
    return played;
  }

  /**
   * Plays a log through as `played` wants it, with a breath now and then for everything else that goes on.
   * Rejects with a IncompatibleLog.
   */
  async playThrough(game: GameRecord): Promise<void> {
    const { key, seq } = this.#whole(game);
    this.#keepPlayed(game, await this.#played.made(key, () => this.#playing(game, seq)));
  }

  #whole({ id }: GameRecord): { readonly key: string; readonly seq: number } {
    const seq = this.#store.lastSeq(id);
    return { key: `${id} ${seq}`, seq };
  }

  *#playing(game: GameRecord, seq: number): Generator<void, PlayedLog, void> {
    const system = this.system(game);
    const entries: EntryRecord[] = [];
    for (const entry of this.#store.entriesAfter(game.id, -1, seq)) {
      entries.push(entry);
      yield;
    }
    return { system, ...(yield* replayLogInSteps(system, game.variant, entries)) };
  }

  #keepPlayed(game: GameRecord, { position }: PlayedLog): void {
    // Meanwhile it may have gone on.
    const seq = this.#store.lastSeq(game.id);
    if (position.seq === seq && this.#positions.get(game.id)?.seq !== seq) this.keep(game.id, position);
  }

  /**
   * Where a game stood after an entry of its log.
   * @throws NotReady where that is far back in a long log
   */
  stateAfter({ game, position }: LoadedGame, seq: number): State {
    if (seq >= position.seq) return position.state;
    // What was voted on is asked for after each decision: of a long log that is not to be played again each time.
    const places = recentStates(position);
    let back = 0;
    for (const { kind } of this.#store.entriesAfter(game.id, seq, position.seq)) {
      back = kind === 'undo' ? places.length : back + Number(kind === 'order');
      if (back >= places.length) break;
    }
    const known = places.at(-1 - back);
    if (known) return known;
    return this.positionAt(game, seq).state;
  }

  /** How the seats of a game decide. No rules are asked: its log need not fit them. */
  councilsOf(game: string): CouncilsBySeat {
    const kept = this.#positions.get(game);
    return kept?.seq === this.#store.lastSeq(game) ? kept.councils : councilsAfter(this.#store.councilsIn(game));
  }

  /**
   * Where a game stood after each of some entries, by their numbers.
   * @throws NotReady if a long part of the log must be played first
   */
  positionsAfter(game: GameRecord, entries: readonly number[]): ReadonlyMap<number, GamePosition> {
    const isLong = this.hurry.isQuick && this.stored.isFar(game, Math.min(...entries), Math.max(...entries));
    return this.#far.get(`${game.id} ${entries.join()}`, isLong, () => this.stored.after(game, entries));
  }

  /**
   * The rules of a game, over the data it began with.
   * @throws IncompatibleLog if this version has no such system any more, or its rules do not take that data
   */
  system(game: GameRecord): System {
    const known = this.#systems.get(game.dataset);
    if (known) return known;
    const dataset = this.#store.dataset(game.dataset);
    if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
    try {
      const { system } = this.#library.edition(dataset);
      this.#systems.set(game.dataset, system);
      return system;
    } catch (error) {
      if (error instanceof BrokenData) throw new IncompatibleLog(error.message, { cause: error });
      throw error;
    }
  }

  /** Null where this version cannot make the rules of a game any more. */
  systemIfCompatible(game: GameRecord): System | null {
    try {
      return this.system(game);
    } catch (error) {
      if (error instanceof IncompatibleLog) return null;
      throw error;
    }
  }

  /** Where a game's log does not fit the rules. Null: it does. */
  incompatibility(game: GameRecord): string | null {
    try {
      this.played(game);
      return null;
    } catch (error) {
      if (error instanceof IncompatibleLog) return error.message;
      throw error;
    }
  }

  /** Forgets where games stand, and all that was made of them; each is replayed from its log again. */
  forget(): void {
    this.#positions = new BoundedCache(MOST_POSITIONS);
    this.hurry.forget();
  }

  /** Remembers where a game stands. Only what is committed may be given here. */
  keep(game: string, position: GamePosition): void {
    // One where machines have ordered for long is larger.
    this.#positions.keep(game, position, 1 + Math.floor((position.latest.length + position.earlier.length) / 40));
  }
}

/** Of a table, all that a change of its councils takes: no rules of a game are asked. */
export interface CouncilTable extends Pick<LoadedGame, 'game'> {
  readonly position: Pick<GamePosition, 'seq' | 'councils'>;
}
