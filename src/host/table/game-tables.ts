import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Solution } from '../../advisor/index.ts';
import { DEFAULT_COUNCIL } from '../../council/index.ts';
import type { SeatId, State, System } from '../../game/index.ts';
import { type BallotRecord, type GameRecord, isLessonChannel, type Store, type WhatIf } from '../../store/index.ts';
import { ReadAhead } from '../base/reading.ts';
import { BrokenData, type Library } from './game-library.ts';
import { type CouncilsBySeat, councilsAfter, type GamePosition, recentStates } from './game-position.ts';
import { givenIn, type LessonProgress, lessonProgress, narrowedSystem } from './lesson-progress.ts';
import type { OpenBallot } from './open-ballots.ts';
import {
  IncompatibleLog,
  ifCompatible,
  isLongLog,
  type OriginFacts,
  originFacts,
  type ReplayedLog,
  replayLog,
} from './replay-log.ts';
import { Solutions } from './solutions.ts';
import { type RefoldedLog, StoredPositions } from './stored-positions.ts';

/** A game's record, rules and position: all that its log says. */
export interface LoadedGame {
  readonly game: GameRecord;
  readonly system: System;
  readonly position: GamePosition;
}

/** A game with what stands beside its log: ballots, seats, marches, a lesson. */
export interface GameTable extends LoadedGame {
  /** The ballots that are open at it, the oldest first. */
  readonly ballots: readonly OpenBallot[];
  /** Seats that the machine plays. */
  readonly machines: readonly SeatId[];
  /** Seats that nobody plays, neither a member nor the machine. */
  readonly vacant: readonly SeatId[];
  /** Marches of seats that go on in later turns, as the system reads them. */
  readonly marches: ReadonlyMap<SeatId, string>;
  /** Absent in a game that is no lesson. */
  readonly lesson?: LessonProgress;
  /** Worth of the game's positions, computed on first use; null if it can't be solved. */
  solution(): Solution | null;
}

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

/** How many logs the worker thread may be reading for lists. */
const MOST_FOR_LISTS = 3;

/** How many branching points of “what if” games have their facts in memory. */
const MOST_ORIGINS = 20;

/** Asks for the stored positions of a log. Of an ended game, only those near `entry` and near its end are needed. */
export interface RefoldTask {
  readonly game: string;
  readonly entry: number | undefined;
}

/** Work that the worker thread does for tables. */
interface TablesAside {
  /** @param forList no press waits for it */
  refold(task: RefoldTask, forList: boolean): Promise<RefoldedLog>;
  /** A press now waits for a refold that only a list had asked for. */
  hurry(task: RefoldTask): void;
  origin(point: WhatIf): Promise<OriginFacts>;
}

