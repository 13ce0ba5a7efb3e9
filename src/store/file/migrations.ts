import { RELEASED_MIGRATIONS } from './released-migrations.ts';

/**
 * The schema, version by version: `MIGRATIONS[n]` takes a database from version n to n + 1. What has been released is never
 * edited; a change is a new step at the end.
 */
export const MIGRATIONS: readonly string[] = [
  ...RELEASED_MIGRATIONS,
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
];
