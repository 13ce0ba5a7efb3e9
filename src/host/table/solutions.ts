import { LRUCache } from 'lru-cache';
import { type Solution, solve } from '../../advisor/index.ts';
import type { Solvable, State } from '../../game/index.ts';
// Not through the store, which needs SQLite: a replay file is read without it.
import { databaseTroubleOf } from '../../store/file/database-trouble.ts';
import type { DatasetRecord, GameRecord, Store } from '../../store/index.ts';
import type { Library } from './game-library.ts';

export type SolvedGame = Pick<GameRecord, 'dataset' | 'variant'>;

/** Solves a variant outside the event loop. */
export type Solver = (dataset: DatasetRecord, variant: string) => Promise<Solution>;

/** How many solutions are kept. */
const MOST_KEPT = 16;

/** `solution` is null if it could not be made. */
export type MadeSolution = LRUCache<string, { readonly solution: Solution | null }>;

export function noneMade(): MadeSolution {
  return new LRUCache({ max: MOST_KEPT });
}

interface Found {
  readonly dataset: DatasetRecord;
  readonly solvable: Solvable<State>;
}

interface SolutionOptions {
  /** Solves ahead of need. Without one, a solution is made when it is first needed. */
  readonly solver?: Solver | null;
  /** Receives errors; the worth of orders is then hidden, and play goes on. */
  failed?(error: unknown): void;
  readonly made?: MadeSolution;
}

/** The worth of positions, solved once for each set of rules data and variant. */
export class Solutions {
  readonly #store: Store;
  readonly #library: Library;
  readonly #solver: Solver | null;
  readonly #failed: (error: unknown) => void;
  readonly #made: MadeSolution;
  readonly #making = new Map<string, Promise<void>>();
  readonly #unsolvable = new Set<string>();

  constructor(
    store: Store,
    library: Library,
    { solver = null, failed = () => {}, made = noneMade() }: SolutionOptions = {},
  ) {
    this.#store = store;
    this.#library = library;
    this.#solver = solver;
    this.#failed = failed;
    this.#made = made;
  }

  /** The solution, made now if needed; null if there is none, or its data cannot be read now. */
  now(game: SolvedGame): Solution | null {
    const key = keyOf(game);
    const made = this.#made.get(key);
    if (made) return made.solution;
    const found = this.#found(game);
    if (found === 'unread') return null;
    const solution = found && this.#solved(found, game.variant);
    this.#made.set(key, { solution });
    return solution;
  }

  known(game: SolvedGame): Solution | null {
    return this.#made.get(keyOf(game))?.solution ?? null;
  }

  /** Whether a solution can be made ahead of need and has not been made. */
  isLacking(game: SolvedGame): boolean {
    if (this.#solver === null) return false;
    const key = keyOf(game);
    if (this.#made.has(key) || this.#unsolvable.has(key)) return false;
    const found = this.#found(game);
    if (found === null) this.#unsolvable.add(key);
    return found !== null && found !== 'unread';
  }

  /** Makes a solution ahead of need; null if nothing must be waited for. Never rejects. */
  preload(game: SolvedGame): Promise<void> | null {
    const key = keyOf(game);
    if (this.#made.has(key) || this.#solver === null) return null;
    const making = this.#making.get(key);
    if (making) return making;
    const found = this.#found(game);
    if (found === null || found === 'unread') return null;
    const work = this.#solver(found.dataset, game.variant)
      .then((solution) => void this.#made.set(key, { solution: this.known(game) ?? solution }), this.#failed)
      .finally(() => this.#making.delete(key));
    this.#making.set(key, work);
    return work;
  }

  /** Null if this version can't solve or play the game. `unread`: the database is in trouble and may be read later. */
  #found({ dataset: hash }: SolvedGame): Found | null | 'unread' {
    try {
      const dataset = this.#store.dataset(hash);
      const solvable = dataset && this.#library.edition(dataset).system.play?.solvable;
      return solvable ? { dataset, solvable } : null;
    } catch (error) {
      return databaseTroubleOf(error) ? 'unread' : null;
    }
  }

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
