import type { GameRecord, Store } from '../../store/index.ts';
import { ruleAt } from '../messages/odds-visibility.ts';
import type { GameTables } from '../table/game-tables.ts';
import type { Solutions, SolvedGame } from '../table/solutions.ts';

/** What a channel waits for. */
interface Awaited {
  readonly done: Promise<void>;
  /** It is needed no longer. */
  enough(): void;
}

/** Has solutions made before they are needed. */
export class Preloading {
  readonly #store: Store;
  readonly #tables: GameTables;
  readonly #solutions: Solutions;
  /** By channel. */
  readonly #underWay = new Map<string, Awaited>();

  constructor(store: Store, tables: GameTables, solutions: Solutions) {
    this.#store = store;
    this.#tables = tables;
    this.#solutions = solutions;
  }

  /**
   * Resolves when what the table of a channel needs has been made. Null: nothing is missing. Later callers share the promise; one who finds
   * nothing missing any more, since it was made elsewhere or the game has ended, resolves it for all. Never rejects.
   */
  forChannel(channel: string): Promise<void> | null {
    const before = this.#underWay.get(channel);
    const begun = this.#begun(channel);
    if (before && begun === null) before.enough();
    if (before) return before.done;
    if (!begun) return null;
    let enough = () => {};
    const early = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const done = Promise.race([begun, early]).finally(() => this.#underWay.delete(channel));
    this.#underWay.set(channel, { done, enough });
    return done;
  }

  /** Resolves when it is known where a game stands. Null: it is. Never rejects. */
  forGame(id: string): Promise<void> | null {
    const game = this.#store.game(id);
    return game && this.#tables.ready(game);
  }

  /** The same of the game that a channel plays, or played last. */
  position(channel: string): Promise<void> | null {
    const game = this.#store.latestIn(channel);
    return game && this.#tables.ready(game);
  }

  /** Null: nothing is needed. Undefined: that cannot be read, which is told where it is asked for. */
  #begun(channel: string): Promise<void> | null | undefined {
    try {
      const game = this.#store.latestIn(channel);
      if (!game) return null;
      const position = this.#tables.ready(game);
      if (game.ended || !this.#solutions.isLacking(game)) return position;
      return position ? position.then(() => this.#solution(game) ?? undefined) : this.#solution(game);
    } catch {
      return undefined;
    }
  }

  #solution(game: GameRecord): Promise<void> | null {
    return this.#isTold(game) ? this.#solutions.preload(game) : null;
  }

  /**
   * For the games that are running when the program starts.
   * @param failed is told of what is stored of them and was wrong
   */
  async forAll(failed: (error: unknown) => void = () => {}): Promise<void> {
    for (const played of this.#played()) await this.#solutions.preload(played);
    await this.#tables.mendStored(failed).catch(failed);
  }

  /** Where that cannot be read, each is prepared when its channel is answered. */
  #played(): readonly SolvedGame[] {
    try {
      return this.#store.played();
    } catch {
      return [];
    }
  }

  #isTold(game: GameRecord): boolean {
    try {
      const rule = ruleAt(this.#tables.table(game));
      return rule !== null && rule !== 'off';
    } catch {
      // It can't be shown; the member who asks for it is told why.
      return false;
    }
  }
}
