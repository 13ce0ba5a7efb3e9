import { type Reply, reply } from '../base/reply.ts';
import { WORDS } from '../base/wording.ts';
import { IncompatibleLog } from './replay-log.ts';

/** A log that its rules no longer fit is no bug: the member gets a sentence. Null: the error is another. */
export function incompatibleReply(error: unknown): Reply | null {
  return error instanceof IncompatibleLog ? reply('member', WORDS.incompatible) : null;
}

/** What is done for nobody who asked, where a log may not fit its rules. */
export function orIncompatible<Result extends Reply | null>(work: () => Result): Result | Reply {
  try {
    return work();
  } catch (error) {
    const instead = incompatibleReply(error);
    if (instead) return instead;
    throw error;
  }
}

/** What comes of a game's log; null where the rules do not take it any more. */
export function ifCompatible<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof IncompatibleLog) return null;
    throw error;
  }
}
