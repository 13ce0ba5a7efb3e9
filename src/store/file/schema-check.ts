import BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../queries.ts';
import { stepsBetween } from './migrations.ts';
import { RELEASED_MIGRATIONS } from './released-migrations.ts';

/**
 * The parts of a schema, by name: "index open_ballots", "column machine.style", "column entry.seq in its key". Nothing fails where a trigger
 * is missing.
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

/** By version. A schema is made once: a start compares with one or two of them. */
const made = new Map<number, readonly string[]>();

function partsOfVersion(version: number): readonly string[] {
  const known = made.get(version);
  if (known) return known;
  const database = new BetterSqlite3(':memory:');
  for (const step of stepsBetween(0, version)) database.exec(step);
  const parts = partsOf(database);
  database.close();
  made.set(version, parts);
  return parts;
}

/** Parts of its version's schema that a database lacks. Parts beyond that do no harm. */
export function lackingOf(database: Database, version: number): string[] {
  const found = new Set(partsOf(database));
  return partsOfVersion(version).filter((part) => !found.has(part));
}

/** The version whose step was edited after databases had been made by it. */
const EDITED = 7;

/** Standing marches of that version before they said what they come after: those of running games go on from here. */
const DATED_MARCHES = `
  INSERT INTO standing_march (game, seat, seq, plan)
    SELECT game, seat, (SELECT max(seq) FROM entry WHERE entry.game = undated.game), plan FROM undated;
  DROP TABLE undated;
`;

/** Statements that bring a database made by an earlier form of the edited step to the form that was released. */
export function mendsOf(database: Database, version: number): string[] {
  const lacking = new Set(version === EDITED ? lackingOf(database, version) : []);
  const undated = lacking.has('column standing_march.seq in its key') && !lacking.has('table standing_march');
  const blocks = (RELEASED_MIGRATIONS[0] ?? '').split(/\n\s*\n/).filter((block) => {
    const [, made, table, column] = /CREATE TABLE (\w+)|ALTER TABLE (\w+) ADD COLUMN (\w+)/.exec(block) ?? [];
    const part = made === undefined ? `column ${table}.${column}` : `table ${made}`;
    return lacking.has(part) || (undated && made === 'standing_march');
  });
  return undated ? ['ALTER TABLE standing_march RENAME TO undated', ...blocks, DATED_MARCHES] : blocks;
}
