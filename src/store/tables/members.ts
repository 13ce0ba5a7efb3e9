import type { MemberRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';
import { MEMBER_SETTINGS, type MemberSetting, type MemberSettings } from './member-data.ts';

/** The members, by Discord's id and by our number. */
export function membersIn(database: Database) {
  const put = database
    .prepare(
      `INSERT INTO member (discord_id, name) VALUES (?, ?)
       ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name RETURNING id`,
    )
    .pluck();
  const byId = database.prepare('SELECT id, discord_id, name FROM member WHERE id = ?');
  const known = database.prepare('SELECT id, discord_id, name FROM member WHERE discord_id = ?');
  const inRecord = database.prepare(
    `SELECT id, name FROM member WHERE id IN (SELECT value FROM json_each(?)) AND discord_id IS NOT NULL
       AND coalesce(recorded, EXISTS (SELECT 1 FROM vote WHERE vote.member = member.id)
         OR EXISTS (SELECT 1 FROM server_entry WHERE server_entry.member = member.id AND kind = 'answer'))`,
  );
  const settings = Object.entries(MEMBER_SETTINGS).map(([name, { column }]) => ({
    name: name as MemberSetting,
    get: database.prepare(`SELECT ${column} FROM member WHERE id = ?`).pluck(),
    set: database.prepare(`UPDATE member SET ${column} = ?, ${column}_at = ? WHERE id = ?`),
  }));
  return {
    /** The member with an id on Discord, if anything is kept of them. Makes and renames nobody. */
    knownMember(discordId: string): MemberRecord | null {
      return memberRecord(known.get(discordId));
    },
    memberSettings(id: number): MemberSettings {
      const found = settings.map(({ name, get }) => [name, get.get(id) as number | null | undefined] as const);
      return Object.fromEntries(
        found.map(([name, value]) => [name, value === null || value === undefined ? null : value === 1]),
      ) as MemberSettings;
    },
    setMember(id: number, setting: MemberSetting, value: boolean, at: number): void {
      settings.find(({ name }) => name === setting)?.set.run(Number(value), at, id);
    },
    /**
     * Those of some members who are listed in the record of a server, by name: members who have voted or answered a problem unless they opt out, others only if
     * they opt in.
     */
    namesInRecord(ids: readonly number[]): ReadonlyMap<number, string> {
      const rows = inRecord.all(JSON.stringify(ids)) as { id: number; name: string }[];
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    /** The member's row, made or renamed as needed. */
    member(discordId: string, name: string): MemberRecord {
      // A row that is written as it was would be written to the disk again.
      const before = memberRecord(known.get(discordId));
      if (before?.name === name) return before;
      const id = put.get(discordId, name) as number;
      return { id, discordId, name };
    },
    memberById(id: number): MemberRecord | null {
      return memberRecord(byId.get(id));
    },
  };
}

function memberRecord(found: unknown): MemberRecord | null {
  if (found === undefined) return null;
  const { id, discord_id, name } = found as { id: number; discord_id: string | null; name: string };
  return { id, discordId: discord_id, name };
}
