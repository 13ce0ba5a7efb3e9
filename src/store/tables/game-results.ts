import type { EndedRecord, ReckoningRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** Whose ended campaigns: all of a server, or those in one member's DM with the bot. */
export type RecordScope = { readonly guild: string } | { readonly dm: string };

/** Ended games, and the result of each. It has no what-ifs. */
export function reckoningsIn(database: Database) {
  const sql = statements(database);
  const of = (ground: RecordScope) =>
    'guild' in ground ? ([sql.guild, ground.guild] as const) : ([sql.dm, ground.dm] as const);
  return {
    /** The ended campaigns of a ground, the last first. */
    endedOn(ground: RecordScope): EndedRecord[] {
      const [{ ended }, key] = of(ground);
      return ended.all({ key }) as EndedRecord[];
    },
    /** What they came to, as it was reckoned by `madeBy`; JSON. */
    reckonings(ground: RecordScope, madeBy: string): ReckoningRecord[] {
      const [{ reckoned }, key] = of(ground);
      return reckoned.all({ key, madeBy }) as ReckoningRecord[];
    },
    /** Those not reckoned by `madeBy` yet, the last to end first; at most so many. */
    unreckoned(ground: RecordScope, madeBy: string, most: number): string[] {
      const [{ unreckoned }, key] = of(ground);
      return unreckoned.all({ key, madeBy, most }) as string[];
    },
    reckon({ game, madeBy, body }: ReckoningRecord & { readonly madeBy: string }): void {
      sql.put.run(game, madeBy, body);
    },
  };
}

function statements(database: Database) {
  const on = (where: string) => ({
    ended: database.prepare(
      `SELECT id AS game, system, variant, dataset, started_at AS startedAt, ended_at AS endedAt, ended_how AS how
       FROM game WHERE ${where} AND ended_at IS NOT NULL AND origin IS NULL ORDER BY ended_at DESC, id`,
    ),
    reckoned: database.prepare(
      `SELECT reckoning.game, reckoning.body FROM game JOIN reckoning ON reckoning.game = game.id
       WHERE ${where} AND ended_at IS NOT NULL AND origin IS NULL AND made_by = :madeBy`,
    ),
    unreckoned: database
      .prepare(
        `SELECT id FROM game WHERE ${where} AND ended_at IS NOT NULL AND origin IS NULL
           AND NOT EXISTS (SELECT 1 FROM reckoning WHERE reckoning.game = game.id AND made_by = :madeBy)
         ORDER BY ended_at DESC, id LIMIT :most`,
      )
      .pluck(),
  });
  return {
    guild: on('guild = :key'),
    dm: on('channel = :key AND guild IS NULL'),
    put: database.prepare(
      `INSERT INTO reckoning (game, made_by, body) VALUES (?, ?, ?)
       ON CONFLICT (game) DO UPDATE SET made_by = excluded.made_by, body = excluded.body`,
    ),
  };
}
