import { type Database, queriesIn } from '../queries.ts';
import type { EndedRecord, ReckoningRecord, ServerEntry, ServerEntryOf, Span } from '../records.ts';

export type NewServerEntry = Omit<ServerEntry, 'id'> & { readonly interaction: string };

/**
 * The logs of servers: their seasons and problems, outside of games. Append-only, except that `due` goes when a thing has ended or another
 * takes its place.
 */
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
    /** A server's entries of a kind, the last first; at most so many. */
    serverEntries: <Kind extends ServerEntry['kind']>(guild: string, kind: Kind, most = -1) =>
      ofKind(guild, kind, most) as ServerEntryOf<Kind>[],
    answersTo: rows<[problem: number], ServerEntryOf<'answer'>>(`${entries} about = ? ORDER BY id`, entryOf),
    /** The season or problem that is the first to end up to a time. */
    dueServerEntry: row<[until: number], ServerEntryOf<'season' | 'problem'>>(
      `${entries} due <= ? ORDER BY due, id LIMIT 1`,
      entryOf,
    ),
    /** When the next one ends; null if none is open. */
    nextServerEnd: value<[], number | null>('SELECT min(due) FROM server_entry WHERE due IS NOT NULL'),
    /** @param at null: it has ended */
    setServerEnd: (id: number, at: number | null) => setDue(at, id),
  };
}

function entryOf<Entry extends ServerEntry>({ body, ...entry }: Omit<ServerEntry, 'body'> & { readonly body: string }) {
  return { ...entry, body: JSON.parse(body) } as Entry;
}

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
  const { rows, value, run } = queriesIn(database);
  // Just as the index `uncounted_games` has it.
  const uncounted = `FROM game WHERE coalesce(guild, channel) = :ground AND counted < :round
    AND ended_at IS NOT NULL AND origin IS NULL`;
  const known = `FROM game JOIN game_result ON game_result.game = game.id AND made_by = :madeBy
    WHERE coalesce(guild, channel) = :ground AND ended_at IS NOT NULL AND origin IS NULL`;
  const ended = `id AS game, system, variant, dataset, started_at AS startedAt, ended_at AS endedAt, ended_how AS how`;
  const resultsIn = rows<[where: object], KnownResult>(
    `SELECT ${ended}, channel, body ${known} AND ended_at >= :from AND ended_at < :until
     ORDER BY ended_at DESC, id DESC LIMIT :most`,
  );
  const countResults = value<[where: object], number>(`SELECT count(*) ${known}`);
  const keepSums = run<[ground: string, sums: string]>(
    `INSERT INTO setting (key, value) VALUES (${RECORD_KEY('?')}, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  const count = run<[round: number, game: string]>('UPDATE game SET counted = ? WHERE id = ?');
  const uncountedGames = rows<[where: object], UncountedGame>(
    `SELECT ${ended},
       (SELECT body FROM game_result WHERE game_result.game = game.id AND made_by = :madeBy) AS body
     ${uncounted} ORDER BY counted, ended_at DESC, id LIMIT :most`,
  );
  const countUncounted = value<[where: object], number>(`SELECT count(*) ${uncounted}`);
  return {
    /** JSON of the module that made them; null until they are first asked for. */
    recordSums: value<[ground: string], string | null>(`SELECT value FROM setting WHERE key = ${RECORD_KEY('?')}`),
    /** Ended games of a ground that its sums do not have, the last to end first; at most so many. */
    uncounted: (ground: string, round: number, madeBy: string, most: number) =>
      uncountedGames({ ground, round, madeBy, most }),
    countUncounted: (ground: string, round: number) => countUncounted({ ground, round }),
    /** Those that are known of the games of a ground that ended in a time, the last to end first; at most so many. */
    resultsIn: (ground: string, madeBy: string, span: Span = ALWAYS, most = -1) =>
      resultsIn({ ground, madeBy, ...span, most }),
    countResults: (ground: string, madeBy: string) => countResults({ ground, madeBy }),
    reckon: run<[result: ReckoningRecord & { readonly madeBy: string }]>(
      `INSERT INTO game_result (game, made_by, body) VALUES (:game, :madeBy, :body)
       ON CONFLICT (game) DO UPDATE SET made_by = excluded.made_by, body = excluded.body`,
    ),
    /** Keeps the sums of a ground, to which these games were added. Within a transaction. */
    keepRecordSums(ground: string, round: number, sums: string, games: readonly string[]): void {
      keepSums(ground, sums);
      for (const game of games) count(round, game);
    },
  };
}
