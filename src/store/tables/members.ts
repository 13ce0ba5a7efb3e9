import type { MemberRecord } from '../records.ts';
import type { Database } from '../sqlite.ts';

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
  const recorded = database.prepare('SELECT recorded FROM member WHERE id = ?').pluck();
  const inRecord = database.prepare(
    `SELECT id, name FROM member WHERE id IN (SELECT value FROM json_each(?)) AND discord_id IS NOT NULL
       AND coalesce(recorded, EXISTS (SELECT 1 FROM vote WHERE vote.member = member.id))`,
  );
  const record = database.prepare('UPDATE member SET recorded = ? WHERE id = ?');
  const dmPings = database.prepare('SELECT dm_pings FROM member WHERE id = ?').pluck();
  const setDmPings = database.prepare('UPDATE member SET dm_pings = ? WHERE id = ?');
  return {
    /** The member with an id on Discord, if anything is kept of them. Makes and renames nobody. */
    knownMember(discordId: string): MemberRecord | null {
      return memberRecord(known.get(discordId));
    },
    /** Whether a member wants to stand in the record of a server; null: they have not said. */
    recorded(id: number): boolean | null {
      const said = recorded.get(id) as number | null | undefined;
      return said === null || said === undefined ? null : said === 1;
    },
    /**
     * Those of some members who are listed in the record of a server, by name: members who have voted unless they opt out, others only if
     * they opt in.
     */
    namesInRecord(ids: readonly number[]): ReadonlyMap<number, string> {
      const rows = inRecord.all(JSON.stringify(ids)) as { id: number; name: string }[];
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    record(id: number, shown: boolean): void {
      record.run(Number(shown), id);
    },
    /** Whether the bot pings a member in a DM. */
    dmPings(id: number): boolean {
      return dmPings.get(id) === 1;
    },
    setDmPings(id: number, byDm: boolean): void {
      setDmPings.run(Number(byDm), id);
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
