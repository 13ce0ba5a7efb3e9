import type { GameRecord, Store } from '../../store/index.ts';
import { ruleAt } from '../messages/odds-visibility.ts';
import type { GameTables } from '../table/game-tables.ts';
import type { Solutions, SolvedGame } from '../table/solutions.ts';

export type Preloading = ReturnType<typeof createPreloading>;

/** Has solutions made before they are needed. */
export function createPreloading(store: Store, tables: GameTables, solutions: Solutions) {
  /** Work in progress by channel. */
  const underWay = new Map<string, Promise<void>>();

  /**
   * Resolves when a channel's game has its position and solution. Those who wait go on in the order in which they
   * came. Null if nothing is missing. Never rejects.
   * @param running the channel's running game, if the caller knows it
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
      // The call that needs the data reports the error.
      return null;
    }
  }

  /** Resolves when a game's position is loaded; null if it is already. Never rejects. */
  function forGame(id: string): Promise<void> | null {
    const game = store.game(id);
    return game && tables.ready(game);
  }

  /** Resolves when the position of a channel's latest game is loaded; null if it is already. Never rejects. */
  function position(channel: string): Promise<void> | null {
    const game = store.latestIn(channel);
    return game && tables.ready(game);
  }

  function solution(game: GameRecord): Promise<void> | null {
    return isTold(game) ? solutions.preload(game) : null;
  }

  /**
   * Prepares the games that are running when the program starts.
   * @param failed receives an error for each game whose stored position was wrong
   */
  async function forAll(failed: (error: unknown) => void = () => {}): Promise<void> {
    for (const played of playedGames()) await solutions.preload(played);
    await tables.mendStored(failed).catch(failed);
  }

  /** On a database error, a solution is made when it is first needed. */
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
      // The member who asks is told why it can't be shown.
      return false;
    }
  }

  return { forChannel, forGame, position, forAll };
}
