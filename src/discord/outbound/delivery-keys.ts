import { type BallotCard, type DueMessage, isBoard, type LogPoint, type Reply } from '../../host/index.ts';

const LONGEST_NONCE = 25;

/**
 * Makes a nonce from the news in a message: the map of a new point, ballots at their revision, or undelivered words; null if nothing in it
 * could be delivered twice. A message that only shows a point again must not be taken for the one that announced it.
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

/** Messages for one place wait for each other; so do all threads of a server. */
export function placeOf({ what, channel }: DueMessage): string {
  if (what === 'edit') return `edits ${channel}`;
  return what === 'thread' || what === 'post' ? 'threads' : channel;
}

/** The key of an undelivered message among all that wait for delivery. */
export function keyOf(due: Pick<DueMessage, 'what' | 'id'>): string {
  return isBoard(due) ? due.id : `${due.what} ${due.id}`;
}

/** Keys under which a reply is delivered only once at a time: its game's map, each ballot and each notice. */
export function keysOf({ drawing, cards, notices }: Reply): string[] {
  const games = drawing ? [drawing.point.game] : [];
  return [...games, ...cards.map(ballotKey), ...notices.map(noticeKey)];
}

/** A ballot has two messages if its side has a channel of its own. */
export function ballotKey({
  ballot,
  forSide = false,
}: Pick<BallotCard, 'ballot'> & { readonly forSide?: boolean }): string {
  return forSide ? `side ballot ${ballot}` : `ballot ${ballot}`;
}

export function noticeKey(notice: number): string {
  return `notice ${notice}`;
}

export function entryKey(game: string, seq: number): string {
  return `entry ${game} ${seq}`;
}
