import { databaseTroubleOf } from './file/database-trouble.ts';
import type { FileIdentity } from './file/file-identity.ts';
import { lockTimeoutOf } from './file/lock-timeout.ts';
import type { EntryBody } from './records.ts';
import type { Database } from './sqlite.ts';
import type { NewEntry } from './tables/log-entries.ts';
import type { NewVote } from './tables/votes.ts';

/** What a transaction has put on the disk: an entry of a game's log, or a vote. */
export type CommittedWrite =
  | { readonly kind: EntryBody['kind']; readonly game: string; readonly seq: number }
  | { readonly kind: 'vote'; readonly ballot: number };

/** Is told what a transaction has written, and in how many milliseconds, the disk included. */
export type CommitListener = (writes: readonly CommittedWrite[], ms: number) => void;

/** `synchronous`, as SQLite numbers it: the disk is waited for by checkpoints alone. */
const NORMAL = 1;

/** Where games and ballots are written to. */
interface Writing {
  append(entry: NewEntry): void;
  cast(vote: NewVote): void;
}

/** Tells of what transactions have written, once it is on the disk. */
export function transactionsOf(database: Database, fileIdentity: FileIdentity, { append, cast }: Writing) {
  let writes: CommittedWrite[] = [];
  const lockTimeout = lockTimeoutOf(database);
  const rowsWritten = database.prepare('SELECT total_changes()').pluck();
  const withLockTimeout = <Result>(work: () => Result): Result => {
    try {
      const result = work();
      lockTimeout.had();
      return result;
    } catch (error) {
      if (databaseTroubleOf(error) === 'locked') lockTimeout.lost();
      throw error;
    }
  };
  let notify: CommitListener = () => {};
  const full = Number(database.pragma('synchronous', { simple: true }));
  /** How the disk is waited for now; null: that could not be said to SQLite. */
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
    /** Runs `work` as one transaction that takes the write lock at its start. Throwing rolls back. */
    transaction<Result>(work: () => Result): Result {
      const within = database.inTransaction;
      if (!within) {
        writes = [];
        fileIdentity.expect();
        setSynchronous(full);
      }
      const begun = performance.now();
      const result = within
        ? database.transaction(work)()
        : withLockTimeout(() => database.transaction(work).immediate());
      if (!within && writes.length > 0) notify(writes, performance.now() - begun);
      return result;
    },
    /**
     * Runs `work` as one transaction that does not wait for the disk (`synchronous = NORMAL`): the file stays whole, a crash of the program
     * takes nothing, and a power cut what came after the last transaction that did wait. Only for what says that a channel has something:
     * unknown, it comes once more, and says that it is late. Throws where an entry or a vote is written in it.
     */
    relaxedTransaction<Result>(work: () => Result): Result {
      if (database.inTransaction) return work();
      fileIdentity.expect();
      try {
        relaxed = true;
        setSynchronous(Math.min(full, NORMAL));
        return withLockTimeout(() => database.transaction(work).immediate());
      } finally {
        relaxed = false;
        setSynchronous(full);
      }
    },
    /** How many rows have been written so far; what was rolled back counts. No file is read for it. */
    rowsWritten(): number {
      return database.open ? (rowsWritten.get() as number) : 0;
    },
    /** Calls `listener` after each transaction that has written any: it must not throw. */
    onCommit(listener: CommitListener): void {
      notify = listener;
    },
  };
}
