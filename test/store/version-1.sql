-- A database as schema version 1 wrote it, with two games in it. It is kept as it is for ever: whoever has such a file must
-- be able to open it with every later version.
PRAGMA application_id = 1131370354;
PRAGMA user_version = 1;

CREATE TABLE dataset (hash TEXT PRIMARY KEY, system TEXT NOT NULL, files TEXT NOT NULL) STRICT;
CREATE TABLE member (id INTEGER PRIMARY KEY, discord_id TEXT UNIQUE, name TEXT NOT NULL) STRICT;
CREATE TABLE game (
  id TEXT PRIMARY KEY, channel TEXT NOT NULL, guild TEXT, system TEXT NOT NULL, variant TEXT NOT NULL,
  dataset TEXT NOT NULL REFERENCES dataset, seal TEXT NOT NULL, secret TEXT NOT NULL,
  starter INTEGER NOT NULL REFERENCES member, started_at INTEGER NOT NULL, ended_at INTEGER,
  ended_how TEXT CHECK (ended_how IN ('finished', 'abandoned')),
  CHECK ((ended_at IS NULL) = (ended_how IS NULL))
) STRICT;
CREATE UNIQUE INDEX one_game_a_channel ON game (channel) WHERE ended_at IS NULL;
CREATE INDEX games_of_a_channel ON game (channel, started_at);
CREATE INDEX running_games_of_a_guild ON game (guild) WHERE ended_at IS NULL;
CREATE TABLE entry (
  game TEXT NOT NULL REFERENCES game, seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'order', 'undo', 'abandon')),
  member INTEGER NOT NULL REFERENCES member, seat TEXT, body TEXT, throws TEXT,
  interaction TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TABLE owed (
  game TEXT NOT NULL, seq INTEGER NOT NULL, channel TEXT NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY (game, seq), FOREIGN KEY (game, seq) REFERENCES entry
) STRICT, WITHOUT ROWID;
CREATE TABLE seat (
  game TEXT NOT NULL REFERENCES game, seat TEXT NOT NULL, member INTEGER NOT NULL REFERENCES member,
  PRIMARY KEY (game, seat, member)
) STRICT, WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

INSERT INTO dataset VALUES ('4f2a', 'overland', '{"overland.json":{}}');
INSERT INTO member VALUES (1, '100', 'Ada'), (2, '200', 'Bo');
INSERT INTO game VALUES
  ('k3x9mnpqrs', 'front', 'army', 'overland', 'standard', '4f2a', 'aa', 'bb', 1, 1000, NULL, NULL),
  ('w7y2abcdef', 'front', 'army', 'overland', 'unbottled', '4f2a', 'cc', 'dd', 2, 500, 900, 'finished');
INSERT INTO entry VALUES
  ('k3x9mnpqrs', 0, 'start', 1, NULL, NULL, '[]', '9001', 1000),
  ('k3x9mnpqrs', 1, 'order', 2, 'us', '{"verb":"attack","leader":"grant"}',
   '[{"kind":"die","purpose":"Grant attacks Lee","sides":6,"face":5}]', '9002', 1001),
  ('k3x9mnpqrs', 2, 'undo', 1, NULL, '1', NULL, '9003', 1002),
  ('w7y2abcdef', 0, 'start', 2, NULL, NULL, '[]', '8001', 500),
  ('w7y2abcdef', 1, 'abandon', 2, NULL, NULL, NULL, '8002', 900);
INSERT INTO owed VALUES ('k3x9mnpqrs', 2, 'front', 1002);
INSERT INTO seat VALUES ('k3x9mnpqrs', 'us', 2);
INSERT INTO setting VALUES ('commands:1:everywhere', 'ff');
