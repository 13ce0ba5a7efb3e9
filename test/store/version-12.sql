-- A database as schema version 12 wrote it, with a season and a problem, a game that voted, a what if of it, a game of two sides, members of whom one has left,
-- and words that channels are still to hear. It is kept as it is for ever: whoever has such a file must be able to open it with every later version.
PRAGMA application_id = 1131370354;
PRAGMA user_version = 12;

CREATE TABLE dataset (hash TEXT PRIMARY KEY, system TEXT NOT NULL, files TEXT NOT NULL) STRICT;
CREATE TABLE member (id INTEGER PRIMARY KEY, discord_id TEXT UNIQUE, name TEXT NOT NULL, recorded INTEGER CHECK
  (recorded IN (0, 1)), dm_pings INTEGER NOT NULL DEFAULT 0 CHECK (dm_pings IN (0, 1)),
  recorded_at INTEGER, dm_pings_at INTEGER, quiet_at INTEGER) STRICT;
CREATE TABLE game (id TEXT PRIMARY KEY, channel TEXT NOT NULL, guild TEXT, system TEXT NOT NULL, variant TEXT NOT
  NULL, dataset TEXT NOT NULL REFERENCES dataset, seal TEXT NOT NULL, secret TEXT NOT NULL, starter INTEGER NOT NULL
  REFERENCES member, started_at INTEGER NOT NULL, ended_at INTEGER, ended_how TEXT CHECK (ended_how IN ('finished',
  'abandoned')), origin TEXT REFERENCES game, origin_seq INTEGER CHECK ((origin IS NULL) = (origin_seq IS NULL)),
  counted INTEGER NOT NULL DEFAULT 0, CHECK ((ended_at IS NULL) = (ended_how IS NULL))) STRICT;
CREATE TABLE seat (game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, member INTEGER NOT NULL REFERENCES member,
  since INTEGER, left_at INTEGER, PRIMARY KEY (game, seat, member)) STRICT, WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE ballot (id INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, seq INTEGER NOT
  NULL, subject TEXT NOT NULL CHECK (subject IN ('order', 'council')), proposed TEXT, rules TEXT NOT NULL, opener
  INTEGER REFERENCES member, casting INTEGER REFERENCES member, opened_at INTEGER NOT NULL, began INTEGER NOT NULL,
  closes INTEGER, extended INTEGER NOT NULL DEFAULT 0 CHECK (extended IN (0, 1)), reminded INTEGER NOT NULL DEFAULT 0
  CHECK (reminded IN (0, 1)), closed_at INTEGER, closed_how TEXT CHECK (closed_how IN ('decided', 'void', 'lost')),
  closed_why TEXT, closer INTEGER REFERENCES member, decision TEXT, channel TEXT, message TEXT, revision INTEGER NOT
  NULL DEFAULT 1, shown INTEGER NOT NULL DEFAULT 0, side_channel TEXT, side_message TEXT, side_shown INTEGER NOT NULL
  DEFAULT 0, FOREIGN KEY (game, seq) REFERENCES entry, CHECK ((subject = 'council') = (proposed IS NOT NULL)), CHECK ((closed_at IS NULL) = (closed_how IS NULL)), CHECK ((channel IS NULL) =
  (message IS NULL))) STRICT;
CREATE TABLE vote (id INTEGER PRIMARY KEY, ballot INTEGER NOT NULL REFERENCES ballot, member INTEGER NOT NULL
  REFERENCES member, choice TEXT, reason TEXT, interaction TEXT NOT NULL UNIQUE, at INTEGER NOT NULL) STRICT;
CREATE TABLE alarm (game TEXT NOT NULL REFERENCES game, what TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (game,
  what)) STRICT, WITHOUT ROWID;
CREATE TABLE "entry" (game TEXT NOT NULL REFERENCES game, seq INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN
  ('start', 'order', 'undo', 'abandon', 'council', 'ballot')), member INTEGER REFERENCES member, seat TEXT, body TEXT,
  throws TEXT, reason TEXT, ballot INTEGER REFERENCES ballot, interaction TEXT UNIQUE, at INTEGER NOT NULL, cause
  TEXT CHECK (cause IN ('clock', 'machine')), together INTEGER CHECK (together = 1), passed INTEGER CHECK (passed = 1), PRIMARY KEY (game, seq), CHECK (kind != 'ballot' OR ballot IS NOT NULL))
  STRICT, WITHOUT ROWID;