/** The games of a store as tables. */
export class GameTables {
  readonly #store: Store;
  readonly #library: Library;
  readonly #solutions: Solutions;
  readonly stored: StoredPositions;
  readonly #aside: TablesAside | null;
  readonly #origins: ReadAhead<WhatIf, OriginFacts>;
  /** A position with a long run of the machine's orders takes more memory. */
  readonly #positions = new LRUCache<string, GamePosition>({
    maxSize: MOST_POSITIONS,
    sizeCalculation: ({ latest, earlier }) =>
      Math.min(MOST_POSITIONS, 1 + Math.floor((latest.length + earlier.length) / 40)),
  });
  /** Why a game's position could not be found, and after which entry. */
  readonly #failed = new Map<string, { readonly seq: number; readonly error: unknown }>();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #systems = new Map<string, System>();

  /** @param aside reads in another thread; null if there is none */
  constructor(
    store: Store,
    library: Library,
    solutions = new Solutions(store, library),
    aside: TablesAside | null = null,
  ) {
    this.#store = store;
    this.#library = library;
    this.#solutions = solutions;
    this.stored = new StoredPositions(store, (game) => this.system(game));
    this.#aside = aside;
    this.#origins = new ReadAhead(
      { now: (point) => this.readOrigin(point), aside: aside?.origin ?? null },
      MOST_ORIGINS,
    );
  }

  game(id: string): GameRecord {
    const game = this.#store.game(id);
    if (!game) throw new Error(`There is no game ${id}`);
    return game;
  }

  /** @throws IncompatibleLog */
  table(game: GameRecord): GameTable {
    const system = this.system(game);
    const seq = this.#store.lastSeq(game.id);
    const known = this.#positions.get(game.id);
    if (known?.seq === seq) return this.withBallots({ game, system, position: known });
    const failed = this.#failed.get(game.id);
    if (failed?.seq === seq) {
      // Rules fail on the same log each time; a thread or a database may be there again.
      if (!(failed.error instanceof IncompatibleLog)) this.#failed.delete(game.id);
      throw failed.error;
    }
    const position = this.positionAt(game, seq);
    this.keep(game.id, position);
    return this.withBallots({ game, system, position });
  }

  /** Has the worker thread replay a log; null if nothing must be waited for. Never rejects: the later call throws. */
  ready(game: GameRecord, entry?: number, forList = false): Promise<void> | null {
    const position = this.needsLongReplay(game, entry) ? this.#refoldedOnce(game, entry, forList) : null;
    // A “what if” begins with a message on the point it branches from.
    const origin = game.whatIf && this.originReady(game.whatIf);
    if (position && origin) return Promise.all([position, origin]).then(() => {});
    return position ?? origin;
  }

  /** Loads the positions of games for a list. Positions that need a long replay are there for the next list. */
  async forList(games: readonly GameRecord[]): Promise<void> {
    for (const game of games) {
      if (this.needsLongReplay(game)) {
        if (this.#underWay.size < MOST_FOR_LISTS) void this.ready(game, undefined, true);
      } else if (this.#positions.get(game.id)?.seq !== this.#store.lastSeq(game.id)) {
        this.tableIfCompatible(game);
        await setImmediate();
      }
    }
  }

  /** Whether a game's position, and the one after `entry`, need a long replay by the worker thread. */
  needsLongReplay(game: GameRecord, entry?: number): boolean {
    if (!this.#aside) return false;
    const last = this.#store.lastSeq(game.id);
    if (this.#failed.get(game.id)?.seq === last) return false;
    const isKnown = this.#positions.get(game.id)?.seq === last;
    return [...(isKnown ? [] : [last]), ...(entry === undefined ? [] : [entry])].some((seq) =>
      this.stored.needsLongReplay(game, seq, seq),
    );
  }

  #refoldedOnce(game: GameRecord, entry: number | undefined, forList: boolean): Promise<void> {
    const key = `${game.id} ${game.ended ? entry : ''}`;
    const before = this.#underWay.get(key);
    if (before && !forList) this.#aside?.hurry({ game: game.id, entry });
    if (before) return before;
    const seq = this.#store.lastSeq(game.id);
    const work = this.#refold(game, entry, forList)
      .then(
        () => {},
        (error) => void this.#failed.set(game.id, { seq, error }),
      )
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    return work;
  }

  /** Rejects with an IncompatibleLog if the rules do not accept the whole log; what they accept is stored. */
  async #refold(game: GameRecord, entry: number | undefined, forList: boolean): Promise<RefoldedLog> {
    const task = { game: game.id, entry };
    const found = this.#aside ? await this.#aside.refold(task, forList) : this.refolded(task);
    await this.stored.keep(game, found);
    if (found.misfit) throw new IncompatibleLog(found.misfit.message);
    return found;
  }

  refolded({ game: id, entry }: RefoldTask): RefoldedLog {
    return this.stored.refolded(this.game(id), entry);
  }

  positionAt(game: GameRecord, seq: number): GamePosition {
    const position = this.positionsAfter(game, [seq]).get(seq);
    if (!position) throw new Error(`Game ${game.id} has no entry ${seq}`);
    return position;
  }

  /**
   * Replays the logs of running games from their start, one after the other, and corrects their stored positions.
   * @param failed receives an error for each game whose stored position was wrong
   */
  async mendStored(failed: (error: unknown) => void): Promise<void> {
    for (const id of this.#store.gamesWithStates()) {
      const game = this.#store.game(id);
      try {
        const found = game && (await this.#refold(game, undefined, true));
        if (!found || found.wrong === null) continue;
        failed(new Error(`Game ${id} stood otherwise after entry ${found.wrong} than was stored`));
      } catch (error) {
        failed(error);
      }
      this.#positions.delete(id);
    }
  }

  /**
   * Facts that a branch takes over from a point of another game.
   * @throws IncompatibleLog
   */
  originOf(point: WhatIf): OriginFacts {
    return this.#origins.get(this.#originKey(point), point);
  }

  /** Null if nothing must be waited for. Never rejects. */
  originReady(point: WhatIf): Promise<void> | null {
    return this.#origins.ready(this.#originKey(point), point, isLongLog(this.#store, { id: point.game, whatIf: null }));
  }

  #originKey({ game, seq }: WhatIf): string {
    return `${game} ${seq} ${this.#store.lastSeq(game)}`;
  }

  readOrigin({ game: id, seq }: WhatIf): OriginFacts {
    const played = this.played(this.game(id));
    return originFacts(played.system, played, seq);
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
      marches: system.play?.planning ? this.#store.marchesAt(game.id) : NO_MARCHES,
      ...(lesson ? { lesson } : {}),
      solution: () => this.#solutions.now(game),
    };
  }

  /** Seats of a running game that nobody plays; none in a game of one seat, which everyone in the channel plays. */
  vacantSeats({ game, system }: Pick<LoadedGame, 'game' | 'system'>): SeatId[] {
    const { seats } = system.about;
    if (seats.length < 2 || game.ended) return [];
    const machines = this.#store.machinesAt(game.id);
    const empty = seats.filter(({ id }) => !machines.includes(id) && this.#store.sittersAt(game.id, id).length === 0);
    return empty.map(({ id }) => id);
  }

  /** `null` if the game is no lesson. */
  #lesson({ game, position }: LoadedGame): LessonProgress | null {
    if (!isLessonChannel(game.channel)) return null;
    const system = this.system(game);
    const given = givenIn(this.#store.entries(game.id));
    return system.play?.lesson ? lessonProgress(system, system.play.lesson, position.state, given) : null;
  }

  withVotes(ballot: BallotRecord): OpenBallot {
    return { ...ballot, votes: this.#store.votes(ballot.id), electors: this.#electors(ballot) };
  }

  /** The number of commanders when the ballot opened. Later changes do not count. */
  #electors({ game, seat, seq, subject }: BallotRecord): number | null {
    if (subject.kind !== 'council') return null;
    const { mode, commanders } = this.#store.councilAt(game, seat, seq) ?? DEFAULT_COUNCIL;
    return mode === 'commander' ? commanders.length : null;
  }

  /**
   * Replays a game's log from its start. A long log takes seconds: do it in the worker thread.
   * @param entries the whole log
   * @throws IncompatibleLog
   */
  played(game: GameRecord, entries = [...this.#store.entriesAfter(game.id, -1)]): PlayedLog {
    const system = this.system(game);
    return { system, ...replayLog(system, game.variant, entries) };
  }

  stateAfter({ game, position }: LoadedGame, seq: number): State {
    if (seq >= position.seq) return position.state;
    // Needed after each decision on a ballot, so recent states spare a long log's replay.
    const states = recentStates(position);
    let orders = 0;
    for (const { kind } of this.#store.entriesAfter(game.id, seq, position.seq)) {
      if (kind === 'order') orders += 1;
      // A take-back leaves no trace of the states before it.
      if (kind === 'undo' || orders >= states.length) return this.positionAt(game, seq).state;
    }
    return states.at(-1 - orders) as State;
  }

  /** Works even if the rules no longer accept the game's log. */
  councilsOf(game: string): CouncilsBySeat {
    const known = this.#positions.get(game);
    return known?.seq === this.#store.lastSeq(game) ? known.councils : councilsAfter(this.#store.councilsIn(game));
  }

  /** Positions after the given entries, by entry number. */
  positionsAfter(game: GameRecord, entries: readonly number[]): ReadonlyMap<number, GamePosition> {
    return this.stored.after(game, entries);
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

  systemIfCompatible(game: GameRecord): System | null {
    return ifCompatible(() => this.system(game));
  }

  tableIfCompatible(game: GameRecord): GameTable | null {
    return ifCompatible(() => this.table(game));
  }

  /** Forgets where games stand; each is replayed from its log again. */
  forget(): void {
    this.#positions.clear();
    this.#failed.clear();
  }

  /** Caches a game's position. Only a committed one may be given here. */
  keep(game: string, position: GamePosition): void {
    this.#positions.set(game, position);
  }
}

/** All that a change of a council needs of a table. It works without the game's rules. */
export interface CouncilTable extends Pick<LoadedGame, 'game'> {
  readonly position: Pick<GamePosition, 'seq' | 'councils'>;
}
