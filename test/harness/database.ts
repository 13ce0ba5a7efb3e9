import { copyFileSync, existsSync, rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';

export interface EntryRow {
  readonly game: string;
  readonly seq: number;
  readonly kind: string;
  readonly member: number | null;
  readonly body: string | null;
  readonly throws: string | null;
  readonly ballot: number | null;
  readonly interaction: string | null;
  /** The cause of an order that no member and no ballot gave. */
  readonly cause: 'clock' | 'machine' | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface VoteRow {
  readonly ballot: number;
  readonly member: number;
  readonly choice: string | null;
  readonly reason: string | null;
  readonly interaction: string;
}

export interface BallotRow {
  readonly id: number;
  readonly game: string;
  readonly subject: 'order' | 'council';
  readonly how: 'decided' | 'void' | 'lost' | null;
  readonly decision: string | null;
  readonly message: string | null;
}

export interface GameRow {
  readonly id: string;
  readonly channel: string;
  readonly ended: 'finished' | 'abandoned' | null;
  readonly origin: string | null;
}

/** All that a database holds of what was done, in the order in which it was done. */
export interface Holdings {
  readonly games: readonly GameRow[];
  readonly entries: readonly EntryRow[];
  readonly votes: readonly VoteRow[];
  readonly ballots: readonly BallotRow[];
  /** Discord's ids of members by our numbers; null: their data was deleted. */
  readonly members: ReadonlyMap<number, string | null>;
  /** The interactions behind what ifs that wait for their thread, and behind members forgotten. */
  readonly openings: ReadonlySet<string>;
  readonly forgotten: ReadonlySet<string>;
}

/** A file with what was written ahead of it, as a crash leaves them. */
function copied(path: string, to: string): void {
  for (const end of ['', '-wal']) {
    rmSync(`${to}${end}`, { force: true });
    if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${to}${end}`);
  }
  rmSync(`${to}-shm`, { force: true });
}

/**
 * Reads a database that a dead process has left, on a copy: what it has to be mended by at its next start, that start is to mend.
 * @throws where the copy is not whole
 */
function examined<Result>(path: string, read: (database: BetterSqlite3.Database) => Result): Result {
  const copy = `${path}.copy`;
  copied(path, copy);
  const database = new BetterSqlite3(copy);
  try {
    const whole = database.pragma('integrity_check', { simple: true });
    if (whole !== 'ok') throw new Error(`integrity_check: ${whole}`);
    const lost = database.pragma('foreign_key_check') as unknown[];
    if (lost.length > 0) throw new Error(`foreign_key_check: ${JSON.stringify(lost)}`);
    return read(database);
  } finally {
    database.close();
  }
}

/** Reads the database of a process that has ended. */
export function heldIn(path: string): Holdings {
  return examined(path, holdings);
}

/** Reads the database of a process that still runs. */
export function heldBeside(path: string): Holdings {
  return reading(path, (database) => database.transaction(() => holdings(database))());
}

/** Reads a database beside whatever runs. */
export function reading<Result>(path: string, read: (database: BetterSqlite3.Database) => Result): Result {
  const database = new BetterSqlite3(path, { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const NOTHING: Holdings = {
  games: [],
  entries: [],
  votes: [],
  ballots: [],
  members: new Map(),
  openings: new Set(),
  forgotten: new Set(),
};

function holdings(database: BetterSqlite3.Database): Holdings {
  // It may have died before there was a schema.
  if (Number(database.pragma('user_version', { simple: true })) === 0) return NOTHING;
  const all = (sql: string) => database.prepare(sql).all() as never[];
  const ids = (sql: string) => new Set(database.prepare(sql).pluck().all() as string[]);
  return {
    games: all('SELECT id, channel, ended_how AS ended, origin FROM game ORDER BY started_at, id'),
    entries: all(
      `SELECT game, seq, kind, member, body, throws, ballot, interaction, cause, at FROM entry ORDER BY game, seq`,
    ),
    votes: all('SELECT ballot, member, choice, reason, interaction FROM vote ORDER BY id'),
    ballots: all('SELECT id, game, subject, closed_how AS how, decision, message FROM ballot ORDER BY id'),
    members: new Map(database.prepare('SELECT id, discord_id FROM member').raw().all() as [number, string | null][]),
    openings: ids("SELECT key FROM outbox WHERE kind = 'thread'"),
    forgotten: ids('SELECT interaction FROM erased_member'),
  };
}

/**
 * What channels have still to see or to hear, by what it is. Read beside the program.
 * @param until of maps, those that were due by then (milliseconds since 1970): a machine that plays by itself has always the next one due
 */
export function behind(path: string, until = Number.MAX_SAFE_INTEGER): Readonly<Record<string, number>> {
  return reading(path, (database) => {
    const counted = (sql: string) => database.prepare(sql).pluck().get() as number;
    return {
      maps: counted(`SELECT count(*) FROM outbox WHERE kind = 'map' AND since <= ${until}`),
      notices: counted("SELECT count(*) FROM outbox WHERE kind = 'notice'"),
      ballots: counted('SELECT count(*) FROM ballot WHERE message IS NOT NULL AND shown < revision'),
      unposted: counted('SELECT count(*) FROM ballot WHERE message IS NULL AND closed_at IS NULL'),
      left: counted("SELECT count(*) FROM outbox WHERE kind = 'edit'"),
      threads: counted("SELECT count(*) FROM outbox WHERE kind = 'thread'"),
      sweeps: counted("SELECT count(*) FROM setting WHERE key = 'traces'"),
    };
  });
}
