import { type Database, queriesIn } from '../queries.ts';
import type { EndedRecord, ServerEntry, ServerEntryOf, TimeSpan } from '../records.ts';

export type NewServerEntry = Omit<ServerEntry, 'id'> & { readonly interaction: string };

/** The logs of servers: their seasons and problems. Append-only, except for `due`. */
export function serverLogIn(database: Database) {
  const { rows, row, value, run, add } = queriesIn(database);
  const entries = 'SELECT id, guild, channel, kind, about, member, body, at, due FROM server_entry WHERE';
  const addEntry = add<[entry: object]>(
    `INSERT INTO server_entry (guild, channel, kind, about, member, body, interaction, at, due)
     VALUES (:guild, :channel, :kind, :about, :member, :body, :interaction, :at, :due)`,
  );
  const ofKind = rows<[guild: string, kind: string, most: number], ServerEntry>(
    `${entries} guild = ? AND kind = ? ORDER BY id DESC LIMIT ?`,
    entryOf,
  );
  const setDue = run<[at: number | null, id: number]>('UPDATE server_entry SET due = ? WHERE id = ?');
  return {
    addServerEntry: ({ body, ...entry }: NewServerEntry) => addEntry({ ...entry, body: JSON.stringify(body) }),
    serverEntry: row<[id: number], ServerEntry>(`${entries} id = ?`, entryOf),
    /** The last first. */
    serverEntries: <Kind extends ServerEntry['kind']>(guild: string, kind: Kind, most = -1) =>
      ofKind(guild, kind, most) as ServerEntryOf<Kind>[],
    answersTo: rows<[problem: number], ServerEntryOf<'answer'>>(`${entries} about = ? ORDER BY id`, entryOf),
    /** The earliest season or problem that has ended by a time. */
    dueServerEntry: row<[until: number], ServerEntryOf<'season' | 'problem'>>(
      `${entries} due <= ? ORDER BY due, id LIMIT 1`,
      entryOf,
    ),
    /** Time when the next season or problem ends, in any server. */
    nextServerEnd: value<[], number | null>('SELECT min(due) FROM server_entry WHERE due IS NOT NULL'),
    /** @param at null for a season or problem that has ended or was replaced */
    setServerEnd: (id: number, at: number | null) => setDue(at, id),
  };
}

function entryOf<Entry extends ServerEntry>({ body, ...entry }: Omit<ServerEntry, 'body'> & { readonly body: string }) {
  return { ...entry, body: JSON.parse(body) } as Entry;
}

/** SQL for the key in `setting` of a record's sums. A record is of a server, or of a DM with the bot. */
export const RECORD_KEY = (place: string) => `'record:' || ${place}`;

/** An ended game that the sums lack. `body` is its result in the host's JSON; null until it is computed. */
export type UncountedGame = EndedRecord & { readonly body: string | null };

/** `body` is JSON of the host (`afterwards/record`). */
export type KnownResult = EndedRecord & { readonly channel: string; readonly body: string };

const ALWAYS: TimeSpan = { from: 0, until: Number.MAX_SAFE_INTEGER };

/**
 * The results of ended games, and the sums of these results for each `place`: a server, or a DM with the bot. What-ifs
 * don't count. `madeBy` is the version of the host's code that computed a result; others' results are not used.
 *
 * The sums have the number of a round, and so has each game that was added to them. With a new round, all games are
 * added again.
 */
export function gameResultsIn(database: Database) {
  const { rows, value, run } = queriesIn(database);
  // The condition is that of the index `uncounted_games`: only then does SQLite use the index.
  const uncounted = `FROM game WHERE coalesce(guild, channel) = :place AND counted < :round
    AND ended_at IS NOT NULL AND origin IS NULL`;
  const known = `FROM game JOIN game_result ON game_result.game = game.id AND made_by = :madeBy
    WHERE coalesce(guild, channel) = :place AND ended_at IS NOT NULL AND origin IS NULL`;
  const ended = `id AS game, system, variant, dataset, started_at AS startedAt, ended_at AS endedAt, ended_how AS how`;
  const resultsIn = rows<[where: object], KnownResult>(
    `SELECT ${ended}, channel, body ${known} AND ended_at >= :from AND ended_at < :until
     ORDER BY ended_at DESC, id DESC LIMIT :most`,
  );
  const countResults = value<[where: object], number>(`SELECT count(*) ${known}`);
  const keepSums = run<[place: string, sums: string]>(
    `INSERT INTO setting (key, value) VALUES (${RECORD_KEY('?')}, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  const noteCounted = run<[round: number, game: string]>('UPDATE game SET counted = ? WHERE id = ?');
  const uncountedGames = rows<[where: object], UncountedGame>(
    `SELECT ${ended},
       (SELECT body FROM game_result WHERE game_result.game = game.id AND made_by = :madeBy) AS body
     ${uncounted} ORDER BY counted, ended_at DESC, id LIMIT :most`,
  );
  const countUncounted = value<[where: object], number>(`SELECT count(*) ${uncounted}`);
  return {
    /** JSON, as `keepRecordSums` got it. */
    recordSums: value<[place: string], string | null>(`SELECT value FROM setting WHERE key = ${RECORD_KEY('?')}`),
    /** Ended games that the sums of a round lack, the last to end first. */
    uncounted: (place: string, round: number, madeBy: string, most: number) =>
      uncountedGames({ place, round, madeBy, most }),
    countUncounted: (place: string, round: number) => countUncounted({ place, round }),
    /** Known results of games that ended in a span of time, the last to end first. */
    resultsIn: (place: string, madeBy: string, span: TimeSpan = ALWAYS, most = -1) =>
      resultsIn({ place, madeBy, ...span, most }),
    countResults: (place: string, madeBy: string) => countResults({ place, madeBy }),
    keepResult: run<[result: { readonly game: string; readonly madeBy: string; readonly body: string }]>(
      `INSERT INTO game_result (game, made_by, body) VALUES (:game, :madeBy, :body)
       ON CONFLICT (game) DO UPDATE SET made_by = excluded.made_by, body = excluded.body`,
    ),
    /** Stores the sums to which these games were added. Needs a transaction. */
    keepRecordSums(place: string, round: number, sums: string, games: readonly string[]): void {
      keepSums(place, sums);
      for (const game of games) noteCounted(round, game);
    },
  };
}
