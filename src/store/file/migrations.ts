import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../queries.ts';
import { FIRST_TABLES, RELEASED_MIGRATIONS } from './released-migrations.ts';

/** One table for all that waits to be delivered to Discord. */
const OUTBOX = `
  CREATE TABLE outbox (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: Discord knows words by it
    kind    TEXT NOT NULL CHECK (kind IN ('map', 'board', 'notice', 'ballot', 'side ballot', 'edit', 'thread', 'post', 'buttons')),
    key     TEXT,                       -- one row of a kind and key; null: as many as there are
    channel TEXT NOT NULL,
    guild   TEXT,
    game    TEXT REFERENCES game,
    seq     INTEGER,                    -- the last entry that it is about
    body    TEXT NOT NULL,              -- JSON; what it holds depends on the kind
    since   INTEGER NOT NULL,
    due     INTEGER NOT NULL DEFAULT 0, -- when it is sent, or tried again
    attempts INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, key),
    FOREIGN KEY (game, seq) REFERENCES entry,
    CHECK (seq IS NULL OR game IS NOT NULL),
    CHECK (kind != 'notice' OR game IS NOT NULL OR body ->> 'kind' = 'news')
  ) STRICT;
  CREATE INDEX outbox_by_due ON outbox (due);
  CREATE INDEX outbox_of_a_game ON outbox (game) WHERE game IS NOT NULL;
  INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox', seq FROM sqlite_sequence WHERE name = 'notice';

  INSERT INTO outbox (id, kind, channel, guild, game, seq, body, since)
    SELECT id, 'notice', channel, guild, coalesce(game, (SELECT game FROM ballot WHERE ballot.id = notice.ballot)), seq, json_object('kind', kind, 'ballot', ballot, 'asked',
      iif(seat IS NULL, NULL, json_object('seat', seat, 'phaseKey', spell)), 'says', json_array(text), 'roles', json(roles),
      'users', json(users), 'replyTo', reply_to), since FROM notice;
  INSERT INTO outbox (kind, key, channel, guild, game, seq, body, since)
    SELECT 'map', owed.game, game.channel, guild, owed.game, max(seq), json_group_object(CAST(seq AS TEXT), since), min(since)
      FROM owed JOIN game ON game.id = owed.game GROUP BY owed.game
    UNION ALL
    SELECT 'thread', interaction, channel, guild, game, seq,
      json_object('member', member, 'message', message, 'moves', json(iif(moves, 'true', 'false'))), at FROM opening
    UNION ALL
    SELECT 'post', value ->> 'interaction', value ->> 'forum', value ->> 'guild', NULL, NULL, value, value ->> 'at'
      FROM setting WHERE key > 'post ' AND key < 'post!'
    UNION ALL
    SELECT 'buttons', message, channel, (SELECT guild FROM game WHERE game.channel = old_board.channel LIMIT 1), NULL, NULL,
      '{}', 0 FROM old_board
    UNION ALL
    SELECT 'edit', retired.message, retired.channel, guild, game.id, NULL, json_object('ballots', json_group_array(ballot.id)), 0
      FROM retired JOIN ballot ON ballot.id = retired.ballot JOIN game ON game.id = ballot.game GROUP BY retired.message;
  DELETE FROM setting WHERE key > 'post ' AND key < 'post!';
  DROP TABLE notice;
  DROP TABLE owed;
  DROP TABLE opening;
  DROP TABLE old_board;
  DROP TABLE retired;

  ALTER TABLE spell RENAME TO turn_ping;
  ALTER TABLE turn_ping RENAME COLUMN spell TO phase;
  ALTER TABLE hushed RENAME TO deferred_ping;
  DROP INDEX hushed_by_member;
  CREATE INDEX deferred_pings_of_a_member ON deferred_ping (member);
  ALTER TABLE reckoning RENAME TO game_result;
  ALTER TABLE forgotten RENAME TO erased_member;
`;

/** Positions after about every twenty-fifth log entry. They can be computed from the log; a row saves that time. */
const STATES = `
  CREATE TABLE state (
    game  TEXT NOT NULL REFERENCES game,
    seq   INTEGER NOT NULL,
    rules TEXT NOT NULL,                -- the program's version and the data's hash; by others the row is not used
    body  TEXT NOT NULL,                -- JSON, without names of members or anything they wrote
    PRIMARY KEY (game, seq)
  ) STRICT;
`;

/** Times of members' settings: when databases are joined, the newer of two settings stays. */
const SETTING_TIMES = `
  -- When the member changed each of their settings last; null: never, or before times were noted.
  ALTER TABLE member ADD COLUMN recorded_at INTEGER;
  ALTER TABLE member ADD COLUMN dm_pings_at INTEGER;
  ALTER TABLE member ADD COLUMN quiet_at INTEGER;
`;

