import type { Database } from '../../src/store/index.ts';

type Statement = ReturnType<typeof prepared>;

const prepared = (database: Database, sql: string) => database.prepare<unknown[]>(sql);

/**
 * Prepares each statement when it is first run: the store has more than a hundred, and most tests run a few. That all of them can be
 * prepared is shown by the tests of the store and of the bot, which prepare them as the bot does.
 */
export function prepareLazily(database: Database): void {
  const { prepare } = database;
  database.prepare = ((sql: string) => {
    let plucks = false;
    let made: Statement | null = null;
    const statement = () => {
      if (made === null) {
        made = prepare.call(database, sql) as unknown as Statement;
        if (plucks) made.pluck();
      }
      return made;
    };
    return {
      run: (...given: unknown[]) => statement().run(...given),
      get: (...given: unknown[]) => statement().get(...given),
      all: (...given: unknown[]) => statement().all(...given),
      iterate: (...given: unknown[]) => statement().iterate(...given),
      readonly: /^\s*(SELECT|WITH)\b/i.test(sql),
      pluck() {
        plucks = true;
        return this;
      },
    };
  }) as unknown as typeof prepare;
}
