import type { ServerEntry, ServerEntryOf } from '../records.ts';
import type { Database } from '../sqlite.ts';

/** An entry about to be appended to a server's log. */
export type NewServerEntry = Omit<ServerEntry, 'id'> & { readonly interaction: string };

/**
 * The logs of servers: their seasons and problems, outside of games. Append-only, except that `due` goes when a thing has ended or another
 * takes its place.
 */
export function serverLogIn(database: Database) {
  const columns = 'id, guild, channel, kind, about, member, body, at, due';
  const add = database.prepare(
    `INSERT INTO server_entry (guild, channel, kind, about, member, body, interaction, at, due)
     VALUES (:guild, :channel, :kind, :about, :member, :body, :interaction, :at, :due)`,
  );
  const one = database.prepare(`SELECT ${columns} FROM server_entry WHERE id = ?`);
  const ofKind = database.prepare(
    `SELECT ${columns} FROM server_entry WHERE guild = ? AND kind = ? ORDER BY id DESC LIMIT ?`,
  );
  const answers = database.prepare(`SELECT ${columns} FROM server_entry WHERE about = ? ORDER BY id`);
  const due = database.prepare(`SELECT ${columns} FROM server_entry WHERE due <= ? ORDER BY due, id LIMIT 1`);
  const next = database.prepare('SELECT min(due) FROM server_entry WHERE due IS NOT NULL').pluck();
  const setDue = database.prepare('UPDATE server_entry SET due = ? WHERE id = ?');
  return {
    /** Gives the entry's number. */
    addServerEntry({ body, ...entry }: NewServerEntry): number {
      return Number(add.run({ ...entry, body: JSON.stringify(body) }).lastInsertRowid);
    },
    serverEntry(id: number): ServerEntry | null {
      return entryOf(one.get(id));
    },
    /** A server's entries of a kind, the last first; at most so many. */
    serverEntries<Kind extends ServerEntry['kind']>(guild: string, kind: Kind, most = -1): ServerEntryOf<Kind>[] {
      return ofKind.all(guild, kind, most).map((row) => entryOf(row) as ServerEntryOf<Kind>);
    },
    /** The answers to a problem, in their order. */
    answersTo(problem: number): ServerEntryOf<'answer'>[] {
      return answers.all(problem).map((row) => entryOf(row) as ServerEntryOf<'answer'>);
    },
    /** The season or problem that is the first to end up to a time. */
    dueServerEntry(until: number): ServerEntryOf<'season' | 'problem'> | null {
      return entryOf(due.get(until)) as ServerEntryOf<'season' | 'problem'> | null;
    },
    /** When the next one ends; null if none is open. */
    nextServerEnd(): number | null {
      return next.get() as number | null;
    },
    /** @param at null: it has ended */
    setServerEnd(id: number, at: number | null): void {
      setDue.run(at, id);
    },
  };
}

function entryOf(row: unknown): ServerEntry | null {
  if (row === undefined) return null;
  const { body, ...entry } = row as Omit<ServerEntry, 'body'> & { readonly body: string };
  return { ...entry, body: JSON.parse(body) } as ServerEntry;
}
