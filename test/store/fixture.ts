import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach } from 'vitest';
import { type Council, DEFAULT_COUNCIL } from '../../src/council/index.ts';
import { OLDEST_SCHEMA, SCHEMA, stepsBetween } from '../../src/store/file/migrations.ts';
import type { DatabaseOptions } from '../../src/store/file/open-database.ts';
import {
  type Database,
  type EntryBody,
  type MessageRecord,
  type NewBallot,
  type NewGame,
  type NewVote,
  openDatabase,
  type Store,
  UnusableDatabase,
} from '../../src/store/index.ts';

/** A folder of this test's own, gone after it. What was opened in it is closed first. */
export function temporaryFolder(): {
  path(file: string): string;
  closing<Opened extends Database | Store>(it: Opened): Opened;
} {
  let folder: string | null = null;
  const opened: (Database | Store)[] = [];
  afterEach(() => {
    for (const it of opened.splice(0)) it.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
    folder = null;
  });
  return {
    path(file) {
      folder ??= mkdtempSync(join(tmpdir(), 'council-store-'));
      return join(folder, file);
    },
    closing(it) {
      opened.push(it);
      return it;
    },
  };
}

/** A database file made by hand: `sql` in it, and nothing else. */
export function writeDatabase(file: string, sql: string): string {
  const database = new BetterSqlite3(file);
  database.exec(sql);
  database.close();
  return file;
}

/** Every released schema, the oldest first, and the present one. */
export const VERSIONS = Array.from({ length: SCHEMA - OLDEST_SCHEMA + 1 }, (_, index) => OLDEST_SCHEMA + index);

/** Rows that a version could write and the one before it could not. */
const WROTE: Readonly<Record<number, string>> = {
  8: `
    INSERT INTO setting VALUES ('record:army', '{"round":1}');
    UPDATE quiet SET zone = 'Europe/Berlin' WHERE member = 2;
    UPDATE game SET counted = 1 WHERE id = 'w7y2abcdef';`,
  9: `
    INSERT INTO entry (game, seq, kind, seat, body, throws, at, passed)
      VALUES ('t2s4sidesab', 3, 'order', 'union', '{"verb":"done"}', '[]', 1801032, 1);`,
  10: `
    INSERT INTO state VALUES ('q5z8rstuvw', 0, '1.3.0 4f2a',
      '{"turn":0,"latest":[],"state":{"version":1},"moment":null,"takenBack":{"rolls":0,"shuffles":0,"reveals":0},"lastSeen":0,"chain":""}');`,
  12: `
    UPDATE member SET recorded_at = 1004 WHERE id = 1;
    UPDATE member SET dm_pings_at = 1005, quiet_at = 1006 WHERE id = 2;
    INSERT INTO server_entry VALUES
      (1, 'army', 'front', 'season', NULL, 1, '{"from":1801030,"until":2800000}', '9101', 1801030, 2800000),
      (2, 'army', 'front', 'problem', NULL, 2, '{"until":1802000,"game":"k3x9mnpqrs","entry":1,"orders":[{"label":"Grant attacks","worth":0.25},{"label":"Sigel attacks","worth":0.125}],"given":1}', '9102', 1801031, NULL),
      (3, 'army', 'front', 'answer', 2, 2, '{"order":0}', '9103', 1801032, NULL);`,
};

/**
 * A database of an earlier version: what version 7 wrote, brought up by the released steps, with what the versions since could write.
 * @param more SQL that is run in it at the end
 */
export function writeVersion(file: string, version: number, more = ''): string {
  const written = [readFileSync(new URL(`version-${OLDEST_SCHEMA}.sql`, import.meta.url), 'utf8')];
  for (const next of VERSIONS.filter((one) => one > OLDEST_SCHEMA && one <= version))
    written.push(
      'PRAGMA foreign_keys = OFF;',
      ...stepsBetween(next - 1, next),
      'PRAGMA foreign_keys = ON;',
      WROTE[next] ?? '',
    );
  return writeDatabase(file, `${written.join('\n')}PRAGMA user_version = ${version};${more}`);
}

/** Why a file is not opened. */
export function refusal(file: string, options: DatabaseOptions = {}): string {
  try {
    openDatabase(file, options).close();
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.message;
    throw error;
  }
  throw new Error(`${file} was opened`);
}

/** A table of Ada's in a channel, as it begins: member, dataset, game and the log's first entry. */
export function openGame(store: Store, id: string, changes: Partial<NewGame> = {}): NewGame {
  const starter = store.member('100', 'Ada').id;
  const game: NewGame = {
    id,
    channel: 'front',
    guild: 'army',
    system: 'overland',
    variant: 'standard',
    dataset: 'hash',
    seal: 'seal',
    secret: 'secret',
    starter,
    startedAt: 1000,
    whatIf: null,
    ...changes,
  };
  store.keepDataset({ hash: game.dataset, system: game.system, files: '{}' });
  store.addGame(game);
  append(store, id, 0, { kind: 'start', throws: [] });
  return game;
}

/** Appends an entry of Ada's, caused by an interaction of its own. */
export function append(store: Store, game: string, seq: number, body: EntryBody, interaction = `${game}/${seq}`): void {
  store.append({ game, seq, member: store.member('100', 'Ada').id, interaction, at: 1000 + seq, body });
}

/** An order of the log's, with no reason and by no ballot. */
export const ATTACK: EntryBody = {
  kind: 'order',
  seat: 'us',
  order: { verb: 'attack', leader: 'grant' },
  throws: [],
  reason: null,
  ballot: null,
};

/** A council with something in every place. */
export const COUNCIL: Council = {
  mode: 'vote',
  commanders: [2, 1],
  rotate: { after: 'silence', hours: 12 },
  ballot: {
    ...DEFAULT_COUNCIL.ballot,
    window: 3_600_000,
    early: 5,
    tie: 'die',
    short: 'wait',
    voters: { role: '77', memberDays: 7, accountDays: 30 },
    sealed: true,
    reminder: { role: '78' },
  },
  odds: 'always',
};

/** The messages of ballots that are to be edited. */
export function toEdit(store: Store): MessageRecord[] {
  return store.dueMessages().flatMap(({ what, channel, id }) => (what === 'edit' ? [{ channel, id }] : []));
}

/** Those of them that a ballot has left. */
export function left(store: Store): MessageRecord[] {
  return toEdit(store).filter((message) => store.ballotsToDrop(message).length > 0);
}

/** Opens a ballot on the next order of `us`, and gives its number. */
export function openBallot(store: Store, game: string, changes: Partial<NewBallot> = {}): number {
  return store.addBallot({
    game,
    seat: 'us',
    seq: store.lastSeq(game),
    subject: { kind: 'order' },
    rules: DEFAULT_COUNCIL.ballot,
    opener: null,
    casting: null,
    openedAt: 2000,
    closes: 3000,
    ...changes,
  });
}

/** A press of Ada's for an attack, by an interaction of its own. */
export function press(store: Store, ballot: number, interaction: string, changes: Partial<NewVote> = {}): void {
  const member = store.member('100', 'Ada').id;
  store.cast({ ballot, member, choice: '{"verb":"attack"}', reason: null, interaction, at: 2100, ...changes });
}
