import { fileIdentityOf } from './file/file-identity.ts';
import { closeDatabase } from './file/open-database.ts';
import { vacuumIn } from './file/vacuum.ts';
import type { Database } from './sqlite.ts';
import { alarmsIn } from './tables/alarms.ts';
import { ballotsIn } from './tables/ballots.ts';
import { censusIn } from './tables/census.ts';
import { reckoningsIn } from './tables/game-results.ts';
import { gamesIn } from './tables/games.ts';
import { goneChannelsIn } from './tables/gone-channels.ts';
import { liveBoardsIn } from './tables/live-boards.ts';
import { entriesIn } from './tables/log-entries.ts';
import { memberDataIn } from './tables/member-data.ts';
import { memberErasureIn } from './tables/member-erasure.ts';
import { membersIn } from './tables/members.ts';
import { outboxIn } from './tables/outbox.ts';
import { quietHoursIn } from './tables/quiet-hours.ts';
import { serverLogIn } from './tables/server-log.ts';
import { sideSettingsIn } from './tables/side-settings.ts';
import { storedStatesIn } from './tables/stored-states.ts';
import { turnPingsIn } from './tables/turn-pings.ts';
import { votesIn } from './tables/votes.ts';
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
  const setting = database.prepare('SELECT value FROM setting WHERE key = ?').pluck();
  const set = database.prepare(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
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
    /** To be called every second: see `FileIdentity.tick`. */
    tick(): void {
      fileIdentity.tick();
    },
    setting(key: string): string | null {
      return (setting.get(key) as string | undefined) ?? null;
    },
    set(key: string, value: string): void {
      set.run(key, value);
    },
    ...membersIn(database),
    ...gamesIn(database),
    ...goneChannelsIn(database),
    ...entries,
    ...storedStatesIn(database),
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
