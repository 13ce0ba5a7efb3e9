import type { GameRecord, Store } from '../../store/index.ts';
import { ruleAt } from '../messages/odds-visibility.ts';
import type { GameTables } from '../table/game-tables.ts';
import type { Solutions, SolvedGame } from '../table/solutions.ts';

/** Has solutions made before they are needed. */
export class Preloading {
  readonly #store: Store;
  readonly #tables: GameTables;
  readonly #solutions: Solutions;
  /** By channel. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(store: Store, tables: GameTables, solutions: Solutions) {
    this.#store = store;
    this.#tables = tables;
    this.#solutions = solutions;
  }

  /**
   * Resolves when what the table of a channel needs has been made: for those who wait, in the order they came. Null if nothing is missing.
   * Never rejects.
   * @param running its running game, where the caller knows it
   */
  forChannel(channel: string, running?: GameRecord): Promise<void> | null {
    const begun = this.#begun(channel, running);
    const before = this.#underWay.get(channel);
    if (!begun || before) return begun && (before ?? null);
    const done = begun.finally(() => this.#underWay.delete(channel));
    this.#underWay.set(channel, done);
    return done;
  }

  #begun(channel: string, running?: GameRecord): Promise<void> | null {
    try {
      const game = running ?? this.#store.latestIn(channel);
      if (!game) return null;
      const position = this.#tables.ready(game);
      if (game.ended || !this.#solutions.isLacking(game)) return position;
      return position ? position.then(() => this.#solution(game) ?? undefined) : this.#solution(game);
    } catch {
      // A failed reading is reported by the call that needs it.
      return null;
    }
  }

  /** Resolves when a game's position is loaded; null if it is already. Never rejects. */
  forGame(id: string): Promise<void> | null {
    const game = this.#store.game(id);
    return game && this.#tables.ready(game);
  }

  /** Resolves when the position of the game that a channel plays, or played last, is loaded; null if it is already. Never rejects. */
  position(channel: string): Promise<void> | null {
    const game = this.#store.latestIn(channel);
    return game && this.#tables.ready(game);
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

  /** On a database error, each solution is prepared when its channel is first answered. */
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
