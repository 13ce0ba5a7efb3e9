import { type DatabaseTrouble, databaseTroubleOf } from './file/database-trouble.ts';
import { type FileIdentity, fileIdentityOf } from './file/file-identity.ts';
import { closeDatabase, vacuumIn } from './file/open-database.ts';
import { type Database, queriesIn, SET_SETTING } from './queries.ts';
import { ballotsIn, votesIn } from './tables/ballots.ts';
import { GONE_CHANNEL_KEY, gamesIn, goneChannelsIn, lessonChannelOf } from './tables/games.ts';
import { entriesIn } from './tables/log-entries.ts';
import { memberDataIn } from './tables/member-data.ts';
import { memberErasureIn, membersIn } from './tables/member-rows.ts';
import { outboxIn } from './tables/outbox.ts';
import { gameResultsIn, serverLogIn } from './tables/server-log.ts';
import { liveBoardsIn, sideSettingsIn } from './tables/side-settings.ts';
import { alarmsIn, quietHoursIn, turnPingsIn } from './tables/turn-pings.ts';
import { LazyTransaction, transactionsOf } from './transactions.ts';

export type Store = ReturnType<typeof openStore>;

/**
 * All reading and writing of the database, over statements prepared once. The store decides nothing: the host checks
 * rights and rules, and says what belongs in one transaction.
 * @param tell gets a sentence for the operator after the store has repaired a file
 */
export function openStore(file: Database, tell: (sentence: string) => void = () => {}) {
  const lazyTransaction = new LazyTransaction(file);
  const database = lazyTransaction.statements();
  const { value, run } = queriesIn(database);
  const fileIdentity = fileIdentityOf(file, tell);
  const entries = entriesIn(database);
  const votes = votesIn(database);
  return {
    /**
     * Closes the database, except if closing would write old pages over a file that was replaced or damaged meanwhile.
     * In that case the process must end by `process.exit`: SQLite closes open files when a process runs out of work.
     */
    close(): void {
      if (!file.open) return;
      fileIdentity.repairIfPossible();
      if (fileIdentity.mustStayOpen()) return;
      closeDatabase(file);
      fileIdentity.close();
    },
    /** Called every second. */
    tick: fileIdentity.tick,
    setting: value<[key: string], string | null>('SELECT value FROM setting WHERE key = ?'),
    set: run<[key: string, value: string]>(SET_SETTING),
    ...membersIn(database),
    ...gamesIn(database),
    ...goneChannelsIn(database),
    ...entries,
    ...ballotsIn(database),
    ...votes,
    // Replaces `append` and `cast` by functions that note the writes for the commit listener.
    ...transactionsOf(file, lazyTransaction, fileIdentity, { ...entries, ...votes }),
    ...censusIn(database, fileIdentity),
    ...alarmsIn(database),
    ...sideSettingsIn(database),
    ...turnPingsIn(database),
    ...quietHoursIn(database),
    ...liveBoardsIn(database),
    ...outboxIn(database),
    ...memberDataIn(database),
    ...memberErasureIn(database),
    ...gameResultsIn(database),
    ...serverLogIn(database),
    ...vacuumIn(file, fileIdentity),
  };
}

interface CensusCounts {
  /** In all servers together. */
  readonly all: number;
  /** In the server that asks. */
  readonly here: number;
}

export interface Census {
  /** Running campaigns, without lessons and without those whose channel was deleted. */
  readonly running: CensusCounts;
  /** Maps and notices not yet delivered. A game's undelivered maps count as one. */
  readonly undelivered: CensusCounts;
  /** Time since which the oldest one waits, milliseconds since 1970; null if nothing waits. */
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
  const set = run<[key: string, value: string]>(SET_SETTING);
  return {
    /**
     * @param guild the server that asks; null for none
     * @param servers the bot's servers. Messages for others can't be delivered, so they don't count; null counts all
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
    /** Writes one row to the disk without waiting for other processes. Returns the reason if that fails. */
    tryToWrite(now: number): DatabaseTrouble | null {
      const usualTimeout = database.pragma('busy_timeout', { simple: true });
      try {
        fileIdentity.expectUnchanged();
        database.pragma('busy_timeout = 0');
        set('health:written', String(now));
        return null;
      } catch (error) {
        const trouble = databaseTroubleOf(error);
        if (trouble === null) throw error;
        return trouble;
      } finally {
        database.pragma(`busy_timeout = ${usualTimeout}`);
      }
    },
  };
}
