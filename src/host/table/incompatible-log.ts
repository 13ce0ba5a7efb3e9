import { type Reply, reply } from '../base/reply.ts';
import { WORDS } from '../base/wording.ts';
import { IncompatibleLog } from './replay-log.ts';

/** A log that its rules no longer accept is no bug: the member reads a sentence. Null for other errors. */
export function incompatibleReply(error: unknown): Reply | null {
  return error instanceof IncompatibleLog ? reply('member', WORDS.incompatible) : null;
}

export function orIncompatible<Result extends Reply | null>(work: () => Result): Result | Reply {
  try {
    return work();
  } catch (error) {
    const instead = incompatibleReply(error);
    if (instead) return instead;
    throw error;
  }
}

/** The result, or null if the rules no longer accept the log. */
export function ifCompatible<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof IncompatibleLog) return null;
    throw error;
  }
}
