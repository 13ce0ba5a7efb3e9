import type { NewEntry } from './entries.ts';
import { patienceOf } from './patience.ts';
import type { Place } from './place.ts';
import type { EntryBody } from './records.ts';
import type { Database } from './sqlite.ts';
import { troubleOf } from './trouble.ts';
import type { NewVote } from './votes.ts';

/** What a transaction has put on the disk: an entry of a game's log, or a vote. */
export type Deed =
  | { readonly kind: EntryBody['kind']; readonly game: string; readonly seq: number }
  | { readonly kind: 'vote'; readonly ballot: number };

/** Is told what a transaction has written, and in how many milliseconds, the disk included. */
export type Heard = (deeds: readonly Deed[], ms: number) => void;

/** `synchronous`, as SQLite numbers it: the disk is waited for by checkpoints alone. */
const NORMAL = 1;

/** Where games and ballots are written to. */
interface Writing {
  append(entry: NewEntry): void;
  cast(vote: NewVote): void;
}

/** Tells of what transactions have written, once it is on the disk. */
export function deedsOf(database: Database, place: Place, { append, cast }: Writing) {
  let deeds: Deed[] = [];
  const patience = patienceOf(database);
  const waiting = <Result>(work: () => Result): Result => {
    try {
      const result = work();
      patience.had();
      return result;
    } catch (error) {
      if (troubleOf(error) === 'locked') patience.lost();
      throw error;
    }
  };
  let heard: Heard = () => {};
  const waits = Number(database.pragma('synchronous', { simple: true }));
  /** How the disk is waited for now; null: that could not be said to SQLite. */
  let level: number | null = waits;
  const waitLike = (wanted: number) => {
    if (level === wanted) return;
    level = null;
    database.exec(`PRAGMA synchronous = ${wanted}`);
    level = wanted;
  };
  /** Whether the present transaction is on the disk only with the next that waits for it. */
  let light = false;
  const expectHeavy = () => {
    if (light) throw new Error('What is done in a game is on the disk before it is told of');
  };
  return {
    append(entry: NewEntry): void {
      expectHeavy();
      append(entry);
      deeds.push({ kind: entry.body.kind, game: entry.game, seq: entry.seq });
    },
    cast(vote: NewVote): void {
      expectHeavy();
      cast(vote);
      deeds.push({ kind: 'vote', ballot: vote.ballot });
    },
    /** Runs `work` as one transaction that takes the write lock at its start. Throwing rolls back. */
    transaction<Result>(work: () => Result): Result {
      const within = database.inTransaction;
      if (!within) {
        deeds = [];
        place.expect();
        waitLike(waits);
      }
      const begun = performance.now();
      const result = within ? database.transaction(work)() : waiting(() => database.transaction(work).immediate());
      if (!within && deeds.length > 0) heard(deeds, performance.now() - begun);
      return result;
    },
    /**
     * Runs `work` as one transaction that does not wait for the disk (`synchronous = NORMAL`): the file stays whole, a crash of the program
     * takes nothing, and a power cut what came after the last transaction that did wait. Only for what says that a channel has something:
     * unknown, it comes once more, and says that it is late. Throws where an entry or a vote is written in it.
     */
    lightly<Result>(work: () => Result): Result {
      if (database.inTransaction) return work();
      place.expect();
      try {
        light = true;
        waitLike(Math.min(waits, NORMAL));
        return waiting(() => database.transaction(work).immediate());
      } finally {
        light = false;
        waitLike(waits);
      }
    },
    /** Calls `listener` after each transaction that has written any: it must not throw. */
    heed(listener: Heard): void {
      heard = listener;
    },
  };
}
