import { type DatabaseTrouble, databaseTroubleOf } from './file/database-trouble.ts';
import { type FileIdentity, fileIdentityOf } from './file/file-identity.ts';
import { closeDatabase, vacuumIn } from './file/open-database.ts';
import { type Database, queriesIn } from './queries.ts';
import { ballotsIn, votesIn } from './tables/ballots.ts';
import { GONE_CHANNEL_KEY, gamesIn, goneChannelsIn, lessonChannelOf } from './tables/games.ts';
import { entriesIn } from './tables/log-entries.ts';
import { memberDataIn } from './tables/member-data.ts';
import { memberErasureIn, membersIn } from './tables/members.ts';
import { outboxIn } from './tables/outbox.ts';
import { reckoningsIn, serverLogIn } from './tables/server-log.ts';
import { liveBoardsIn, sideSettingsIn } from './tables/table-settings.ts';
import { alarmsIn, quietHoursIn, turnPingsIn } from './tables/turn-pings.ts';
import { LazyTransaction, transactionsOf } from './transactions.ts';

export type Store = ReturnType<typeof openStore>;

/**
 * All reading and writing of the database, over statements prepared once. Nothing here decides anything: rights, rules and what
 * belongs into one transaction are the host's.
 * @param tell gets a sentence about what was mended, for the person who runs the bot
 */
export function openStore(file: Database, tell: (sentence: string) => void = () => {}) {
  const open = new LazyTransaction(file);
  const database = open.statements();
  const { value, run } = queriesIn(database);
  const fileIdentity = fileIdentityOf(file, tell);
  const entries = entriesIn(database);
  const votes = votesIn(database);
  return {
    /**
     * Leaves a file alone that was overwritten by a copy or lost a part, for closing would write the old pages into it. The process must
     * then end by `process.exit`: if it runs out of work, SQLite closes what is open.
     */
    close(): void {
      if (!file.open) return;
      fileIdentity.save();
      if (fileIdentity.isForeign()) return;
      closeDatabase(file);
      fileIdentity.close();
    },
    tick(): void {
      fileIdentity.tick();
    },
    setting: value<[key: string], string | null>('SELECT value FROM setting WHERE key = ?'),
    set: run<[key: string, value: string]>(
      'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ),
    ...membersIn(database),
    ...gamesIn(database),
    ...goneChannelsIn(database),
    ...entries,
    ...ballotsIn(database),
    ...votes,
    ...transactionsOf(file, open, fileIdentity, { ...entries, ...votes }),
    ...censusIn(database, fileIdentity),
    ...alarmsIn(database),
    ...sideSettingsIn(database),
    ...turnPingsIn(database),
    ...quietHoursIn(database),
    ...liveBoardsIn(database),
    ...outboxIn(database),
    ...memberDataIn(database),
    ...memberErasureIn(database),
    ...reckoningsIn(database),
    ...serverLogIn(database),
    ...vacuumIn(file, fileIdentity),
  };
}

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

function censusIn(database: Database, fileIdentity: FileIdentity) {
  const { row, value, run } = queriesIn(database);
  const running = row<[guild: string | null], CensusCounts>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE guild = ?) AS here FROM game
     WHERE ended_at IS NULL AND channel NOT LIKE '${lessonChannelOf('%', '%')}' AND NOT EXISTS (SELECT 1 FROM setting WHERE key = ${GONE_CHANNEL_KEY('game.channel')})`,
  );
  const undelivered = row<[among: object], CensusCounts & { readonly oldest: number | null }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE guild = :here) AS here, min(since) AS oldest FROM outbox
     WHERE kind IN ('map', 'notice')
       AND (guild IS NULL OR :servers IS NULL OR guild IN (SELECT value FROM json_each(:servers)))`,
  );
  const bytes = value<[], number>('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()');
  const touch = run<[at: string]>(
    `INSERT INTO setting (key, value) VALUES ('health:written', ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  return {
    /**
     * @param guild the server that counts as here; null for none
     * @param servers the bot's servers: messages for others can't be delivered and are not counted; null counts all
     */
    census(guild: string | null, servers: readonly string[] | null = null): Census {
      const waiting = undelivered({ here: guild, servers: servers && JSON.stringify(servers) });
      const { oldest, ...counted } = waiting as NonNullable<typeof waiting>;
      return {
        running: running(guild) as CensusCounts,
        undelivered: counted,
        oldestUndelivered: oldest,
        bytes: bytes(),
      };
    },
    /** Writes a little to the disk, as a transaction would. Returns what prevents it, without waiting for other processes; null if it succeeds. */
    tryToWrite(now: number): DatabaseTrouble | null {
      const patience = database.pragma('busy_timeout', { simple: true });
      try {
        fileIdentity.expect();
        database.pragma('busy_timeout = 0');
        touch(String(now));
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
