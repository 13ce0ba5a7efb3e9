import { RELEASED_MIGRATIONS } from './released-migrations.ts';

/**
 * The schema, version by version: `MIGRATIONS[n]` takes a database from version n to n + 1. What has been released is never
 * edited; a change is a new step at the end.
 */
export const MIGRATIONS: readonly string[] = [
  ...RELEASED_MIGRATIONS,
  `
  -- Where a game stood after an entry of its log, for every twenty-fifth or so. The log is the truth: a row only saves playing it from its start.
  CREATE TABLE state (
    game  TEXT NOT NULL REFERENCES game,
    seq   INTEGER NOT NULL,
    rules TEXT NOT NULL,                -- the program's version and the data's hash; by others the row is not used
    body  TEXT NOT NULL,                -- JSON, without names of members or anything they wrote
    PRIMARY KEY (game, seq)
  ) STRICT;
  `,
];
