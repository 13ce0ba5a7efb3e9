import type { GameRecord, Store } from '../../store/index.ts';
import { MisfitLog } from '../fold.ts';
import type { Library } from '../library.ts';
import type { Tables } from '../table.ts';
import type { Solutions } from './solutions.ts';
import { ruleAt } from './visibility.ts';

/** Has solutions made before they are needed. */
export class Preparation {
  readonly #store: Store;
  readonly #library: Library;
  readonly #tables: Tables;
  readonly #solutions: Solutions;

  constructor(store: Store, library: Library, tables: Tables, solutions: Solutions) {
    this.#store = store;
    this.#library = library;
    this.#tables = tables;
    this.#solutions = solutions;
  }

  /** What the table of a channel needs or is told of that has not been made. Null: nothing. */
  forChannel(channel: string): Promise<void> | null {
    const game = this.#store.runningIn(channel);
    if (!game) return null;
    const position = this.#tables.soon(game);
    if (!this.#solutions.isLacking(game)) return position;
    return position ? position.then(() => this.#solution(game) ?? undefined) : this.#solution(game);
  }

  #solution(game: GameRecord): Promise<void> | null {
    return this.#isTold(game) ? this.#solutions.soon(game) : null;
  }

  /** The running campaigns first, then those that may begin. */
  async forAll(): Promise<void> {
    const next = this.#library.editions.flatMap(({ system, dataset }) =>
      system.variants.map(({ id }) => ({ dataset: dataset.hash, variant: id })),
    );
    for (const played of [...this.#store.played(), ...next]) await this.#solutions.soon(played);
  }

  #isTold(game: GameRecord): boolean {
    try {
      const rule = ruleAt(this.#tables.table(game));
      return rule !== null && rule !== 'off';
    } catch (error) {
      // Nothing of it can be shown, which is told where it is asked for.
      if (error instanceof MisfitLog) return false;
      throw error;
    }
  }
}
