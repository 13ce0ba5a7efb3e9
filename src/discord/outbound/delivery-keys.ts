import type { BallotCard, DueMessage, LogPoint, Reply } from '../../host/index.ts';

/** Discord's limit. */
const LONGEST_NONCE = 25;

/**
 * By what it brings: the map that a point is owed, ballots as they stand, or words that are owed; null: it brings nothing that could come
 * twice. What only shows a point that has been told of already must not be taken for what told of it.
 */
export function nonceOf({ cards, tells, notices: [notice] }: Reply, point: LogPoint | null): string | null {
  if (point && tells.length > 0) return `${point.game}-${point.seq}`;
  if (cards.length > 0) {
    const once = cards.map(({ ballot, revision }) => `${ballot}-${revision}`).join('-');
    return `${cards.some(({ forSide }) => forSide) ? 'side' : 'ballot'}-${once}`.slice(0, LONGEST_NONCE);
  }
  return notice === undefined ? null : `notice-${notice}`;
}

/** One for each server, and one for each DM. */
export function queueOf({ guild, channel }: DueMessage): string {
  return guild ?? channel;
}

/** What something owed is known by among all that is to be brought to channels. */
export function keyOf(due: DueMessage): string {
  switch (due.what) {
    case 'map':
      return due.game;
    case 'ballot':
      return ballotKey(due);
    case 'notice':
      return noticeKey(due.notice);
    default:
      return due satisfies never;
  }
}

/** All that may have been put off on its account. */
export function keysOfDue(due: DueMessage): string[] {
  return due.what === 'ballot' ? [keyOf(due), due.game] : [keyOf(due)];
}

/** What must not be brought twice at once: a game's map, each ballot, and words. */
export function keysOf({ drawing, cards, notices }: Reply): string[] {
  const games = drawing ? [drawing.point.game] : [];
  return [...games, ...cards.map(ballotKey), ...notices.map(noticeKey)];
}

/** A ballot has two messages where its side has a channel for them. */
export function ballotKey({
  ballot,
  forSide = false,
}: Pick<BallotCard, 'ballot'> & { readonly forSide?: boolean }): string {
  return forSide ? `ballot ${ballot} for its side` : `ballot ${ballot}`;
}

export function noticeKey(notice: number): string {
  return `notice ${notice}`;
}

/** An entry of a game's log. */
export function entryKey(game: string, seq: number): string {
  return `entry ${game} ${seq}`;
}
