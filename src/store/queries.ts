import type BetterSqlite3 from 'better-sqlite3';

export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;

export const SET_SETTING =
  'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value';

/**
 * Prepares SQL statements as functions. Such a function takes a parameter for each `?`, or one object with all named
 * parameters. TypeScript can't check the types of rows and values against the SQL: the caller states them.
 */
export function queriesIn(database: Database) {
  return {
    /** Selects all rows; `read` converts each. */
    rows<Given extends unknown[], Result>(sql: string, read?: (row: never) => Result) {
      const statement = database.prepare(sql);
      return (...given: Given): Result[] => {
        const found = statement.all(...given);
        return read ? found.map((row) => read(row as never)) : (found as Result[]);
      };
    },
    /** Selects the first row, converted by `read`; null if there is none. */
    row<Given extends unknown[], Result>(sql: string, read?: (row: never) => Result) {
      const statement = database.prepare(sql);
      return (...given: Given): Result | null => {
        const found = statement.get(...given);
        return found === undefined ? null : read ? read(found as never) : (found as Result);
      };
    },
    /** Selects one column of all rows. */
    values<Given extends unknown[], Value>(sql: string) {
      const statement = database.prepare(sql).pluck();
      return (...given: Given) => statement.all(...given) as Value[];
    },
    /** Selects one column of the first row. Without a row it is null, which `Value` must then include. */
    value<Given extends unknown[], Value>(sql: string) {
      const statement = database.prepare(sql).pluck();
      return (...given: Given) => (statement.get(...given) ?? null) as Value;
    },
    has<Given extends unknown[]>(sql: string) {
      const statement = database.prepare(sql);
      return (...given: Given) => statement.get(...given) !== undefined;
    },
    run<Given extends unknown[]>(sql: string) {
      const statement = database.prepare(sql);
      return (...given: Given): void => void statement.run(...given);
    },
    /** Writes, and returns whether any row has changed. */
    changes<Given extends unknown[]>(sql: string) {
      const statement = database.prepare(sql);
      return (...given: Given) => statement.run(...given).changes > 0;
    },
    /** Inserts a row, and returns its number. */
    add<Given extends unknown[]>(sql: string) {
      const statement = database.prepare(sql);
      return (...given: Given) => Number(statement.run(...given).lastInsertRowid);
    },
  };
}
