import { databaseTroubleOf } from './file/database-trouble.ts';
import type { FileIdentity } from './file/file-identity.ts';
import { lockTimeoutOf } from './file/process-lock.ts';
import type { Database, Statement } from './queries.ts';
import type { EntryBody } from './records.ts';
import type { NewVote } from './tables/ballots.ts';
import type { NewEntry } from './tables/log-entries.ts';

export type CommittedWrite =
  | { readonly kind: EntryBody['kind']; readonly game: string; readonly seq: number }
  | { readonly kind: 'vote'; readonly ballot: number };

/** Gets a transaction's writes and its duration in milliseconds, including the wait for the disk. */
export type CommitListener = (writes: readonly CommittedWrite[], ms: number) => void;

/** SQLite's `synchronous = NORMAL`: only checkpoints wait for the disk. */
const NORMAL = 1;

/**
 * Begins a transaction in SQLite only with its first write. So reading blocks no other process, and a refused request
 * takes no lock. Transactions are synchronous and no other process writes to the database, so nothing changes between
 * the reads and the first write.
 */
export class LazyTransaction {
  readonly #database: Database;
  readonly #beginStatement: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  /** Whether the present transaction has written anything or run a nested one; the last transaction if none is open. */
  hasWritten = false;
  /** Rows written so far, rolled-back ones too. Leaves out rows of triggers, and of statements that return rows. */
  rowsWritten = 0;
  /** Begins the transaction in SQLite; null if that is done, or no transaction is open. */
  #beginIfNeeded: (() => void) | null = null;
  /** The error of BEGIN. It makes the whole transaction fail, even if the caller catches it. */
  #failure: { readonly error: unknown } | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#beginStatement = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  get isOpen(): boolean {
    return this.#beginIfNeeded !== null || this.#database.inTransaction;
  }

  /** Runs `work` as a nested transaction of the open one: if it throws, only its own writes are rolled back. */
  runNested<Result>(work: () => Result): Result {
    this.#begin();
    return this.#database.transaction(work)();
  }

  /** If `work` throws, it is rolled back. Calls `beforeLock` just before it takes the write lock. */
  run<Result>(beforeLock: () => void, work: () => Result): Result {
    this.#beginIfNeeded = () => {
      beforeLock();
      this.#beginStatement.run();
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
      this.#beginIfNeeded = null;
      this.#failure = null;
    }
  }

  /** The database for the code of the tables: each statement that writes begins the transaction first. */
  statements(): Database {
    const database = this.#database;
    const beginning = <Given extends unknown[], Result>(work: (...given: Given) => Result) => {
      const begin = () => this.#begin();
      return function (this: unknown, ...given: Given): Result {
        begin();
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
      return Object.assign(statement, { run: beginning(counting), get: beginning(get), all: beginning(all) });
    };
    const transaction = (work: (...given: unknown[]) => unknown) => beginning(database.transaction(work));
    // Only the methods that tables use.
    return { prepare, transaction, pragma: database.pragma.bind(database) } as unknown as Database;
  }

  #begin(): void {
    if (this.#failure) throw this.#failure.error;
    try {
      this.#beginIfNeeded?.();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
    this.#beginIfNeeded = null;
  }
}

/** The writes that the commit listener hears of: log entries and votes. */
interface ReportedWrites {
  append(entry: NewEntry): void;
  cast(vote: NewVote): void;
}

/** The store's transactions: durable ones, whose entries and votes are reported after the commit, and relaxed ones. */
export function transactionsOf(
  database: Database,
  lazy: LazyTransaction,
  fileIdentity: FileIdentity,
  { append, cast }: ReportedWrites,
) {
  let writes: CommittedWrite[] = [];
  const lockTimeout = lockTimeoutOf(database);
  const run = <Result>(beforeLock: () => void, work: () => Result): Result => {
    try {
      const result = lazy.run(beforeLock, work);
      if (lazy.hasWritten) lockTimeout.lengthen();
      return result;
    } catch (error) {
      if (databaseTroubleOf(error) === 'locked') lockTimeout.shorten();
      throw error;
    }
  };
  let notify: CommitListener = () => {};
  const durable = Number(database.pragma('synchronous', { simple: true }));
  /** SQLite's present `synchronous` level; null if setting it failed. */
  let level: number | null = durable;
  const setSynchronous = (wanted: number) => {
    if (level === wanted) return;
    level = null;
    database.exec(`PRAGMA synchronous = ${wanted}`);
    level = wanted;
  };
  let isRelaxed = false;
  const expectDurable = () => {
    if (isRelaxed) throw new Error('A change in a game must be on the disk before anybody reads about it');
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
    /** Runs `work` as one transaction, which is on the disk when this returns. If `work` throws, it is rolled back. */
    transaction<Result>(work: () => Result): Result {
      if (lazy.isOpen) return lazy.runNested(work);
      writes = [];
      let begunAt = 0;
      const result = run(() => {
        begunAt = performance.now();
        fileIdentity.expectUnchanged();
        setSynchronous(durable);
      }, work);
      if (writes.length > 0) notify(writes, performance.now() - begunAt);
      return result;
    },
    inTransaction: () => lazy.isOpen,
    hasWritten: () => lazy.hasWritten,
    /**
     * Runs `work` as one transaction that does not wait for the disk (`synchronous = NORMAL`). A power cut can undo it;
     * a crash of the program can't, and the file stays whole either way. It is only for notes that a channel has
     * received something: if such a note is lost, the message is posted again and says that it is late. Throws if
     * `work` writes an entry or a vote.
     */
    relaxedTransaction<Result>(work: () => Result): Result {
      if (lazy.isOpen) return work();
      try {
        isRelaxed = true;
        return run(() => {
          fileIdentity.expectUnchanged();
          setSynchronous(Math.min(durable, NORMAL));
        }, work);
      } finally {
        isRelaxed = false;
        setSynchronous(durable);
      }
    },
    rowsWritten: () => lazy.rowsWritten,
    /** Calls `listener` after each transaction that wrote entries or votes. It must not throw. */
    onCommit(listener: CommitListener): void {
      notify = listener;
    },
  };
}