/** The log of a server, for what its members do outside of games. */
const SERVER_LOG = `
  CREATE TABLE server_entry (
    id      INTEGER PRIMARY KEY,
    guild   TEXT NOT NULL,
    channel TEXT NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('season', 'problem', 'answer', 'hour')),
    about   INTEGER REFERENCES server_entry, -- the problem that is answered
    member  INTEGER NOT NULL REFERENCES member,
    body    TEXT NOT NULL,              -- JSON; what it holds depends on the kind
    interaction TEXT NOT NULL UNIQUE,   -- Discord's id of what caused it: nothing is done twice
    at      INTEGER NOT NULL,
    due     INTEGER,                    -- when a season or a problem ends; null once it has ended or changed
    CHECK ((kind = 'answer') = (about IS NOT NULL)),
    CHECK (due IS NULL OR kind IN ('season', 'problem'))
  ) STRICT;
  CREATE INDEX server_entries_by_kind ON server_entry (guild, kind);
  CREATE INDEX server_entries_about ON server_entry (about) WHERE about IS NOT NULL;
  CREATE INDEX server_entries_of_a_member ON server_entry (member);
  CREATE INDEX server_entries_due ON server_entry (due) WHERE due IS NOT NULL;
  CREATE TRIGGER server_entry_is_never_removed BEFORE DELETE ON server_entry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER server_entry_is_never_changed
    BEFORE UPDATE OF id, guild, channel, kind, about, member, body, interaction, at ON server_entry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
`;

/** Released steps are never edited; a change is a new step at the end. */
const STEPS: readonly string[] = [...RELEASED_MIGRATIONS, STATES, OUTBOX, `${SETTING_TIMES}${SERVER_LOG}`];

/** The oldest version that can be upgraded. */
export const OLDEST_SCHEMA = 7;
export const SCHEMA = OLDEST_SCHEMA + STEPS.length - 1;

/** The statements that upgrade a database from one version to another. Version 0 is an empty database. */
export function stepsBetween(from: number, to = SCHEMA): readonly string[] {
  if (to === 0) return [];
  const last = to - OLDEST_SCHEMA + 1;
  return from === 0 ? [FIRST_TABLES, ...STEPS.slice(0, last)] : STEPS.slice(from - OLDEST_SCHEMA + 1, last);
}

/**
 * The names of a schema's parts, such as "index open_ballots", "column machine.style" or "column entry.seq in its key".
 * Triggers are left out, since no statement fails without them.
 */
function partsOf(database: Database): string[] {
  return database
    .prepare(
      `SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite_%'
       UNION ALL
       SELECT 'column ' || "table".name || '.' || "column".name || iif("column".pk > 0, ' in its key', '')
       FROM sqlite_schema AS "table", pragma_table_info("table".name) AS "column" WHERE "table".type = 'table'`,
    )
    .pluck()
    .all() as string[];
}

/** By version. Every start compares with one or two of them. */
const partsByVersion = new Map<number, readonly string[]>();

function partsOfVersion(version: number): readonly string[] {
  const known = partsByVersion.get(version);
  if (known) return known;
  const database = new BetterSqlite3(':memory:');
  for (const step of stepsBetween(0, version)) database.exec(step);
  const parts = partsOf(database);
  database.close();
  partsByVersion.set(version, parts);
  return parts;
}

/** The parts of a version's schema that a database lacks. It may have others: they do no harm. */
export function lackingOf(database: Database, version: number): string[] {
  const found = new Set(partsOf(database));
  return partsOfVersion(version).filter((part) => !found.has(part));
}

/** Databases were made by earlier forms of the step to this version, before it was released. */
const EDITED_VERSION = 7;

/** Gives marches that were stored without a log entry the last entry of their game. */
const DATE_MARCHES = `
  INSERT INTO standing_march (game, seat, seq, plan)
    SELECT game, seat, (SELECT max(seq) FROM entry WHERE entry.game = undated.game), plan FROM undated;
  DROP TABLE undated;
`;

/** The statements of the edited step that a database made by an earlier form of it lacks. */
export function repairsOf(database: Database, version: number): string[] {
  const lacking = new Set(version === EDITED_VERSION ? lackingOf(database, version) : []);
  const hasUndatedMarches = lacking.has('column standing_march.seq in its key') && !lacking.has('table standing_march');
  // Empty lines separate the blocks of the step. Each makes one table or column.
  const blocks = (RELEASED_MIGRATIONS[0] ?? '').split(/\n\s*\n/).filter((block) => {
    const [, newTable, table, column] = /CREATE TABLE (\w+)|ALTER TABLE (\w+) ADD COLUMN (\w+)/.exec(block) ?? [];
    const part = newTable === undefined ? `column ${table}.${column}` : `table ${newTable}`;
    return lacking.has(part) || (hasUndatedMarches && newTable === 'standing_march');
  });
  return hasUndatedMarches ? ['ALTER TABLE standing_march RENAME TO undated', ...blocks, DATE_MARCHES] : blocks;
}
