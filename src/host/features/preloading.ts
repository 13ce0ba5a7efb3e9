import type { GameRecord, Store } from '../../store/index.ts';
import { ruleAt } from '../messages/odds-visibility.ts';
import type { GameTables } from '../table/game-tables.ts';
import type { Solutions, SolvedGame } from '../table/solutions.ts';

export type Preloading = ReturnType<typeof createPreloading>;

/** Has solutions made before they are needed. */
export function createPreloading(store: Store, tables: GameTables, solutions: Solutions) {
  /** Work in progress by game. */
  const underWay = new Map<string, Promise<void>>();

  /**
   * Resolves when a channel's game has its position and solution. Those who wait go on in the order in which they
   * came. Null if nothing is missing. Never rejects.
   * @param running the channel's running game, if the caller knows it
   */
  function forChannel(channel: string, running?: GameRecord): Promise<void> | null {
    try {
      const game = running ?? store.latestIn(channel);
      const begun = game && begin(game);
      if (!begun) return null;
      const before = underWay.get(game.id);
      if (before) return before;
      const done = begun.finally(() => underWay.delete(game.id));
      underWay.set(game.id, done);
      return done;
    } catch {
      // The call that needs the data reports the error.
      return null;
    }
  }

  function begin(game: GameRecord): Promise<void> | null {
    const position = tables.ready(game);
    if (game.ended || !solutions.isLacking(game)) return position;
    return position ? position.then(() => solution(game) ?? undefined) : solution(game);
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
    return showsOdds(game) ? solutions.preload(game) : null;
  }

  /**
   * Prepares the games that are running when the program starts.
   * @param failed receives an error for each game whose stored position was wrong
   */
  async function forAll(failed: (error: unknown) => void = () => {}): Promise<void> {
    for (const game of runningGames()) await solutions.preload(game);
    await tables.mendStored(failed).catch(failed);
  }

  /**
   * The rules and variants of running games. Empty if the database can't be read now: solutions are then made when they
   * are first needed.
   */
  function runningGames(): readonly SolvedGame[] {
    try {
      return store.rulesInUse();
    } catch {
      return [];
    }
  }

  /** Whether members of this game are shown winning chances. */
  function showsOdds(game: GameRecord): boolean {
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
