import type BetterSqlite3 from 'better-sqlite3';

export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;

/**
 * Prepares statements as functions of their parameters: those for `?` in their order, or one object that has all named ones. Rows and values
 * are trusted to be as the statement selects them.
 */
export function queriesIn(database: Database) {
  return {
    /** All rows, each as `read` makes it. */
    rows<Given extends unknown[], Result>(sql: string, read?: (row: never) => Result) {
      const statement = database.prepare(sql);
      return (...given: Given): Result[] => {
        const found = statement.all(...given);
        return read ? found.map((row) => read(row as never)) : (found as Result[]);
      };
    },
    /** The first row, as `read` makes it; null if there is none. */
    row<Given extends unknown[], Result>(sql: string, read?: (row: never) => Result) {
      const statement = database.prepare(sql);
      return (...given: Given): Result | null => {
        const found = statement.get(...given);
        return found === undefined ? null : read ? read(found as never) : (found as Result);
      };
    },
    /** The one column of all rows. */
    values<Given extends unknown[], Value>(sql: string) {
      const statement = database.prepare(sql).pluck();
      return (...given: Given) => statement.all(...given) as Value[];
    },
    /** The one column of the first row; null, which must then be a `Value`, if there is no row. */
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
    /** Writes, and tells whether any row has changed. */
    changes<Given extends unknown[]>(sql: string) {
      const statement = database.prepare(sql);
      return (...given: Given) => statement.run(...given).changes > 0;
    },
    add<Given extends unknown[]>(sql: string) {
      const statement = database.prepare(sql);
      return (...given: Given) => Number(statement.run(...given).lastInsertRowid);
    },
  };
}
