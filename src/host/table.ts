import type { Solution } from '../advisor/index.ts';
import type { Council } from '../council/index.ts';
import type { SeatId, State, System } from '../game/index.ts';
import { Recent } from '../render/recent.ts';
import { inSlices } from '../render/slices.ts';
import type { BallotRecord, GameRecord, Store, VoteRecord } from '../store/index.ts';
import { Solutions } from './advice/solutions.ts';
import { councilOf, MisfitLog, type Position, type Replayed, replay, replaying } from './fold.ts';
import { BrokenData, type Library } from './library.ts';

/** A game as its log tells of it: the record, the rules it is played by, and where it stands. */
export interface Bare {
  readonly game: GameRecord;
  readonly system: System;
  readonly position: Position;
}

/** A game on its table. */
export interface Table extends Bare {
  /** The ballots that are open at it, the oldest first. */
  readonly ballots: readonly OpenBallot[];
  /** Seats that no member plays. */
  readonly machines: readonly SeatId[];
  /** What positions of the game are worth; made where it has not been yet. Null: it cannot be solved. */
  solution(): Solution | null;
}

/** A ballot with every press that has been made in it. */
export interface OpenBallot extends BallotRecord {
  readonly votes: readonly VoteRecord[];
  /** Where only those in command vote, on the council: how many they are. Null: the rules say who votes. */
  readonly electors: number | null;
}

/** The open ballots on the next order, one a seat at most. */
export function orderBallots({ ballots }: Pick<Table, 'ballots'>): OpenBallot[] {
  return ballots.filter(({ subject }) => subject.kind === 'order');
}

/** The open ballot on a seat's next order. */
export function orderBallot(table: Pick<Table, 'ballots'>, seat: SeatId | null): OpenBallot | undefined {
  return orderBallots(table).find((ballot) => ballot.seat === seat);
}

/** Where games and their rules are looked up. */
export interface Games {
  readonly store: Store;
  readonly tables: Tables;
}

/** A log played through, by the rules it was played by. */
export interface Played extends Replayed {
  readonly system: System;
}

/** Positions kept in memory, at most this many, fewer of long games; any other is folded from its log again. */
const KEPT = 500;

/** For how many a position counts: with what stands after a thousand orders it is half a megabyte. */
function costOf({ standing }: Position): number {
  return 1 + Math.floor(standing.length / 150);
}

/** Logs played through that are kept, each with every position of its game. */
const PLAYED = 2;

/** The games of a store as tables. */
export class Tables {
  readonly #store: Store;
  readonly #library: Library;
  readonly #solutions: Solutions;
  #positions = new Recent<Position>(KEPT);
  #played = new Recent<Played>(PLAYED);

  constructor(store: Store, library: Library, solutions = new Solutions(store, library)) {
    this.#store = store;
    this.#library = library;
    this.#solutions = solutions;
  }

  /** @throws MisfitLog */
  table(game: GameRecord): Table {
    const system = this.system(game);
    const seq = this.#store.lastSeq(game.id);
    const kept = this.#positions.get(game.id);
    const position = kept?.seq === seq ? kept : replay(system, game.variant, this.#store.entries(game.id)).position;
    this.keep(game.id, position);
    return this.laid({ game, system, position });
  }

  /** A table with its ballots as they are now. */
  laid({ game, system, position }: Bare): Table {
    const ballots = game.ended ? [] : this.#store.openBallots(game.id);
    return {
      game,
      system,
      position,
      ballots: ballots.map((ballot) => this.withVotes(ballot, councilOf(position, ballot.seat))),
      machines: this.#store.machinesAt(game.id),
      solution: () => this.#solutions.now(game),
    };
  }

  withVotes(ballot: BallotRecord, { mode, commanders }: Council): OpenBallot {
    const electors = ballot.subject.kind === 'council' && mode === 'commander' ? commanders.length : null;
    return { ...ballot, votes: this.#store.votes(ballot.id), electors };
  }

  /**
   * A game's log played through from its start. A recap, its file and a page of the log want the same, and a log may have a thousand
   * orders: the last are kept.
   * @throws MisfitLog
   */
  played(game: GameRecord): Played {
    const system = this.system(game);
    const kept = this.#played.get(game.id);
    if (kept && kept.system === system && kept.position.seq === this.#store.lastSeq(game.id)) return kept;
    const played = { system, ...replay(system, game.variant, this.#store.entries(game.id)) };
    return this.#played.keep(game.id, played, 1);
  }

  /**
   * Plays a log through as `played` wants it, with a breath now and then for everything else that goes on.
   * Rejects with a MisfitLog.
   */
  async playThrough(game: GameRecord): Promise<void> {
    const system = this.system(game);
    const seq = this.#store.lastSeq(game.id);
    const kept = this.#played.get(game.id);
    if (kept && kept.system === system && kept.position.seq === seq) return;
    const entries = this.#store.entries(game.id);
    let made: Replayed | null = null;
    const playing = function* () {
      const steps = replaying(system, game.variant, entries);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) {
          made = step.value;
          return;
        }
        yield;
      }
    };
    await inSlices(playing());
    this.#keepPlayed(game, system, made);
  }

  #keepPlayed(game: GameRecord, system: System, made: Replayed | null): void {
    if (!made) return;
    this.#played.keep(game.id, { system, ...made }, 1);
    // Meanwhile it may have gone on.
    if (made.position.seq === this.#store.lastSeq(game.id)) this.keep(game.id, made.position);
  }

  /** Where a game stood after an entry of its log. */
  stateAfter({ game, system, position }: Bare, seq: number): State {
    if (seq >= position.seq) return position.state;
    const log = this.#store.entries(game.id).slice(0, position.seq + 1);
    const since = log.slice(seq + 1).filter(({ kind }) => kind === 'order' || kind === 'undo');
    // What was voted on is asked for after each decision: of a long log that is not to be played again each time.
    if (since.length === 0) return position.state;
    if (since.length === 1 && since[0]?.kind === 'order' && position.before !== null) return position.before;
    return replay(system, game.variant, log.slice(0, seq + 1)).position.state;
  }

  /**
   * The rules of a game, over the data it began with.
   * @throws MisfitLog if this version has no such system any more, or its rules do not take that data
   */
  system(game: GameRecord): System {
    const dataset = this.#store.dataset(game.dataset);
    if (!dataset) throw new Error(`Game ${game.id} has lost its dataset ${game.dataset}`);
    try {
      return this.#library.edition(dataset).system;
    } catch (error) {
      if (error instanceof BrokenData) throw new MisfitLog(error.message, { cause: error });
      throw error;
    }
  }

  /** Where a game's log does not fit the rules, all of it gone through anew. Null: it does. */
  misfit(game: GameRecord): string | null {
    try {
      replay(this.system(game), game.variant, this.#store.entries(game.id));
      return null;
    } catch (error) {
      if (error instanceof MisfitLog) return error.message;
      throw error;
    }
  }

  /** Forgets where games stand; each is folded from its log again. */
  forget(): void {
    this.#positions = new Recent(KEPT);
    this.#played = new Recent(PLAYED);
  }

  /** Remembers where a game stands. Only what is committed may be given here. */
  keep(game: string, position: Position): void {
    this.#positions.keep(game, position, costOf(position));
  }
}
