import { type DatabaseTrouble, databaseTroubleOf } from '../file/database-trouble.ts';
import type { FileIdentity } from '../file/file-identity.ts';
import { lessonChannelOf } from '../placeholder-channels.ts';
import type { Database } from '../sqlite.ts';
import { GONE_CHANNEL_KEY } from './gone-channels.ts';

/** Counted over all servers, and in one of them. */
export interface CensusCounts {
  readonly all: number;
  readonly here: number;
}

export interface Census {
  /** Campaigns being played, without those whose channel is gone, and without lessons. */
  readonly running: CensusCounts;
  /** Maps and words not yet delivered; of a game's maps only the last. */
  readonly undelivered: CensusCounts;
  /** Since when the oldest waits, milliseconds since 1970; null if nothing waits. */
  readonly oldestUndelivered: number | null;
  readonly bytes: number;
}

/** The database in numbers, for the person who runs the bot. */
export function censusIn(database: Database, fileIdentity: FileIdentity) {
  const running = database.prepare(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE guild = ?) AS here FROM game
     WHERE ended_at IS NULL AND channel NOT LIKE '${lessonChannelOf('%', '%')}' AND NOT EXISTS (SELECT 1 FROM setting WHERE key = ${GONE_CHANNEL_KEY('game.channel')})`,
  );
  const undelivered = database.prepare(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE guild = :here) AS here, min(since) AS oldest FROM outbox
     WHERE kind IN ('map', 'notice')
       AND (guild IS NULL OR :servers IS NULL OR guild IN (SELECT value FROM json_each(:servers)))`,
  );
  const bytes = database.prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()').pluck();
  const touch = database.prepare(
    `INSERT INTO setting (key, value) VALUES ('health:written', ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  return {
    /**
     * @param guild the server that counts as here; null for none
     * @param servers the bot's servers: messages for others can't be delivered and are not counted; null counts all
     */
    census(guild: string | null, servers: readonly string[] | null = null): Census {
      const among = { here: guild, servers: servers && JSON.stringify(servers) };
      const { oldest, ...counted } = undelivered.get(among) as CensusCounts & { readonly oldest: number | null };
      return {
        running: running.get(guild) as CensusCounts,
        undelivered: counted,
        oldestUndelivered: oldest,
        bytes: bytes.get() as number,
      };
    },
    /** Writes a little to the disk, as a transaction would. Returns what prevents it, without waiting for other processes; null if it succeeds. */
    tryToWrite(now: number): DatabaseTrouble | null {
      const patience = database.pragma('busy_timeout', { simple: true });
      try {
        fileIdentity.expect();
        database.pragma('busy_timeout = 0');
        touch.run(String(now));
        return null;
      } catch (error) {
        const trouble = databaseTroubleOf(error);
        if (trouble === null) throw error;
        return trouble;
      } finally {
        database.pragma(`busy_timeout = ${patience}`);
      }
    },
  };
}
