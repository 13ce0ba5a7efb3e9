import type { QuietRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';
import { QUIET_AT } from './member-data.ts';

/** Members' quiet hours, which hold in every game. */
export function quietHoursIn(database: Database) {
  const sql = statements(database);
  return {
    /** `null` if the member has none. */
    quietOf(member: number): QuietRecord | null {
      return (sql.one.get(member) as QuietRecord | undefined) ?? null;
    },
    setQuiet(member: number, quiet: QuietRecord | null, at: number): void {
      sql.note.run(at, member);
      if (quiet === null) sql.remove.run(member);
      else sql.put.run({ member, ...quiet });
    },
  };
}

function statements(database: Database) {
  return {
    one: database.prepare('SELECT starts, ends, zone FROM quiet WHERE member = ?'),
    put: database.prepare(
      `INSERT INTO quiet (member, starts, ends, zone) VALUES (:member, :starts, :ends, :zone)
       ON CONFLICT (member) DO UPDATE SET starts = excluded.starts, ends = excluded.ends, zone = excluded.zone`,
    ),
    note: database.prepare(`UPDATE member SET ${QUIET_AT} = ? WHERE id = ?`),
    remove: database.prepare('DELETE FROM quiet WHERE member = ?'),
  };
}
