import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  type BallotCard,
  type DueMessage,
  type HostPart,
  isBoard,
  type LogPoint,
  type Reply,
} from '../../host/index.ts';
import { withTimeout } from '../../with-timeout.ts';
import { hasNews } from './pictures-in-flight.ts';

const LONGEST_NONCE = 25;

/**
 * A nonce made from a message's news: the map of a point, ballots at a revision, or a notice. Null for a message
 * without news, which is sent only once.
 */
export function nonceOf({ cards, tells, notices: [notice] }: Reply, point: LogPoint | null): string | null {
  if (point && tells.length > 0) return `${point.game}-${point.seq}`;
  if (cards.length > 0) {
    const revisions = cards.map(({ ballot, revision }) => `${ballot}-${revision}`).join('-');
    return `${cards.some(({ forSide }) => forSide) ? 'side' : 'ballot'}-${revisions}`.slice(0, LONGEST_NONCE);
  }
  return notice === undefined ? null : `notice-${notice}`;
}

/** The lane of a message: its server, or the channel of a DM. */
export function queueOf({ guild, channel }: DueMessage): string {
  return guild ?? channel;
}

/** The place of a message. Messages for one place wait for each other, and so do all threads of a server. */
export function queuePlaceOf({ what, channel }: DueMessage): string {
  if (what === 'edit') return `edits ${channel}`;
  return what === 'thread' || what === 'post' ? 'threads' : channel;
}

/** A key of the outbox: for a map or a board it is the id of the game, else of one of the forms below. */
export function deliveryKey(due: Pick<DueMessage, 'what' | 'id'>): string {
  return isBoard(due) ? due.id : `${due.what} ${due.id}`;
}

/** The keys of a reply's contents. The outbox sends none of them while another delivery has it under way. */
export function keysOf({ drawing, cards, notices }: Reply): string[] {
  const games = drawing ? [drawing.point.game] : [];
  return [...games, ...cards.map(ballotKey), ...notices.map(noticeKey)];
}

/** A ballot has a second message if its side has a channel of its own. */
export function ballotKey({ ballot, forSide }: Pick<BallotCard, 'ballot' | 'forSide'>): string {
  return forSide ? `side ballot ${ballot}` : `ballot ${ballot}`;
}

export function noticeKey(notice: number): string {
  return `notice ${notice}`;
}

function entryKey(game: string, seq: number): string {
  return `entry ${game} ${seq}`;
}

const REMEMBERED = 1000;
/** An answer's map comes before the next map of its game, unless it takes longer than this. */
const ANSWER_MAP_MS = 15_000;
/** Maps that are remembered of each channel: those that may still overtake each other. */
const MAPS = 5;

type InFlightHost = HostPart<{ undelivered: 'undeliveredMap' | 'undeliveredUpTo' | 'withNews' | 'isLatestGame' }>;

interface Delivery {
  /** The reply, with the news that its channel has missed. */
  readonly answer: Reply;
  over(): void;
}

export interface ShownMap {
  readonly message: string;
  readonly point: LogPoint;
  readonly votes: boolean;
}

export type PostsInFlight = ReturnType<typeof createPostsInFlight>;

/**
 * Tracks messages that are on their way. Nothing is delivered twice at once, and news that failed to arrive comes with
 * the game's next map.
 */
