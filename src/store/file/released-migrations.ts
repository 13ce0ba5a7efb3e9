/** The tables of version 6, with which a new database begins. No version before 7 was released. */
export const FIRST_TABLES = `
  CREATE TABLE dataset (
    hash   TEXT PRIMARY KEY,            -- SHA-256 of files, hex
    system TEXT NOT NULL,
    files  TEXT NOT NULL                -- JSON: file name to content
  ) STRICT;
  CREATE TABLE member (
    id         INTEGER PRIMARY KEY,
    discord_id TEXT UNIQUE,
    name       TEXT NOT NULL,
    recorded INTEGER CHECK (recorded IN (0, 1))
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
    origin TEXT REFERENCES game,
    origin_seq INTEGER CHECK ((origin IS NULL) = (origin_seq IS NULL)),
    CHECK ((ended_at IS NULL) = (ended_how IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX one_game_a_channel ON game (channel) WHERE ended_at IS NULL;
  CREATE INDEX games_of_a_channel ON game (channel, started_at);
  CREATE INDEX running_games_of_a_guild ON game (guild) WHERE ended_at IS NULL;
  CREATE TABLE owed (
    game    TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    channel TEXT NOT NULL,
    since   INTEGER NOT NULL,
    PRIMARY KEY (game, seq),
    FOREIGN KEY (game, seq) REFERENCES entry
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE seat (
    game   TEXT NOT NULL REFERENCES game,
    seat   TEXT NOT NULL,
    member INTEGER NOT NULL REFERENCES member,
    since INTEGER,
    left_at INTEGER,
    PRIMARY KEY (game, seat, member)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ballot (
    id         INTEGER PRIMARY KEY,
    game       TEXT NOT NULL REFERENCES game,
    seat       TEXT NOT NULL,
    seq        INTEGER NOT NULL,        -- the last entry of the log when it opened
    subject    TEXT NOT NULL CHECK (subject IN ('order', 'council')),
    proposed   TEXT,                    -- for a council: the one that is proposed, JSON
    rules      TEXT NOT NULL,           -- JSON
    opener     INTEGER REFERENCES member, -- null: it opened by itself
    casting    INTEGER REFERENCES member, -- whose vote breaks a tie; null: nobody's
    opened_at  INTEGER NOT NULL,
    began      INTEGER NOT NULL,        -- the present window
    closes     INTEGER,                 -- null: it waits without a clock
    extended   INTEGER NOT NULL DEFAULT 0 CHECK (extended IN (0, 1)),
    reminded   INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)),
    closed_at  INTEGER,
    closed_how TEXT CHECK (closed_how IN ('decided', 'void', 'lost')),
    closed_why TEXT,                    -- a code
    closer     INTEGER REFERENCES member, -- whose act closed it; null: its clock, or its votes
    decision   TEXT,                    -- JSON
    channel    TEXT,                    -- where the message is
    message    TEXT,                    -- Discord's id of the message that carries it
    revision   INTEGER NOT NULL DEFAULT 1,
    shown      INTEGER NOT NULL DEFAULT 0, -- the revision the message shows
    side_channel TEXT,
    side_message TEXT,
    side_shown INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (game, seq) REFERENCES entry,
    CHECK ((subject = 'council') = (proposed IS NOT NULL)),
    CHECK ((closed_at IS NULL) = (closed_how IS NULL)),
    CHECK ((channel IS NULL) = (message IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX one_ballot_a_seat_and_subject ON ballot (game, seat, subject) WHERE closed_at IS NULL;
  CREATE INDEX ballots_of_a_game ON ballot (game);
  CREATE INDEX ballots_of_a_message ON ballot (message) WHERE message IS NOT NULL;
  CREATE INDEX stale_ballots ON ballot (id) WHERE message IS NOT NULL AND shown < revision;
  CREATE INDEX unposted_ballots ON ballot (id) WHERE message IS NULL AND closed_at IS NULL;
  CREATE TABLE vote (
    id          INTEGER PRIMARY KEY,
    ballot      INTEGER NOT NULL REFERENCES ballot,
    member      INTEGER NOT NULL REFERENCES member,
    choice      TEXT,                   -- null: withdrawn
    reason      TEXT,
    interaction TEXT NOT NULL UNIQUE,   -- Discord's id of the press, which also says which was first
    at          INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX votes_of_a_ballot ON vote (ballot);
  CREATE TRIGGER vote_is_never_removed BEFORE DELETE ON vote BEGIN SELECT RAISE(ABORT, 'votes are append-only'); END;
  CREATE TRIGGER vote_is_in_time BEFORE INSERT ON vote
    WHEN (SELECT closed_at FROM ballot WHERE id = NEW.ballot) IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'the ballot is closed'); END;
  CREATE TABLE alarm (
    game TEXT NOT NULL REFERENCES game,
    what TEXT NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, what)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alarms_by_time ON alarm (at);
  CREATE TABLE retired (
    channel TEXT NOT NULL,
    message TEXT NOT NULL,
    ballot  INTEGER NOT NULL REFERENCES ballot,
    PRIMARY KEY (channel, message, ballot)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE "entry" (
    game        TEXT NOT NULL REFERENCES game,
    seq         INTEGER NOT NULL,       -- 0, 1, 2 ... within the game
    kind        TEXT NOT NULL CHECK (kind IN ('start', 'order', 'undo', 'abandon', 'council', 'ballot')),
    member      INTEGER REFERENCES member, -- null: nobody did it by hand
    seat        TEXT,                   -- for an order, a council or a ballot: whose
    body        TEXT,                   -- JSON of the order, of the council and its cause, or of the decision; for an undo: the seq it takes back
    throws      TEXT,                   -- for a start, an order or a ballot: the dice and cards it used, JSON
    reason      TEXT,                   -- for an order: the member's who gave it
    ballot      INTEGER REFERENCES ballot, -- for an order or a council: what decided it; for a ballot: itself
    interaction TEXT UNIQUE,            -- Discord's id of what caused it: nothing is done twice
    at          INTEGER NOT NULL,
    cause TEXT CHECK (cause IN ('clock', 'machine')),
    PRIMARY KEY (game, seq),
    CHECK (kind != 'ballot' OR ballot IS NOT NULL)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE INDEX ended_games_of_a_guild ON game (guild, ended_at) WHERE ended_at IS NOT NULL;
  CREATE TABLE reckoning (
    game TEXT PRIMARY KEY REFERENCES game,
    made_by TEXT NOT NULL,              -- what it was made by: another is made where that is not how it is made today
    body TEXT NOT NULL                  -- JSON
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE forgotten (
    member      INTEGER PRIMARY KEY REFERENCES member,
    interaction TEXT NOT NULL UNIQUE,
    at          INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX games_of_a_starter ON game (starter);
  CREATE INDEX entries_of_a_member ON entry (member) WHERE member IS NOT NULL;
  CREATE INDEX council_entries ON entry (game) WHERE kind = 'council';
  CREATE INDEX votes_of_a_member ON vote (member);
  CREATE INDEX ballots_of_an_opener ON ballot (opener) WHERE opener IS NOT NULL;
  CREATE INDEX ballots_of_a_closer ON ballot (closer) WHERE closer IS NOT NULL;
  CREATE INDEX ballots_of_a_casting_vote ON ballot (casting) WHERE casting IS NOT NULL;
  CREATE INDEX open_ballots ON ballot (game) WHERE closed_at IS NULL;
  CREATE INDEX seats_of_a_member ON seat (member);
  CREATE TABLE opening (
    interaction TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    guild TEXT NOT NULL,
    member INTEGER NOT NULL REFERENCES member,
    game TEXT NOT NULL,                 -- where it goes out from
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    message TEXT,                       -- once the channel has it
    FOREIGN KEY (game, seq) REFERENCES entry (game, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER reason_of_an_entry_only_goes BEFORE UPDATE OF reason ON entry WHEN NEW.reason IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER vote_is_never_changed BEFORE UPDATE OF id, ballot, member, choice, interaction, at ON vote
    BEGIN SELECT RAISE(ABORT, 'votes are append-only'); END;
  CREATE TRIGGER reason_of_a_vote_only_goes BEFORE UPDATE OF reason ON vote WHEN NEW.reason IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'votes are append-only'); END;
  CREATE TRIGGER entry_is_never_changed
    BEFORE UPDATE OF game, seq, kind, member, seat, body, throws, ballot, interaction, at, cause ON entry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TABLE machine (
    game TEXT NOT NULL REFERENCES game,
    seat TEXT NOT NULL,
    PRIMARY KEY (game, seat)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE seat_role (
    game TEXT NOT NULL REFERENCES game,
    seat TEXT NOT NULL,
    role TEXT NOT NULL,                 -- Discord's id
    PRIMARY KEY (game, seat)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE clock (
    game     TEXT PRIMARY KEY REFERENCES game,
    phase    INTEGER,                   -- milliseconds
    choice   INTEGER,
    reminder INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spell (
    game     TEXT NOT NULL,
    seat     TEXT NOT NULL,
    spell    TEXT NOT NULL,             -- the name that the game has for it
    seq      INTEGER NOT NULL,          -- the last entry of the log when it was called for
    since    INTEGER,                   -- from when on it has been waited for now; null: it is not
    spent    INTEGER NOT NULL DEFAULT 0, -- milliseconds that it was waited for before
    left_at  INTEGER,                   -- since when it has not been waited for any more
    reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)),
    PRIMARY KEY (game, seat, spell),
    FOREIGN KEY (game, seq) REFERENCES entry
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE quiet (
    member INTEGER PRIMARY KEY REFERENCES member,
    starts INTEGER NOT NULL CHECK (starts BETWEEN 0 AND 1439),
    ends   INTEGER NOT NULL CHECK (ends BETWEEN 0 AND 1439),
    zone   INTEGER NOT NULL CHECK (zone BETWEEN -720 AND 840)
  ) STRICT;
  CREATE TABLE hushed (
    game   TEXT NOT NULL REFERENCES game,
    seat   TEXT NOT NULL,
    member INTEGER NOT NULL REFERENCES member,
    PRIMARY KEY (game, seat, member)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX hushed_by_member ON hushed (member);
  CREATE TABLE "notice" (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     TEXT NOT NULL CHECK (kind IN ('news', 'council', 'ballot', 'call', 'rest', 'turn')),
    channel  TEXT NOT NULL,
    guild    TEXT,
    game     TEXT REFERENCES game,
    seq      INTEGER,
    ballot   INTEGER REFERENCES ballot,
    seat     TEXT,                      -- of a call to a side
    spell    TEXT,
    text     TEXT NOT NULL,
    roles    TEXT NOT NULL,
    users    TEXT NOT NULL,
    reply_to TEXT,
    since    INTEGER NOT NULL,
    CHECK ((game IS NULL) = (seq IS NULL)),
    CHECK ((kind = 'ballot') = (ballot IS NOT NULL)),
    CHECK ((kind = 'turn') = (seat IS NOT NULL)),
    CHECK ((seat IS NULL) = (spell IS NULL)),
    CHECK (kind IN ('news', 'ballot') OR game IS NOT NULL)
  ) STRICT;
  CREATE INDEX notices_of_a_game ON notice (game) WHERE game IS NOT NULL;
  CREATE INDEX waits_by_time ON spell (since) WHERE since IS NOT NULL;
  CREATE TABLE seat_channel (
    game    TEXT NOT NULL REFERENCES game,
    seat    TEXT NOT NULL,
    channel TEXT NOT NULL,              -- Discord's id
    PRIMARY KEY (game, seat)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX seats_of_a_channel ON seat_channel (channel);
  CREATE INDEX ballots_of_a_side_channel ON ballot (side_channel) WHERE side_channel IS NOT NULL;
  CREATE INDEX stale_side_ballots ON ballot (id) WHERE side_message IS NOT NULL AND side_shown < revision;
  CREATE INDEX unposted_side_ballots ON ballot (id)
    WHERE side_channel IS NOT NULL AND side_message IS NULL AND closed_at IS NULL;
`;

