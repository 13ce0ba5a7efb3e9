import type { GameRecord, Store } from '../../store/index.ts';
import { ruleAt } from '../messages/odds-visibility.ts';
import type { GameTables } from '../table/game-tables.ts';
import type { Solutions, SolvedGame } from '../table/solutions.ts';

export type Preloading = ReturnType<typeof createPreloading>;

/** Has solutions made before they are needed. */
export function createPreloading(store: Store, tables: GameTables, solutions: Solutions) {
  /** By channel. */
  const underWay = new Map<string, Promise<void>>();

  /**
   * Resolves when what the table of a channel needs has been made: for those who wait, in the order they came. Null if nothing is missing.
   * Never rejects.
   * @param running its running game, where the caller knows it
   */
  function forChannel(channel: string, running?: GameRecord): Promise<void> | null {
    const begun = begin(channel, running);
    const before = underWay.get(channel);
    if (!begun || before) return begun && (before ?? null);
    const done = begun.finally(() => underWay.delete(channel));
    underWay.set(channel, done);
    return done;
  }

  function begin(channel: string, running?: GameRecord): Promise<void> | null {
    try {
      const game = running ?? store.latestIn(channel);
      if (!game) return null;
      const position = tables.ready(game);
      if (game.ended || !solutions.isLacking(game)) return position;
      return position ? position.then(() => solution(game) ?? undefined) : solution(game);
    } catch {
      // A failed reading is reported by the call that needs it.
      return null;
    }
  }

  /** Resolves when a game's position is loaded; null if it is already. Never rejects. */
  function forGame(id: string): Promise<void> | null {
    const game = store.game(id);
    return game && tables.ready(game);
  }

  /** Resolves when the position of the game that a channel plays, or played last, is loaded; null if it is already. Never rejects. */
  function position(channel: string): Promise<void> | null {
    const game = store.latestIn(channel);
    return game && tables.ready(game);
  }

  function solution(game: GameRecord): Promise<void> | null {
    return isTold(game) ? solutions.preload(game) : null;
  }

  /**
   * For the games that are running when the program starts.
   * @param failed is told of what is stored of them and was wrong
   */
  async function forAll(failed: (error: unknown) => void = () => {}): Promise<void> {
    for (const played of playedGames()) await solutions.preload(played);
    await tables.mendStored(failed).catch(failed);
  }

  /** On a database error, each solution is prepared when its channel is first answered. */
  function playedGames(): readonly SolvedGame[] {
    try {
      return store.played();
    } catch {
      return [];
    }
  }

  function isTold(game: GameRecord): boolean {
    try {
      const rule = ruleAt(tables.table(game));
      return rule !== null && rule !== 'off';
    } catch {
      // It can't be shown; the member who asks for it is told why.
      return false;
    }
  }

  return { forChannel, forGame, position, forAll };
}