export function createPostsInFlight(host: InFlightHost, log: Logger) {
  const underWay = new Map<string, number>();
  const waiters = new Map<string, readonly (() => void)[]>();
  /** The last messages with a map of each channel, the newest last. */
  const shownMaps = new LRUCache<string, readonly ShownMap[]>({ max: REMEMBERED });
  /** By game, the message that certainly has its newest map. */
  const newest = new LRUCache<string, string>({ max: REMEMBERED });
  /** By game, the last entry whose map was sent on its way. */
  const furthest = new LRUCache<string, number>({ max: REMEMBERED });
  /** By game, the entries that its channel has heard of, but that are not marked as delivered in the database. */
  const heardEntries = new Map<string, Set<number>>();

  /**
   * Notes that an answer is on its way. Until it is over, the outbox doesn't bring the same. Must be called right after
   * the host has made it. Never throws.
   */
  function begin(given: Reply): Delivery {
    const answer = addNews(given);
    const game = answer.drawing?.point.game;
    const entries = game === undefined ? [] : answer.tells.map((seq) => entryKey(game, seq));
    const keys = [...keysOf(answer), ...entries];
    if (game !== undefined) newest.delete(game);
    const point = hasNews(answer) ? answer.drawing?.point : undefined;
    if (point && !hasGoneOn(point)) furthest.set(point.game, point.seq);
    for (const key of keys) underWay.set(key, (underWay.get(key) ?? 0) + 1);
    let over = false;
    return {
      answer,
      over: () => {
        if (!over) for (const key of keys) release(key);
        over = true;
      },
    };
  }

  /** Whether a later map of the game was sent on its way. */
  function hasGoneOn({ game, seq }: LogPoint): boolean {
    return (furthest.get(game) ?? seq) > seq;
  }

  function isLatestGame(game: string): boolean {
    try {
      return host.undelivered.isLatestGame(game);
    } catch (error) {
      log.error({ err: error, game }, 'the latest game of a channel could not be read');
      return true;
    }
  }

  function isUnderWay(key: string): boolean {
    return underWay.has(key);
  }

  function whenOver(key: string): Promise<void> {
    if (!isUnderWay(key)) return Promise.resolve();
    return new Promise((resolve) => waiters.set(key, [...(waiters.get(key) ?? []), resolve]));
  }

  function whenMapShown(game: string): Promise<void> {
    return withTimeout(ANSWER_MAP_MS, whenOver(game), undefined);
  }

  /**
   * Notes a delivered map.
   * @returns the maps that now stand below a later one
   */
  function noteShown(channel: string, map: ShownMap): readonly ShownMap[] {
    const { message, point } = map;
    const others = mapsIn(channel).filter((one) => one.message !== message);
    const maps = [...others, map].sort((one, other) => (BigInt(one.message) < BigInt(other.message) ? -1 : 1));
    shownMaps.set(channel, maps.slice(-MAPS));
    const older = olderMapsIn(channel);
    const isLast = maps.at(-1) === map && !older.includes(map);
    // Only the delivery of this map itself is under way.
    const isAlone = underWay.get(point.game) === 1;
    if (isLast && isAlone) newest.set(point.game, message);
    return older;
  }

  function olderMapsIn(channel: string): readonly ShownMap[] {
    const maps = mapsIn(channel);
    const games = new Set(maps.map(({ point }) => point.game));
    const latest = new Set(games.size > 1 ? [...games].filter((game) => isLatestGame(game)) : []);
    const isLater = (one: LogPoint, other: LogPoint) =>
      one.game === other.game ? one.seq > other.seq : latest.has(one.game) && !latest.has(other.game);
    return maps.filter(({ point }, at) => maps.slice(0, at).some((above) => isLater(above.point, point)));
  }

  function noteRemoved(channel: string, message: string): void {
    const others = mapsIn(channel).filter((one) => one.message !== message);
    shownMaps.set(channel, others);
  }

  function mapsIn(channel: string): readonly ShownMap[] {
    return shownMaps.get(channel) ?? [];
  }

  /** Notes that the channel has a reply without its map, so that a later map doesn't tell of its entries again. */
  function noteTold({ drawing, tells }: Reply): void {
    if (drawing) noteHeard(drawing.point.game, tells);
  }

  function noteHeard(game: string, entries: readonly number[]): void {
    if (entries.length > 0) heardEntries.set(game, new Set([...heardOf(game), ...entries]));
  }

  function heardOf(game: string): ReadonlySet<number> {
    return heardEntries.get(game) ?? new Set();
  }

  /** Forgets entries that are now marked as delivered in the database. */
  function noteDelivered(game: string, entries: readonly number[]): void {
    const unmarked = [...heardOf(game)].filter((seq) => !entries.includes(seq));
    if (unmarked.length > 0) heardEntries.set(game, new Set(unmarked));
    else heardEntries.delete(game);
  }

  /** Forgets games without an undelivered map. */
  function dropDelivered(): void {
    for (const game of heardEntries.keys()) if (!host.undelivered.undeliveredMap(game)) heardEntries.delete(game);
  }

  function release(key: string): void {
    const remaining = (underWay.get(key) ?? 1) - 1;
    if (remaining > 0) underWay.set(key, remaining);
    else {
      underWay.delete(key);
      for (const resolve of waiters.get(key) ?? []) resolve();
      waiters.delete(key);
    }
  }

  function addNews(answer: Reply): Reply {
    if (!answer.drawing) return answer;
    const { point } = answer.drawing;
    try {
      const unheard = unheardOf(answer, point);
      if (unheard.length === 0) return answer;
      const told = host.undelivered.withNews(answer, point, unheard);
      return { ...told, tells: [...answer.tells, ...unheard] };
    } catch (error) {
      log.error({ err: error, ...point }, 'a channel’s undelivered news could not be read');
      return answer;
    }
  }

  /** The undelivered entries that no reply under way, and no earlier one, has told of. */
  function unheardOf({ tells }: Reply, point: LogPoint): number[] {
    const heard = heardOf(point.game);
    return host.undelivered
      .undeliveredUpTo(point)
      .filter((seq) => !tells.includes(seq) && !heard.has(seq) && !isUnderWay(entryKey(point.game, seq)));
  }

  return {
    begin,

    /** Whether a map that is not sent yet would arrive below a later one, or below a map of the channel's next game. */
    isOvertaken: (point: LogPoint): boolean => hasGoneOn(point) || !isLatestGame(point.game),
    isUnderWay,
    whenOver,
    whenMapShown,
    noteShown,
    olderMapsIn,
    noteRemoved,

    /** Whether a message certainly has the newest map of a game, and no other is on its way. */
    isNewest: (game: string, message: string): boolean => !isUnderWay(game) && newest.get(game) === message,
    noteTold,
    noteHeard,
    heardOf,
    noteDelivered,
    dropDelivered,
  };
}
