import { alarmsIn } from './alarms.ts';
import { ballotsIn } from './ballots.ts';
import { callsIn } from './calls.ts';
import { censusIn } from './census.ts';
import { closeDatabase } from './database.ts';
import { deedsOf } from './deeds.ts';
import { entriesIn } from './entries.ts';
import { forgettingIn } from './forgetting.ts';
import { gamesIn } from './games.ts';
import { goneIn } from './gone.ts';
import { membersIn } from './members.ts';
import { noticesIn } from './notices.ts';
import { openingsIn } from './openings.ts';
import { placeOf } from './place.ts';
import { possessionsIn } from './possessions.ts';
import { reckoningsIn } from './reckonings.ts';
import { sidesIn } from './sides.ts';
import type { Database } from './sqlite.ts';
import { tracesIn } from './traces.ts';
import { votesIn } from './votes.ts';

export type Store = ReturnType<typeof openStore>;

/**
 * All reading and writing of the database, over statements prepared once. Nothing here decides anything: rights, rules and what
 * belongs into one transaction are the host's.
 * @param tell is given a sentence where something was mended that whoever runs the bot should know
 */
export function openStore(database: Database, tell: (sentence: string) => void = () => {}) {
  const setting = database.prepare('SELECT value FROM setting WHERE key = ?').pluck();
  const set = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const place = placeOf(database, tell);
  const entries = entriesIn(database);
  const votes = votesIn(database);
  return {
    /**
     * Where a copy was written over the file meanwhile, or part of it was lost, it is left as it is: closing would write into the copy what
     * belongs to the file before it. The process must end then, by `process.exit`: where it runs out of work, SQLite closes what is open.
     */
    close(): void {
      if (!database.open) return;
      place.save();
      if (place.isForeign()) return;
      closeDatabase(database);
      place.close();
    },
    /** To be called every second: see `Place.tick`. */
    tick(): void {
      place.tick();
    },
    setting(key: string): string | null {
      return (setting.get(key) as string | undefined) ?? null;
    },
    set(key: string, value: string): void {
      set.run(key, value);
    },
    ...membersIn(database),
    ...gamesIn(database),
    ...goneIn(database),
    ...entries,
    ...ballotsIn(database),
    ...votes,
    ...deedsOf(database, place, { ...entries, ...votes }),
    ...censusIn(database, place),
    ...alarmsIn(database),
    ...sidesIn(database),
    ...callsIn(database),
    ...noticesIn(database),
    ...openingsIn(database),
    ...possessionsIn(database),
    ...forgettingIn(database),
    ...reckoningsIn(database),
    ...tracesIn(database, place),
  };
}
