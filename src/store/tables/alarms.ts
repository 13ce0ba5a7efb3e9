import type { AlarmRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** Alarms in the database, so that a restart forgets none. */
export function alarmsIn(database: Database) {
  const set = database.prepare(
    'INSERT INTO alarm (game, what, at) VALUES (?, ?, ?) ON CONFLICT (game, what) DO UPDATE SET at = excluded.at',
  );
  const clear = database.prepare('DELETE FROM alarm WHERE game = ? AND what = ?');
  const one = database.prepare('SELECT at FROM alarm WHERE game = ? AND what = ?').pluck();
  const clearAll = database.prepare('DELETE FROM alarm WHERE game = ?');
  const due = database.prepare('SELECT game, what, at FROM alarm WHERE at <= ? ORDER BY at, game, what LIMIT ?');
  const next = database.prepare('SELECT min(at) FROM alarm').pluck();
  return {
    /** Sets an alarm, or moves it to another time. */
    setAlarm(game: string, what: string, at: number): void {
      set.run(game, what, at);
    },
    clearAlarm(game: string, what: string): void {
      clear.run(game, what);
    },
    /** The time of a game's alarm; null if it is not set. */
    alarm(game: string, what: string): number | null {
      return (one.get(game, what) as number | undefined) ?? null;
    },
    clearAlarms(game: string): void {
      clearAll.run(game);
    },
    /** The alarms up to a time, that one included, the earliest first; at most so many. They stay until they are cleared. */
    alarms(until: number, most = Number.MAX_SAFE_INTEGER): AlarmRecord[] {
      return due.all(until, most) as AlarmRecord[];
    },
    /** The time of the earliest alarm; null if there is none. */
    nextAlarm(): number | null {
      return next.get() as number | null;
    },
  };
}
