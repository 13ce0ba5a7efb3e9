import type { EndedRecord, ReckoningRecord, Span } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** SQL for the key in `setting` of the server or DM channel whose games are summed up. */
export const RECORD_KEY = (ground: string) => `'record:' || ${ground}`;

/** An ended game with its result, JSON of the module that computed it; null until it is known. */
export type UncountedGame = EndedRecord & { readonly body: string | null };

export type KnownResult = EndedRecord & { readonly channel: string; readonly body: string };

const ALWAYS: Span = { from: 0, until: Number.MAX_SAFE_INTEGER };

/**
 * Ended games, the result of each, and what they add up to on each ground: a server, or a DM with the bot, by its channel's id. It has no
 * what-ifs. The sums are of a round with a number, which each game that is in them has; all of a new round are added up anew.
 */
export function reckoningsIn(database: Database) {
  const sql = statements(database);
  return {
    /** JSON of the module that made them; null until they are first asked for. */
    recordSums(ground: string): string | null {
      return (sql.sums.get({ ground }) as string | undefined) ?? null;
    },
    /** Ended games of a ground that its sums do not have, the last to end first; at most so many. */
    uncounted(ground: string, round: number, madeBy: string, most: number): UncountedGame[] {
      return sql.uncounted.all({ ground, round, madeBy, most }) as UncountedGame[];
    },
    /** How many there are. */
    countUncounted(ground: string, round: number): number {
      return sql.countUncounted.get({ ground, round }) as number;
    },
    /** Those that are known of the games of a ground that ended in a time, the last to end first; at most so many. */
    resultsIn(ground: string, madeBy: string, { from, until }: Span = ALWAYS, most = -1): KnownResult[] {
      return sql.known.all({ ground, madeBy, from, until, most }) as KnownResult[];
    },
    /** How many there are. */
    countResults(ground: string, madeBy: string): number {
      return sql.countKnown.get({ ground, madeBy }) as number;
    },
    reckon({ game, madeBy, body }: ReckoningRecord & { readonly madeBy: string }): void {
      sql.put.run(game, madeBy, body);
    },
    /** Keeps the sums of a ground, to which these games were added. Within a transaction. */
    keepRecordSums(ground: string, round: number, sums: string, games: readonly string[]): void {
      sql.keepSums.run({ ground, sums });
      for (const game of games) sql.count.run(round, game);
    },
  };
}

function statements(database: Database) {
  // Just as the index `uncounted_games` has it.
  const uncounted = `FROM game WHERE coalesce(guild, channel) = :ground AND counted < :round
    AND ended_at IS NOT NULL AND origin IS NULL`;
  const known = `FROM game JOIN game_result ON game_result.game = game.id AND made_by = :madeBy
    WHERE coalesce(guild, channel) = :ground AND ended_at IS NOT NULL AND origin IS NULL`;
  const ended = `id AS game, system, variant, dataset, started_at AS startedAt, ended_at AS endedAt, ended_how AS how`;
  return {
    known: database.prepare(
      `SELECT ${ended}, channel, body ${known} AND ended_at >= :from AND ended_at < :until
       ORDER BY ended_at DESC, id DESC LIMIT :most`,
    ),
    countKnown: database.prepare(`SELECT count(*) ${known}`).pluck(),
    sums: database.prepare(`SELECT value FROM setting WHERE key = ${RECORD_KEY(':ground')}`).pluck(),
    keepSums: database.prepare(
      `INSERT INTO setting (key, value) VALUES (${RECORD_KEY(':ground')}, :sums)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ),
    count: database.prepare('UPDATE game SET counted = ? WHERE id = ?'),
    uncounted: database.prepare(
      `SELECT ${ended},
         (SELECT body FROM game_result WHERE game_result.game = game.id AND made_by = :madeBy) AS body
       ${uncounted} ORDER BY counted, ended_at DESC, id LIMIT :most`,
    ),
    countUncounted: database.prepare(`SELECT count(*) ${uncounted}`).pluck(),
    put: database.prepare(
      `INSERT INTO game_result (game, made_by, body) VALUES (?, ?, ?)
       ON CONFLICT (game) DO UPDATE SET made_by = excluded.made_by, body = excluded.body`,
    ),
  };
}
