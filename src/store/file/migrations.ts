import { RELEASED_MIGRATIONS } from './released-migrations.ts';

/**
 * The schema, version by version: `MIGRATIONS[n]` takes a database from version n to n + 1. What has been released is never
 * edited; a change is a new step at the end.
 */
export const MIGRATIONS: readonly string[] = [
  ...RELEASED_MIGRATIONS,
  `
  -- Several orders that a member gave with one press: 1 for each but the first of them.
  ALTER TABLE entry ADD COLUMN together INTEGER CHECK (together = 1);
  DROP TRIGGER entry_is_never_changed;
  CREATE TRIGGER entry_is_never_changed
    BEFORE UPDATE OF game, seq, kind, member, seat, body, throws, ballot, interaction, at, cause, together ON entry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

  -- Marches of a side that go on in later turns, as its game reads them: after each order that changed them. Empty: none.
  CREATE TABLE standing_march (
    game TEXT NOT NULL REFERENCES game,
    seat TEXT NOT NULL,
    seq  INTEGER NOT NULL,              -- of the entry that the order came after
    plan TEXT NOT NULL,
    PRIMARY KEY (game, seat, seq)
  ) STRICT, WITHOUT ROWID;

  -- How a seat is played that no member plays; null: as usual.
  ALTER TABLE machine ADD COLUMN style TEXT;

  -- How a table posts: every order, or one live board that is edited. Without a row: as its game does by default.
  CREATE TABLE posting (
    game TEXT PRIMARY KEY REFERENCES game,
    way  TEXT NOT NULL CHECK (way IN ('orders', 'board')),
    parent TEXT,                        -- the channel whose thread it is played in since it was moved there; null: it was not
    told TEXT                           -- the phase that this channel was told of last
  ) STRICT, WITHOUT ROWID;
  -- Whether a thread is opened for the game itself, and not for a what if.
  ALTER TABLE opening ADD COLUMN moves INTEGER NOT NULL DEFAULT 0 CHECK (moves IN (0, 1));

  -- The message that is a game's live board, one for each phase.
  CREATE TABLE board (
    game    TEXT PRIMARY KEY REFERENCES game,
    channel TEXT NOT NULL,
    message TEXT,                       -- Discord's id; null: somebody deleted it, and it is to be posted again
    phase   TEXT NOT NULL,              -- the name that the game has for it
    begins  INTEGER NOT NULL,           -- the board lists what was done after this entry of the log
    shown   INTEGER NOT NULL            -- the last entry that it shows
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lost_boards ON board (game) WHERE message IS NULL;
  CREATE INDEX boards_by_message ON board (message) WHERE message IS NOT NULL;

  -- Boards of earlier phases that still have their buttons.
  CREATE TABLE old_board (
    channel TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (channel, message)
  ) STRICT, WITHOUT ROWID;

  -- Whether a member is pinged in a DM instead of in the channel.
  ALTER TABLE member ADD COLUMN dm_pings INTEGER NOT NULL DEFAULT 0 CHECK (dm_pings IN (0, 1));
  `,
];
