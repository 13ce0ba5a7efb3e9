import type { Logger } from 'pino';
import { BoundedCache } from '../../host/base/reading.ts';
import {
  type BallotCard,
  type DueMessage,
  type HostPart,
  isBoard,
  type LogPoint,
  type Reply,
} from '../../host/index.ts';
import { isUndelivered } from './pictures-in-flight.ts';

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

function entryKey(game: string, seq: number): string {
  return `entry ${game} ${seq}`;
}

/** Games and channels of which the newest map is known. */
const REMEMBERED = 1000;
/** Messages with a map that are remembered of a channel: those that may still cross on their way. */
const MAPS = 5;

type InFlightHost = HostPart<{ undelivered: 'undeliveredMap' | 'undeliveredUpTo' | 'withNews' | 'isLatestGame' }>;

/** An answer on its way to its channel. */
interface Delivery {
  /** The reply, with the news that its channel has missed. */
  readonly answer: Reply;
  /** Call this once it has arrived or failed. */
  over(): void;
}

/** A message that shows a map in its channel. */
export interface ShownMap {
  readonly message: string;
  readonly point: LogPoint;
  readonly votes: boolean;
}

/**
 * Messages on their way to channels. Nothing is delivered twice at once, and news that failed to arrive is told by the next message with a
 * map of the game.
 */
export class PostsInFlight {
  readonly #host: InFlightHost;
  readonly #log: Logger;
  /** Number of deliveries in progress, by delivery key. */
  readonly #underWay = new Map<string, number>();
  /** Callers that wait until a game's posts have arrived. */
  readonly #waiting = new Map<string, readonly (() => void)[]>();
  /** By channel, its last messages with a map, the newest message last. */
  readonly #maps = new BoundedCache<readonly ShownMap[]>(REMEMBERED);
  /** By game, the message that is certain to have its newest map. */
  readonly #newest = new BoundedCache<string>(REMEMBERED);
  /** By game, the last entry whose map has set out for its channel. */
  readonly #furthest = new BoundedCache<number>(REMEMBERED);
  /** By game, entries of which the channel has heard, or has even the map, and that are not deleted. */
  readonly #heard = new Map<string, Set<number>>();

  constructor(host: InFlightHost, log: Logger) {
    this.#host = host;
    this.#log = log;
  }

  /**
   * An answer sets out: until it is over, what it brings is not brought by another way as well. To be called before anything else is done
   * after the host has given it. Never throws.
   */
  begin(given: Reply): Delivery {
    const answer = this.#withNews(given);
    const game = answer.drawing?.point.game;
    const entries = game === undefined ? [] : answer.tells.map((seq) => entryKey(game, seq));
    const keys = [...keysOf(answer), ...entries];
    if (game !== undefined) this.#newest.drop(game);
    const point = isUndelivered(answer) ? answer.drawing?.point : undefined;
    if (point && !this.#hasGoneOn(point)) this.#furthest.keep(point.game, point.seq, 1);
    for (const key of keys) this.#underWay.set(key, (this.#underWay.get(key) ?? 0) + 1);
    let over = false;
    return {
      answer,
      over: () => {
        if (!over) for (const key of keys) this.#release(key);
        over = true;
      },
    };
  }

  /** Whether a later map has set out since, or the channel plays its next game: a map not sent yet would come to stand below that. */
  isOvertaken(point: LogPoint): boolean {
    return this.#hasGoneOn(point) || !this.#isLatestGame(point.game);
  }

  #hasGoneOn({ game, seq }: LogPoint): boolean {
    return (this.#furthest.get(game) ?? seq) > seq;
  }

  #isLatestGame(game: string): boolean {
    try {
      return this.#host.undelivered.isLatestGame(game);
    } catch (error) {
      this.#log.error({ err: error, game }, 'the latest game of a channel could not be read');
      return true;
    }
  }

  isUnderWay(key: string): boolean {
    return this.#underWay.has(key);
  }

