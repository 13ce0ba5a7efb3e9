import type { Database } from '../sqlite.ts';

/** Of a channel that is gone, the key in `setting`, as SQL makes it. */
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
    /** It is there after all. @returns whether that is news */
    noteChannelThere(channel: string): boolean {
      // It looks first: a write waits for the disk, and every interaction asks this.
      return noted.get(channel) !== undefined && forget.run(channel).changes > 0;
    },
  };
}
