import { RELEASED_MIGRATIONS } from './released-migrations.ts';

/**
 * The schema, version by version: `MIGRATIONS[n]` takes a database from version n to n + 1. What has been released is never
 * edited; a change is a new step at the end.
 */
export const MIGRATIONS: readonly string[] = [
  ...RELEASED_MIGRATIONS,
  `
  -- An order that was given by itself because its side had no other: 1. It belongs to the order before it.
  ALTER TABLE entry ADD COLUMN passed INTEGER CHECK (passed = 1);
  DROP TRIGGER entry_is_never_changed;
  CREATE TRIGGER entry_is_never_changed
    BEFORE UPDATE OF game, seq, kind, member, seat, body, throws, ballot, interaction, at, cause, together, passed ON entry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  `,
];
