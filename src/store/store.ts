import { alarmsIn } from './alarms.ts';
import { ballotsIn } from './ballots.ts';
import type { Database } from './database.ts';
import { entriesIn } from './entries.ts';
import { forgettingIn } from './forgetting.ts';
import { gamesIn } from './games.ts';
import { membersIn } from './members.ts';
import { openingsIn } from './openings.ts';
import { possessionsIn } from './possessions.ts';
import { reckoningsIn } from './reckonings.ts';
import { tracesIn } from './traces.ts';
import { votesIn } from './votes.ts';

export type Store = ReturnType<typeof openStore>;

/**
 * All reading and writing of the database, over statements prepared once. Nothing here decides anything: rights, rules and what
 * belongs into one transaction are the host's.
 */
export function openStore(database: Database) {
  const setting = database.prepare('SELECT value FROM setting WHERE key = ?').pluck();
  const set = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    /** Runs `work` as one transaction that takes the write lock at its start. Throwing rolls back. */
    transaction<Result>(work: () => Result): Result {
      return database.transaction(work).immediate();
    },
    close(): void {
      database.close();
    },
    setting(key: string): string | null {
      return (setting.get(key) as string | undefined) ?? null;
    },
    set(key: string, value: string): void {
      set.run(key, value);
    },
    ...membersIn(database),
    ...gamesIn(database),
    ...entriesIn(database),
    ...ballotsIn(database),
    ...votesIn(database),
    ...alarmsIn(database),
    ...openingsIn(database),
    ...possessionsIn(database),
    ...forgettingIn(database),
    ...reckoningsIn(database),
    ...tracesIn(database),
  };
}
