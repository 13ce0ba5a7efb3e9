import type { Database } from '../sqlite.ts';

/** SQL for the key in `setting` of a channel that is gone. */
export const GONE_CHANNEL_KEY = (channel: string) => `'gone:' || ${channel}`;

/** Channels that were deleted on Discord. Their games are kept but no longer count as running. */
export function goneChannelsIn(database: Database) {
  const note = database.prepare(
    `INSERT INTO setting (key, value) VALUES (${GONE_CHANNEL_KEY('?')}, ?) ON CONFLICT DO NOTHING`,
  );
  const noted = database.prepare(`SELECT 1 FROM setting WHERE key = ${GONE_CHANNEL_KEY('?')}`);
  const forget = database.prepare(`DELETE FROM setting WHERE key = ${GONE_CHANNEL_KEY('?')}`);
  return {
    /** @returns whether that is news */
    noteChannelGone(channel: string, at: number): boolean {
      return note.run(channel, String(at)).changes > 0;
    },
    /** Notes that a channel exists after all. @returns whether that is news */
    noteChannelThere(channel: string): boolean {
      // Reads first: a write waits for the disk, and every interaction asks this.
      return noted.get(channel) !== undefined && forget.run(channel).changes > 0;
    },
  };
}
