import type { Database } from '../sqlite.ts';

/** Positions after log entries; `body` is JSON of the module that made it, valid for the same `rules` only. */
export function storedStatesIn(database: Database) {
  const put = database.prepare(
    `INSERT INTO state (game, seq, rules, body) VALUES (:game, :seq, :rules, :body)
     ON CONFLICT (game, seq) DO UPDATE SET rules = excluded.rules, body = excluded.body`,
  );
  const before = database.prepare(
    'SELECT seq, body FROM state WHERE game = ? AND rules = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
  );
  const of = database.prepare('SELECT seq FROM state WHERE game = ? AND rules = ?').pluck();
  const drop = database.prepare('DELETE FROM state WHERE game = ? AND (rules != ? OR seq > ?)');
  // Few games run of all that have been played: it begins with them.
  const running = database.prepare(
    `SELECT id FROM game INDEXED BY running_games_of_a_guild
     WHERE ended_at IS NULL AND EXISTS (SELECT 1 FROM state WHERE game = id) ORDER BY id`,
  );
  return {
    keepState(row: {
      readonly game: string;
      readonly seq: number;
      readonly rules: string;
      readonly body: string;
    }): void {
      put.run(row);
    },
    /** The newest up to an entry. */
    stateBefore(game: string, rules: string, seq: number): { readonly seq: number; readonly body: string } | null {
      return (before.get(game, rules, seq) as { seq: number; body: string } | undefined) ?? null;
    },
    entriesWithState(game: string, rules: string): number[] {
      return of.all(game, rules) as number[];
    },
    /** Removes those of other rules, and those after an entry. */
    dropStates(game: string, rules: string, after: number): void {
      drop.run(game, rules, after);
    },
    /** Running games that have any. */
    gamesWithStates(): string[] {
      return running.pluck().all() as string[];
    },
  };
}