  /** Resolves when nobody is bringing it at this moment. */
  whenOver(key: string): Promise<void> {
    if (!this.isUnderWay(key)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]));
  }

  /**
   * Notes a delivered map. While another is on its way, the newest is unknown.
   * @returns the maps that now stand below a later one
   */
  shown(channel: string, map: ShownMap): readonly ShownMap[] {
    const { message, point } = map;
    const others = this.#mapsIn(channel).filter((one) => one.message !== message);
    const maps = [...others, map].sort((one, other) => (BigInt(one.message) < BigInt(other.message) ? -1 : 1));
    this.#maps.keep(channel, maps.slice(-MAPS), 1);
    const older = this.olderMapsIn(channel);
    const isLast = maps.at(-1) === map && !older.includes(map);
    if (isLast && this.#underWay.get(point.game) === 1) this.#newest.keep(point.game, message, 1);
    return older;
  }

  olderMapsIn(channel: string): readonly ShownMap[] {
    const maps = this.#mapsIn(channel);
    const games = new Set(maps.map(({ point }) => point.game));
    const latest = new Set(games.size > 1 ? [...games].filter((game) => this.#isLatestGame(game)) : []);
    const isLater = (one: LogPoint, other: LogPoint) =>
      one.game === other.game ? one.seq > other.seq : latest.has(one.game) && !latest.has(other.game);
    return maps.filter(({ point }, at) => maps.slice(0, at).some((above) => isLater(above.point, point)));
  }

  removed(channel: string, message: string): void {
    const left = this.#mapsIn(channel).filter((one) => one.message !== message);
    this.#maps.keep(channel, left, 1);
  }

  #mapsIn(channel: string): readonly ShownMap[] {
    return this.#maps.get(channel) ?? [];
  }

  /** Whether a message is known to have the newest map of a game, and none is on its way. */
  isNewest(game: string, message: string): boolean {
    return !this.isUnderWay(game) && this.#newest.get(game) === message;
  }

  /** A channel has been told what was done. Its map is still to come. */
  told({ drawing, tells }: Reply): void {
    if (drawing) this.heard(drawing.point.game, tells);
  }
  heard(game: string, entries: readonly number[]): void {
    if (entries.length > 0) this.#heard.set(game, new Set([...this.heardOf(game), ...entries]));
  }
  heardOf(game: string): ReadonlySet<number> {
    return this.#heard.get(game) ?? new Set();
  }
  delivered(game: string, entries: readonly number[]): void {
    const left = [...this.heardOf(game)].filter((seq) => !entries.includes(seq));
    if (left.length > 0) this.#heard.set(game, new Set(left));
    else this.#heard.delete(game);
  }
  /** Once a game's channel has its map, what it has heard is dropped. */
  dropDelivered(): void {
    for (const game of this.#heard.keys()) if (!this.#host.undelivered.undeliveredMap(game)) this.#heard.delete(game);
  }

  #release(key: string): void {
    const left = (this.#underWay.get(key) ?? 1) - 1;
    if (left > 0) this.#underWay.set(key, left);
    else {
      this.#underWay.delete(key);
      for (const resolve of this.#waiting.get(key) ?? []) resolve();
      this.#waiting.delete(key);
    }
  }

  #withNews(answer: Reply): Reply {
    if (!answer.drawing) return answer;
    const { point } = answer.drawing;
    try {
      const unheard = this.#unheard(answer, point);
      if (unheard.length === 0) return answer;
      const told = this.#host.undelivered.withNews(answer, point, unheard);
      return { ...told, tells: [...answer.tells, ...unheard] };
    } catch (error) {
      this.#log.error({ err: error, ...point }, 'a channel’s undelivered news could not be read');
      return answer;
    }
  }

  /** Entries that neither this reply, nor a delivery in progress, nor an earlier one covers. */
  #unheard({ tells }: Reply, point: LogPoint): number[] {
    const heard = this.heardOf(point.game);
    return this.#host.undelivered
      .undeliveredUpTo(point)
      .filter((seq) => !tells.includes(seq) && !heard.has(seq) && !this.isUnderWay(entryKey(point.game, seq)));
  }
}
