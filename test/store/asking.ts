import type { Database } from '../../src/store/index.ts';

/** Whatever a statement is given. */
type Given = readonly unknown[];
type Statement = Record<'run' | 'get' | 'all', (...given: Given) => unknown> & { readonly readonly: boolean };

/** Queries of a database, counted. */
export interface Asked {
  /** How often each statement was run, by its SQL. */
  readonly runs: Readonly<Record<string, number>>;
  /** Rows that were read. */
  readonly rows: number;
  /** How often something was committed: those that wait for the disk, and those that do not. */
  readonly commits: { readonly heavy: number; readonly light: number };
}

/** Counts what is asked of a database by what is made over it from now on. */
export function counting(database: Database): { asked(work: () => void): Asked; readonly prepared: readonly string[] } {
  const prepared: string[] = [];
  let runs: Record<string, number> = {};
  let rows = 0;
  let commits = { heavy: 0, light: 0 };
  const committed = () => {
    if (database.inTransaction) return;
    commits[Number(database.pragma('synchronous', { simple: true })) > 1 ? 'heavy' : 'light'] += 1;
  };
  const noted = (sql: string, statement: Statement) => {
    const note =
      (how: (...given: Given) => unknown, count: (found: unknown) => number) =>
      (...given: Given) => {
        const within = database.inTransaction;
        const found = how.apply(statement, [...given]);
        runs[sql] = (runs[sql] ?? 0) + 1;
        rows += count(found);
        if (within ? !database.inTransaction : !statement.readonly) committed();
        return found;
      };
    statement.run = note(statement.run, () => 0);
    statement.get = note(statement.get, (found) => Number(found !== undefined));
    statement.all = note(statement.all, (found) => (found as unknown[]).length);
    return statement;
  };
  const { prepare, transaction } = database;
  database.prepare = ((sql: string) => {
    prepared.push(sql);
    return noted(sql, prepare.call(database, sql) as unknown as Statement);
  }) as unknown as typeof prepare;
  const followed = (work: (...given: Given) => unknown) =>
    function (this: unknown, ...given: Given) {
      const result = work.apply(this, [...given]);
      committed();
      return result;
    };
  database.transaction = ((work: Parameters<typeof transaction>[0]) => {
    const made = transaction.call(database, work);
    return Object.assign(followed(made), { immediate: followed(made.immediate) });
  }) as typeof transaction;
  return {
    prepared,
    asked(work) {
      [runs, rows, commits] = [{}, 0, { heavy: 0, light: 0 }];
      work();
      return { runs, rows, commits };
    },
  };
}

/** How SQLite would go about a statement, step by step: 'SEARCH entry USING PRIMARY KEY (game=?)'. */
export function planOf(database: Database, sql: string): readonly string[] {
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/:\w+|\?/g, '7')}`).all() as { detail: string }[];
  return plan.map(({ detail }) => detail);
}

/** A statement on one line. */
export function oneLine(sql: string): string {
  return sql.trim().replace(/\s+/g, ' ');
}