/** The steps to version 7 and later ones. They must not be edited, because databases have been made by them. */
export const RELEASED_MIGRATIONS: readonly string[] = [
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
  `
  -- The round of its server's or DM's record sums that has an ended game; 0: none has it yet.
  ALTER TABLE game ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX uncounted_games ON game (coalesce(guild, channel), counted, ended_at DESC, id)
    WHERE ended_at IS NOT NULL AND origin IS NULL;
  -- What all games of a server came to is read off its sums; the last of a channel are listed.
  DROP INDEX ended_games_of_a_guild;
  CREATE INDEX ended_games_of_a_channel ON game (channel, ended_at DESC, id) WHERE ended_at IS NOT NULL;

  -- Quiet hours by the clocks of a place, which change for summer time, or by an offset as before.
  ALTER TABLE quiet RENAME TO quiet_by_offset;
  CREATE TABLE quiet (
    member INTEGER PRIMARY KEY REFERENCES member,
    starts INTEGER NOT NULL CHECK (starts BETWEEN 0 AND 1439),
    ends   INTEGER NOT NULL CHECK (ends BETWEEN 0 AND 1439),
    zone   TEXT NOT NULL                -- "UTC", "UTC+5:30", "Europe/Berlin"
  ) STRICT;
  INSERT INTO quiet SELECT member, starts, ends, CASE zone WHEN 0 THEN 'UTC' ELSE
    printf('UTC%s%d', CASE WHEN zone < 0 THEN '-' ELSE '+' END, abs(zone) / 60)
    || CASE abs(zone) % 60 WHEN 0 THEN '' ELSE printf(':%02d', abs(zone) % 60) END END
    FROM quiet_by_offset;
  DROP TABLE quiet_by_offset;

  -- Sides that members had played who then had their data deleted, until the game ends. The mark is a hash of their id on Discord under the
  -- game's secret, and stands beside no name: the bot knows them again when they come back, and nobody reads their id from it.
  CREATE TABLE seen (
    game TEXT NOT NULL REFERENCES game,
    mark TEXT NOT NULL,                 -- HMAC-SHA-256, hex
    seat TEXT NOT NULL,
    PRIMARY KEY (game, mark, seat)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- An order that was given by itself because its side had no other: 1. It belongs to the order before it.
  ALTER TABLE entry ADD COLUMN passed INTEGER CHECK (passed = 1);
  DROP TRIGGER entry_is_never_changed;
  CREATE TRIGGER entry_is_never_changed
    BEFORE UPDATE OF game, seq, kind, member, seat, body, throws, ballot, interaction, at, cause, together, passed ON entry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  `,
];