CREATE TABLE state (game TEXT NOT NULL REFERENCES game, seq INTEGER NOT NULL, rules TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (game, seq)) STRICT;
CREATE TABLE "game_result" (game TEXT PRIMARY KEY REFERENCES game, made_by TEXT NOT NULL, body TEXT NOT NULL) STRICT,
  WITHOUT ROWID;
CREATE TABLE "erased_member" (member INTEGER PRIMARY KEY REFERENCES member, interaction TEXT NOT NULL UNIQUE, at INTEGER NOT
  NULL) STRICT;
CREATE TABLE machine (game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, style TEXT, PRIMARY KEY (game, seat))
  STRICT, WITHOUT ROWID;
CREATE TABLE seat_role (game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (game,
  seat)) STRICT, WITHOUT ROWID;
CREATE TABLE seat_channel (game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, channel TEXT NOT NULL, PRIMARY KEY
  (game, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE standing_march (game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, seq INTEGER NOT NULL, plan TEXT
  NOT NULL, PRIMARY KEY (game, seat, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE clock (game TEXT PRIMARY KEY REFERENCES game, phase INTEGER, choice INTEGER, reminder INTEGER) STRICT,
  WITHOUT ROWID;
CREATE TABLE "turn_ping" (game TEXT NOT NULL, seat TEXT NOT NULL, phase TEXT NOT NULL, seq INTEGER NOT NULL, since INTEGER,
  spent INTEGER NOT NULL DEFAULT 0, left_at INTEGER, reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1)), PRIMARY KEY (game,
  seat, phase), FOREIGN KEY (game, seq) REFERENCES entry) STRICT, WITHOUT ROWID;
CREATE INDEX waits_by_time ON "turn_ping" (since) WHERE since IS NOT NULL;
CREATE TABLE quiet (member INTEGER PRIMARY KEY REFERENCES member, starts INTEGER NOT NULL CHECK (starts BETWEEN 0 AND
  1439), ends INTEGER NOT NULL CHECK (ends BETWEEN 0 AND 1439), zone TEXT NOT NULL) STRICT;
CREATE TABLE "deferred_ping" (game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, member INTEGER NOT NULL REFERENCES member,
  PRIMARY KEY (game, seat, member)) STRICT, WITHOUT ROWID;
CREATE TABLE posting (game TEXT PRIMARY KEY REFERENCES game, way TEXT NOT NULL CHECK (way IN ('orders', 'board')), parent
  TEXT, told TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE board (game TEXT PRIMARY KEY REFERENCES game, channel TEXT NOT NULL, message TEXT, phase TEXT NOT NULL, begins
  INTEGER NOT NULL, shown INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX lost_boards ON board (game) WHERE message IS NULL;
CREATE INDEX boards_by_message ON board (message) WHERE message IS NOT NULL;
CREATE TABLE seen (game TEXT NOT NULL REFERENCES game, mark TEXT NOT NULL, seat TEXT NOT NULL, PRIMARY KEY (game, mark, seat))
  STRICT, WITHOUT ROWID;
CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN ('map', 'board', 'notice',
  'ballot', 'side ballot', 'edit', 'thread', 'post', 'buttons')), key TEXT, channel TEXT NOT NULL, guild TEXT, game TEXT REFERENCES game,
  seq INTEGER, body TEXT NOT NULL, since INTEGER NOT NULL, due INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0,
  UNIQUE (kind, key), FOREIGN KEY (game, seq) REFERENCES entry, CHECK (seq IS NULL OR game IS NOT NULL), CHECK (kind
  != 'notice' OR game IS NOT NULL OR body ->> 'kind' = 'news')) STRICT;
CREATE INDEX deferred_pings_of_a_member ON deferred_ping (member);
CREATE INDEX outbox_by_due ON outbox (due);
CREATE INDEX outbox_of_a_game ON outbox (game) WHERE game IS NOT NULL;
CREATE UNIQUE INDEX one_game_a_channel ON game (channel) WHERE ended_at IS NULL;
CREATE INDEX games_of_a_channel ON game (channel, started_at);
CREATE INDEX running_games_of_a_guild ON game (guild) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX one_ballot_a_seat_and_subject ON ballot (game, seat, subject) WHERE closed_at IS NULL;
CREATE INDEX ballots_of_a_game ON ballot (game);
CREATE INDEX ballots_of_a_message ON ballot (message) WHERE message IS NOT NULL;
CREATE INDEX stale_ballots ON ballot (id) WHERE message IS NOT NULL AND shown < revision;
CREATE INDEX unposted_ballots ON ballot (id) WHERE message IS NULL AND closed_at IS NULL;
CREATE INDEX seats_of_a_channel ON seat_channel (channel);
CREATE INDEX ballots_of_a_side_channel ON ballot (side_channel) WHERE side_channel IS NOT NULL;
CREATE INDEX stale_side_ballots ON ballot (id) WHERE side_message IS NOT NULL AND side_shown < revision;
CREATE INDEX unposted_side_ballots ON ballot (id)
  WHERE side_channel IS NOT NULL AND side_message IS NULL AND closed_at IS NULL;
CREATE INDEX votes_of_a_ballot ON vote (ballot);
CREATE INDEX alarms_by_time ON alarm (at);
CREATE INDEX ended_games_of_a_channel ON game (channel, ended_at DESC, id) WHERE ended_at IS NOT NULL;
CREATE INDEX uncounted_games ON game (coalesce(guild, channel), counted, ended_at DESC, id) WHERE ended_at IS NOT NULL AND origin IS NULL;
CREATE INDEX games_of_a_starter ON game (starter);
CREATE INDEX entries_of_a_member ON entry (member) WHERE member IS NOT NULL;
CREATE INDEX council_entries ON entry (game) WHERE kind = 'council';
CREATE INDEX votes_of_a_member ON vote (member);
CREATE INDEX ballots_of_an_opener ON ballot (opener) WHERE opener IS NOT NULL;
CREATE INDEX ballots_of_a_closer ON ballot (closer) WHERE closer IS NOT NULL;
CREATE INDEX ballots_of_a_casting_vote ON ballot (casting) WHERE casting IS NOT NULL;
CREATE INDEX open_ballots ON ballot (game) WHERE closed_at IS NULL;
CREATE INDEX seats_of_a_member ON seat (member);

CREATE TABLE server_entry (
  id      INTEGER PRIMARY KEY,
  guild   TEXT NOT NULL,
  channel TEXT NOT NULL,
  kind    TEXT NOT NULL CHECK (kind IN ('season', 'problem', 'answer', 'hour')),
  about   INTEGER REFERENCES server_entry,
  member  INTEGER NOT NULL REFERENCES member,
  body    TEXT NOT NULL,
  interaction TEXT NOT NULL UNIQUE,
  at      INTEGER NOT NULL,
  due     INTEGER,
  CHECK ((kind = 'answer') = (about IS NOT NULL)),
  CHECK (due IS NULL OR kind IN ('season', 'problem'))
) STRICT;
CREATE INDEX server_entries_by_kind ON server_entry (guild, kind);
CREATE INDEX server_entries_about ON server_entry (about) WHERE about IS NOT NULL;
CREATE INDEX server_entries_of_a_member ON server_entry (member);
CREATE INDEX server_entries_due ON server_entry (due) WHERE due IS NOT NULL;

BEGIN;
PRAGMA defer_foreign_keys = ON;
INSERT INTO dataset VALUES
  ('4f2a', 'overland', '{"overland.json":{}}');
INSERT INTO member VALUES
  (1, '100', 'Ada', 0, 0, 1004, NULL, NULL),
  (2, '200', 'Bo', NULL, 1, NULL, 1005, 1006),
  (3, NULL, 'a former member', NULL, 0, NULL, NULL, NULL),
  (4, NULL, 'Officer 1', NULL, 0, NULL, NULL, NULL);
INSERT INTO game VALUES
  ('k3x9mnpqrs', 'front', 'army', 'overland', 'standard', '4f2a', 'aa', 'bb', 1, 1000, NULL, NULL, NULL, NULL, 0),
  ('w7y2abcdef', 'front', 'army', 'overland', 'unbottled', '4f2a', 'cc', 'dd', 3, 500, 900, 'abandoned', NULL, NULL, 1),
  ('q5z8rstuvw', '7010', 'army', 'overland', 'standard', '4f2a', 'ee', 'ff', 4, 1801015, NULL, NULL, 'k3x9mnpqrs', 5, 0),
  ('t2s4sidesab', 'rear', 'army', 'overland', 'standard', '4f2a', '11', '22', 1, 1801030, NULL, NULL, NULL, NULL, 0);
INSERT INTO entry VALUES
  ('k3x9mnpqrs', 0, 'start', 1, NULL, NULL, '[]', NULL, NULL, '9001', 1000, NULL, NULL, NULL),
  ('k3x9mnpqrs', 1, 'order', 2, 'us', '{"verb":"attack","leader":"grant"}', '[{"kind":"die","purpose":"Grant attacks Lee","sides":6,"face":5}]', 'Lee is tired', NULL, '9002', 1001, NULL, NULL, NULL),
  ('k3x9mnpqrs', 2, 'undo', 1, NULL, '1', NULL, NULL, NULL, '9003', 1002, NULL, NULL, NULL),
  ('k3x9mnpqrs', 3, 'council', 1, 'us', '{"council":{"mode":"vote","commanders":[2],"rotate":{"after":"never"},"ballot":{"window":900000,"quorum":2,"early":null,"tie":"die","short":"decide","voters":{"role":null,"memberDays":0,"accountDays":0},"sealed":false,"reminder":{"role":null}}},"cause":"member"}', NULL, NULL, NULL, '9004', 1003, NULL, NULL, NULL),
  ('k3x9mnpqrs', 4, 'ballot', NULL, 'us', '{"choice":"{\"leader\":\"grant\",\"verb\":\"attack\"}","votes":1,"of":2,"tie":{"rule":"die","among":["{\"leader\":\"grant\",\"verb\":\"attack\"}","{\"leader\":\"grant\",\"to\":\"richmond\",\"verb\":\"move\"}"]}}', '[{"kind":"die","purpose":"The tie","sides":2,"face":1}]', NULL, 1, NULL, 1801003, NULL, NULL, NULL),
  ('k3x9mnpqrs', 5, 'order', NULL, 'us', '{"verb":"attack","leader":"grant"}', '[{"kind":"die","purpose":"Grant attacks Lee","sides":6,"face":5}]', NULL, 1, NULL, 1801003, NULL, NULL, NULL),
  ('q5z8rstuvw', 0, 'start', 4, NULL, '[{"seat":"us","order":{"verb":"attack","leader":"grant"},"throws":[{"kind":"die","purpose":"Grant attacks Lee","sides":6,"face":5}]}]', '[]', NULL, NULL, '9010', 1801015, NULL, NULL, NULL),
  ('w7y2abcdef', 0, 'start', 3, NULL, NULL, '[]', NULL, NULL, '8001', 500, NULL, NULL, NULL),
  ('w7y2abcdef', 1, 'abandon', 2, NULL, NULL, NULL, NULL, NULL, '8002', 900, NULL, NULL, NULL),
  ('t2s4sidesab', 0, 'start', 1, NULL, NULL, '[]', NULL, NULL, '9030', 1801030, NULL, NULL, NULL),
  ('t2s4sidesab', 1, 'order', NULL, 'union', '{"verb":"done"}', '[]', NULL, NULL, NULL, 1801031, 'clock', NULL, NULL),
  ('t2s4sidesab', 2, 'order', NULL, 'confederate', '{"verb":"done"}', '[]', NULL, NULL, NULL, 1801032, 'machine', NULL, NULL),
  ('t2s4sidesab', 3, 'order', NULL, 'union', '{"verb":"done"}', '[]', NULL, NULL, NULL, 1801032, NULL, NULL, 1);
INSERT INTO ballot VALUES
  (1, 'k3x9mnpqrs', 'us', 3, 'order', NULL, '{"window":900000,"quorum":2,"early":null,"tie":"die","short":"decide","voters":{"role":null,"memberDays":0,"accountDays":0},"sealed":false,"reminder":{"role":null}}', NULL, NULL, 1003, 901003, 1801003, 1, 1, 1801003, 'decided', NULL, NULL, '{"choice":"{\"leader\":\"grant\",\"verb\":\"attack\"}","votes":1,"of":2,"tie":{"rule":"die","among":["{\"leader\":\"grant\",\"verb\":\"attack\"}","{\"leader\":\"grant\",\"to\":\"richmond\",\"verb\":\"move\"}"]}}', 'front', '7001', 6, 6, NULL, NULL, 0),
  (2, 'k3x9mnpqrs', 'us', 5, 'order', NULL, '{"window":900000,"quorum":2,"early":null,"tie":"die","short":"decide","voters":{"role":null,"memberDays":0,"accountDays":0},"sealed":false,"reminder":{"role":null}}', NULL, NULL, 1801003, 1801003, 2701003, 0, 0, NULL, NULL, NULL, NULL, NULL, 'front', '7002', 2, 1, 'war-room', '7004', 1),
  (3, 'k3x9mnpqrs', 'us', 5, 'council', '{"mode":"commander","commanders":[2],"rotate":{"after":"silence","hours":6},"ballot":{"window":900000,"quorum":2,"early":null,"tie":"die","short":"decide","voters":{"role":null,"memberDays":0,"accountDays":0},"sealed":false,"reminder":{"role":null}}}', '{"window":900000,"quorum":2,"early":null,"tie":"die","short":"decide","voters":{"role":null,"memberDays":0,"accountDays":0},"sealed":false,"reminder":{"role":null}}', 2, NULL, 1801010, 1801010, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 0, NULL, NULL, 0);
INSERT INTO vote VALUES
  (1, 1, 1, '{"leader":"grant","to":"richmond","verb":"move"}', NULL, '9005', 1004),
  (2, 1, 2, '{"leader":"grant","to":"richmond","verb":"move"}', 'Richmond is open', '9006', 1005),
  (3, 1, 1, NULL, NULL, '9007', 1006),
  (4, 1, 3, '{"leader":"grant","verb":"attack"}', NULL, '9008', 1007),
  (5, 2, 2, '{"leader":"grant","to":"richmond","verb":"move"}', NULL, '9009', 1801011);
INSERT INTO seat VALUES
  ('k3x9mnpqrs', 'us', 2, NULL, NULL),
  ('t2s4sidesab', 'confederate', 1, NULL, 1801033),
  ('t2s4sidesab', 'union', 2, 1801030, NULL);
INSERT INTO setting VALUES
  ('backup:last', '1801000'),
  ('commands:1:everywhere', 'ff'),
  ('record:army', '{"round":1}');
INSERT INTO alarm VALUES
  ('k3x9mnpqrs', 'silence us', 1900000),
  ('k3x9mnpqrs', 'ballot 2', 2476003),
  ('t2s4sidesab', 'clock union', 88201032);
INSERT INTO machine VALUES
  ('t2s4sidesab', 'confederate', NULL);
INSERT INTO seat_role VALUES
  ('t2s4sidesab', 'union', '88');
INSERT INTO seat_channel VALUES
  ('t2s4sidesab', 'union', 'war-room');
INSERT INTO clock VALUES
  ('t2s4sidesab', 86400000, 43200000, NULL);
INSERT INTO turn_ping VALUES
  ('t2s4sidesab', 'union', 'turn-1-union', 0, NULL, 1000, 1801031, 1),
  ('t2s4sidesab', 'union', 'turn-2-union', 2, 1801032, 0, NULL, 0);
INSERT INTO quiet VALUES
  (2, 1320, 420, 'Europe/Berlin');
INSERT INTO deferred_ping VALUES
  ('t2s4sidesab', 'union', 2);
INSERT INTO posting VALUES
  ('t2s4sidesab', 'board', NULL, NULL),
  ('q5z8rstuvw', 'orders', 'front', 'game');
INSERT INTO board VALUES
  ('t2s4sidesab', 'rear', '7005', 'turn-2-union-movement', 1, 2);
INSERT INTO game_result VALUES
  ('w7y2abcdef', '1', '{"orders":0}');
INSERT INTO state VALUES
  ('q5z8rstuvw', 0, '1.3.0 4f2a', '{"turn":0,"latest":[],"state":{"version":1},"moment":null,"takenBack":{"rolls":0,"shuffles":0,"reveals":0},"lastSeen":0,"chain":""}');
INSERT INTO erased_member VALUES
  (4, '9020', 1801020);
INSERT INTO outbox VALUES
  (2, 'notice', NULL, 'front', 'army', NULL, NULL, '{"kind":"news","ballot":null,"says":["The **“what if”** is not opened."],"roles":[],"users":[],"replyTo":"7003"}', 1801022, 0, 0),
  (6, 'notice', NULL, 'front', 'army', 'k3x9mnpqrs', 5, '{"kind":"call","ballot":null,"says":["Yours, <@200>."],"roles":[],"users":["200"],"replyTo":null}', 1801025, 0, 0),
  (8, 'notice', NULL, 'rear', 'army', 't2s4sidesab', 2, '{"kind":"turn","ballot":null,"asked":{"seat":"union","phaseKey":"turn-2-union"},"says":["<@200> **Union:** your movement."],"roles":[],"users":["200"],"replyTo":null}', 1801032, 0, 0),
  (10, 'map', 'k3x9mnpqrs', 'front', 'army', 'k3x9mnpqrs', 5, '{"5":1801003}', 1801003, 0, 0),
  (11, 'thread', '9021', 'front', 'army', 'k3x9mnpqrs', 5, '{"member":2,"message":null,"moves":false}', 1801021, 0, 0),
  (12, 'buttons', '7001', 'rear', NULL, NULL, NULL, '{}', 0, 0, 0),
  (13, 'edit', '7001', 'front', 'army', 'k3x9mnpqrs', NULL, '{"ballots":[1]}', 0, 0, 0);
UPDATE sqlite_sequence SET seq = 13 WHERE name = 'outbox';
INSERT INTO server_entry VALUES
  (1, 'army', 'front', 'season', NULL, 1, '{"from":1801030,"until":2800000}', '9101', 1801030, 2800000),
  (2, 'army', 'front', 'problem', NULL, 2, '{"until":1802000,"game":"k3x9mnpqrs","entry":1,"orders":[{"label":"Grant attacks","worth":0.25},{"label":"Sigel attacks","worth":0.125}],"given":1}', '9102', 1801031, NULL),
  (3, 'army', 'front', 'answer', 2, 2, '{"order":0}', '9103', 1801032, NULL);
COMMIT;

CREATE TRIGGER vote_is_never_removed BEFORE DELETE ON vote BEGIN SELECT RAISE(ABORT, 'votes are append-only'); END;
CREATE TRIGGER vote_is_in_time BEFORE INSERT ON vote WHEN (SELECT closed_at FROM ballot WHERE id = NEW.ballot) IS NOT
  NULL BEGIN SELECT RAISE(ABORT, 'the ballot is closed'); END;
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE OF game, seq, kind, member, seat, body, throws, ballot,
  interaction, at, cause, together, passed ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER reason_of_an_entry_only_goes BEFORE UPDATE OF reason ON entry WHEN NEW.reason IS NOT NULL BEGIN SELECT
  RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER vote_is_never_changed BEFORE UPDATE OF id, ballot, member, choice, interaction, at ON vote BEGIN SELECT
  RAISE(ABORT, 'votes are append-only'); END;
CREATE TRIGGER reason_of_a_vote_only_goes BEFORE UPDATE OF reason ON vote WHEN NEW.reason IS NOT NULL BEGIN SELECT
  RAISE(ABORT, 'votes are append-only'); END;
CREATE TRIGGER server_entry_is_never_removed BEFORE DELETE ON server_entry
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER server_entry_is_never_changed
  BEFORE UPDATE OF id, guild, channel, kind, about, member, body, interaction, at ON server_entry
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
