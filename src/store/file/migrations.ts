import { RELEASED_MIGRATIONS } from './released-migrations.ts';

/**
 * The schema, version by version: `MIGRATIONS[n]` takes a database from version n to n + 1. What has been released is never
 * edited; a change is a new step at the end.
 */
export const MIGRATIONS: readonly string[] = [...RELEASED_MIGRATIONS];
