import type { Database } from './database.ts';
import type { MemberRecord } from './records.ts';

/** The members, by Discord's id and by our number. */
export function membersIn(database: Database) {
  const put = database
    .prepare(
      `INSERT INTO member (discord_id, name) VALUES (?, ?)
       ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name RETURNING id`,
    )
    .pluck();
  const byId = database.prepare('SELECT id, discord_id, name FROM member WHERE id = ?');
  return {
    /** The member's row, made or renamed as needed. */
    member(discordId: string, name: string): MemberRecord {
      const id = put.get(discordId, name) as number;
      return { id, discordId, name };
    },
    memberById(id: number): MemberRecord | null {
      const row = byId.get(id) as { id: number; discord_id: string | null; name: string } | undefined;
      return row ? { id, discordId: row.discord_id, name: row.name } : null;
    },
  };
}
