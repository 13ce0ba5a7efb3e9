import { type Solution, solve } from '../../advisor/index.ts';
import type { System } from '../../game/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
// Not by way of the store, which brings SQLite: a replay is read where that is not installed.
import { databaseTroubleOf } from '../../store/file/database-trouble.ts';
import type { DatasetRecord, GameRecord, Store } from '../../store/index.ts';
import type { Library } from './game-library.ts';

/** Which game: what its solution depends on. */
export type SolvedGame = Pick<GameRecord, 'dataset' | 'variant'>;

/** Solves a variant of a game over its rules data elsewhere than on the event loop. Rejects where it cannot. */
export type Solver = (dataset: DatasetRecord, variant: string) => Promise<Solution>;

/** Solutions kept in memory, at most this many: those asked for last. */
const KEPT = 16;

/** What has been made. Null: it could not be. */
export type MadeSolution = BoundedCache<Solution | null>;

/** Nothing yet. */
export function noneMade(): MadeSolution {
  return new BoundedCache(KEPT);
}

/** What a game that can be solved is solved by. */
interface Found {
  readonly dataset: DatasetRecord;
  readonly solvable: NonNullable<System['solvable']>;
}

interface Ways {
  /** Null: everything is made when it is asked for. */
  readonly solver?: Solver | null;
  /** Is told what went wrong: nothing is shown of the worth of orders then, and play goes on. */
  failed?(error: unknown): void;
  /** What has been made already, by others that share it. */
  readonly made?: MadeSolution;
}

/**
 * What positions are worth, by rules data and variant: made once, ahead of its need where there is time, and otherwise when it is asked
 * for.
 */
export class Solutions {
  readonly #store: Store;
  readonly #library: Library;
  readonly #solver: Solver | null;
  readonly #failed: (error: unknown) => void;
  readonly #made: MadeSolution;
  readonly #making = new Map<string, Promise<void>>();
  /** Games, by the same keys, that cannot be solved at all. */
  readonly #unsolvable = new Set<string>();

  constructor(store: Store, library: Library, { solver = null, failed = () => {}, made = noneMade() }: Ways = {}) {
    this.#store = store;
    this.#library = library;
    this.#solver = solver;
    this.#failed = failed;
    this.#made = made;
  }

  /** The solution of a game, made now where it has not been yet. Null: the game cannot be solved, or its data cannot be read just now. */
  now(game: SolvedGame): Solution | null {
    const key = keyOf(game);
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const found = this.#found(game);
    return found === 'unread' ? null : this.#made.keep(key, found && this.#solved(found, game.variant), 1);
  }

  /** The solution of a game if it has been made already. */
  known(game: SolvedGame): Solution | null {
    return this.#made.get(keyOf(game)) ?? null;
  }

  /** Whether the solution of a game is still to be made ahead, and can be. */
  isLacking(game: SolvedGame): boolean {
    if (this.#solver === null) return false;
    const key = keyOf(game);
    if (this.#made.get(key) !== undefined || this.#unsolvable.has(key)) return false;
    const found = this.#found(game);
    if (found === null) this.#unsolvable.add(key);
    return found !== null && found !== 'unread';
  }

  /** Has the solution of a game made ahead. Null: there is nothing to wait for. Never rejects. */
  preload(game: SolvedGame): Promise<void> | null {
    const key = keyOf(game);
    if (this.#made.get(key) !== undefined || this.#solver === null) return null;
    const making = this.#making.get(key);
    if (making) return making;
    const found = this.#found(game);
    if (found === null || found === 'unread') return null;
    const work = this.#solver(found.dataset, game.variant)
      .then((solution) => void this.#made.keep(key, this.#made.get(key) ?? solution, 1), this.#failed)
      .finally(() => this.#making.delete(key));
    this.#making.set(key, work);
    return work;
  }

  /** What a game is solved by. Null: it cannot be, or this version cannot play it. What the database's trouble hides may be read later. */
  #found({ dataset: hash }: SolvedGame): Found | null | 'unread' {
    try {
      const dataset = this.#store.dataset(hash);
      const solvable = dataset && this.#library.edition(dataset).system.solvable;
      return solvable ? { dataset, solvable } : null;
    } catch (error) {
      return databaseTroubleOf(error) ? 'unread' : null;
    }
  }

  /** A bug of the solver, or data it was not made for, stops no game. */
  #solved({ solvable }: Found, variant: string): Solution | null {
    try {
      return solve(solvable.model(variant));
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }
}

function keyOf({ dataset, variant }: SolvedGame): string {
  return `${dataset} ${variant}`;
}
