/**
 * The schema, version by version: `MIGRATIONS[n]` takes a database from version n to n + 1. What has been released is never
 * edited; a change is a new step at the end.
 */
export const MIGRATIONS: readonly string[] = [
  `
  -- The rules data a game began with, kept for as long as the game: editing assets never changes a game in progress.
  CREATE TABLE dataset (
    hash   TEXT PRIMARY KEY,            -- SHA-256 of files, hex
    system TEXT NOT NULL,
    files  TEXT NOT NULL                -- JSON: file name to content
  ) STRICT;

  -- The log speaks of members by number, so that a name can go without the log being touched.
  CREATE TABLE member (
    id         INTEGER PRIMARY KEY,
    discord_id TEXT UNIQUE,
    name       TEXT NOT NULL
  ) STRICT;

  CREATE TABLE game (
    id         TEXT PRIMARY KEY,
    channel    TEXT NOT NULL,
    guild      TEXT,                    -- null: a DM with the bot
    system     TEXT NOT NULL,
    variant    TEXT NOT NULL,
    dataset    TEXT NOT NULL REFERENCES dataset,
    seal       TEXT NOT NULL,           -- SHA-256 of the secret, hex, published at the start
    secret     TEXT NOT NULL,           -- hex, published at the end
    starter    INTEGER NOT NULL REFERENCES member,
    started_at INTEGER NOT NULL,        -- milliseconds since 1970, as every time here
    ended_at   INTEGER,
    ended_how  TEXT CHECK (ended_how IN ('finished', 'abandoned')),
    CHECK ((ended_at IS NULL) = (ended_how IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX one_game_a_channel ON game (channel) WHERE ended_at IS NULL;
  CREATE INDEX games_of_a_channel ON game (channel, started_at);
  CREATE INDEX running_games_of_a_guild ON game (guild) WHERE ended_at IS NULL;

  -- The log: the truth about every game. Appended to, never changed.
  CREATE TABLE entry (
    game        TEXT NOT NULL REFERENCES game,
    seq         INTEGER NOT NULL,       -- 0, 1, 2 ... within the game
    kind        TEXT NOT NULL CHECK (kind IN ('start', 'order', 'undo', 'abandon')),
    member      INTEGER NOT NULL REFERENCES member,
    seat        TEXT,                   -- for an order: whose
    body        TEXT,                   -- for an order: its JSON; for an undo: the seq it takes back
    throws      TEXT,                   -- for a start or an order: the dice and cards it used, JSON
    interaction TEXT NOT NULL UNIQUE,   -- Discord's id of what caused it: nothing is done twice
    at          INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

  -- What a channel has still to see: written with the entry, struck out when Discord has taken the map.
  CREATE TABLE owed (
    game    TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    channel TEXT NOT NULL,
    since   INTEGER NOT NULL,
    PRIMARY KEY (game, seq),
    FOREIGN KEY (game, seq) REFERENCES entry
  ) STRICT, WITHOUT ROWID;

  -- Who sits where, in games of more than one seat.
  CREATE TABLE seat (
    game   TEXT NOT NULL REFERENCES game,
    seat   TEXT NOT NULL,
    member INTEGER NOT NULL REFERENCES member,
    PRIMARY KEY (game, seat, member)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];
