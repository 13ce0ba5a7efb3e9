import BetterSqlite3 from 'better-sqlite3';
import type { Sent } from './post.ts';

const MAP = /-([a-z0-9]{10})-(\d+)\.png$/;

/**
 * Of interactions each of which was to bring an entry of a log and its map, so many were not acknowledged, or are in no log and were not refused, or have no
 * map of that game as it stood then or later. That nothing is there twice, the schema sees to.
 * @param path the database that the program has left
 */
export function lostOf(path: string, sent: readonly Sent[]): number {
  const database = new BetterSqlite3(path, { readonly: true });
  try {
    const find = database.prepare('SELECT game, seq FROM entry WHERE interaction = ?');
    return sent.filter(({ interaction, acknowledged, refused, file }) => {
      const entry = find.get(interaction) as { readonly game: string; readonly seq: number } | undefined;
      const [, game, seq] = MAP.exec(file ?? '') ?? [];
      if (refused && acknowledged !== null) return entry !== undefined;
      return acknowledged === null || !entry || game !== entry.game || Number(seq) < entry.seq;
    }).length;
  } finally {
    database.close();
  }
}
