import { databaseTroubleOf } from './file/database-trouble.ts';
import type { FileIdentity } from './file/file-identity.ts';
import { lockTimeoutOf } from './file/process-lock.ts';
import type { Database, Statement } from './queries.ts';
import type { EntryBody } from './records.ts';
import type { NewVote } from './tables/ballots.ts';
import type { NewEntry } from './tables/log-entries.ts';

/** A committed log entry or vote. */
export type CommittedWrite =
  | { readonly kind: EntryBody['kind']; readonly game: string; readonly seq: number }
  | { readonly kind: 'vote'; readonly ballot: number };

/** Called with a transaction's writes, and its duration in milliseconds, the disk included. */
export type CommitListener = (writes: readonly CommittedWrite[], ms: number) => void;

/** SQLite's `synchronous = NORMAL`: only checkpoints wait for the disk. */
const NORMAL = 1;

interface Writing {
  append(entry: NewEntry): void;
  cast(vote: NewVote): void;
}

/**
 * One transaction at a time, which takes its write lock with the first write: reading holds nobody up, and a refused request takes no lock.
 * In between nothing else runs in this process, and no other writes to its database.
 */
export class LazyTransaction {
  readonly #database: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  /** Whether the last one has written anything. */
  hasWritten = false;
  /** Rows written by statements so far, rolled-back ones included, those of triggers not. */
  rowsWritten = 0;
  /** Called with the first write; null once a write has begun the transaction, or if none is open. */
  #atFirstWrite: (() => void) | null = null;
  /** The error that kept a write from beginning the transaction: nothing of it is written then, even if the error was caught. */
  #failure: { readonly error: unknown } | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  get isOpen(): boolean {
    return this.#atFirstWrite !== null || this.#database.inTransaction;
  }

  /** Runs `work`, a transaction within the one that is open. */
  within<Result>(work: () => Result): Result {
    this.#start();
    return this.#database.transaction(work)();
  }

  /** Throwing rolls back. `begun` is called before the write lock is taken. */
  run<Result>(begun: () => void, work: () => Result): Result {
    this.#atFirstWrite = () => {
      begun();
      this.#begin.run();
      this.hasWritten = true;
    };
    this.hasWritten = false;
    try {
      const result = work();
      if (this.#failure) throw (this.#failure as { readonly error: unknown }).error;
      if (this.#database.inTransaction) this.#commit.run();
      return result;
    } catch (error) {
      // SQLite rolls back by itself on a full disk.
      if (this.#database.inTransaction) this.#rollback.run();
      throw error;
    } finally {
      this.#atFirstWrite = null;
      this.#failure = null;
    }
  }

  /** The database with statements that begin the transaction where they write. */
  statements(): Database {
    const database = this.#database;
    const starting = <Given extends unknown[], Result>(work: (...given: Given) => Result) => {
      const start = () => this.#start();
      return function (this: unknown, ...given: Given): Result {
        start();
        return work.apply(this, given);
      };
    };
    const prepare = (sql: string) => {
      const statement = database.prepare(sql);
      if (statement.readonly) return statement;
      const { run, get, all } = statement;
      const counting = (...given: Parameters<typeof run>) => {
        const done = run.apply(statement, given);
        this.rowsWritten += done.changes;
        return done;
      };
      return Object.assign(statement, { run: starting(counting), get: starting(get), all: starting(all) });
    };
    const transaction = (work: (...given: unknown[]) => unknown) => starting(database.transaction(work));
    const [pragma, exec] = [database.pragma.bind(database), database.exec.bind(database)];
    // Only the methods that tables use.
    return { prepare, transaction, pragma, exec } as unknown as Database;
  }

  #start(): void {
    if (this.#failure) throw this.#failure.error;
    try {
      this.#atFirstWrite?.();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
    this.#atFirstWrite = null;
  }
}

/** Tells of what transactions have written, once it is on the disk. */
export function transactionsOf(
  database: Database,
  open: LazyTransaction,
  fileIdentity: FileIdentity,
  { append, cast }: Writing,
) {
  let writes: CommittedWrite[] = [];
  const lockTimeout = lockTimeoutOf(database);
  const withLockTimeout = <Result>(begun: () => void, work: () => Result): Result => {
    try {
      const result = open.run(begun, work);
      if (open.hasWritten) lockTimeout.had();
      return result;
    } catch (error) {
      if (databaseTroubleOf(error) === 'locked') lockTimeout.lost();
      throw error;
    }
  };
  let notify: CommitListener = () => {};
  const full = Number(database.pragma('synchronous', { simple: true }));
  /** SQLite's present `synchronous` level; null if setting it failed. */
  let level: number | null = full;
  const setSynchronous = (wanted: number) => {
    if (level === wanted) return;
    level = null;
    database.exec(`PRAGMA synchronous = ${wanted}`);
    level = wanted;
  };
  /** Whether the present transaction reaches the disk only with the next durable one. */
  let relaxed = false;
  const expectDurable = () => {
    if (relaxed) throw new Error('A change in a game must be on the disk before anybody reads about it');
  };
  return {
    append(entry: NewEntry): void {
      expectDurable();
      append(entry);
      writes.push({ kind: entry.body.kind, game: entry.game, seq: entry.seq });
    },
    cast(vote: NewVote): void {
      expectDurable();
      cast(vote);
      writes.push({ kind: 'vote', ballot: vote.ballot });
    },
    /** Runs `work` as one transaction, whose write lock is taken with its first write. Throwing rolls back. */
    transaction<Result>(work: () => Result): Result {
      if (open.isOpen) return open.within(work);
      writes = [];
      let begun = 0;
      const result = withLockTimeout(() => {
        begun = performance.now();
        fileIdentity.expect();
        setSynchronous(full);
      }, work);
      if (writes.length > 0) notify(writes, performance.now() - begun);
      return result;
    },
    inTransaction: () => open.isOpen,
    hasWritten: () => open.hasWritten,
    /**
     * Runs `work` as one transaction that does not wait for the disk (`synchronous = NORMAL`): the file stays whole, a crash of the program
     * takes nothing, and a power cut what came after the last transaction that did wait. Only for what says that a channel has something:
     * unknown, it comes once more, and says that it is late. Throws where an entry or a vote is written in it.
     */
    relaxedTransaction<Result>(work: () => Result): Result {
      if (open.isOpen) return work();
      try {
        relaxed = true;
        return withLockTimeout(() => {
          fileIdentity.expect();
          setSynchronous(Math.min(full, NORMAL));
        }, work);
      } finally {
        relaxed = false;
        setSynchronous(full);
      }
    },
    rowsWritten: () => open.rowsWritten,
    /** Calls `listener` after each transaction that has written any: it must not throw. */
    onCommit(listener: CommitListener): void {
      notify = listener;
    },
  };
}
