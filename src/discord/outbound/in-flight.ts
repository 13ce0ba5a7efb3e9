import type { Logger } from 'pino';
import { type HostPart, type LogPoint, NotReady, type Reply } from '../../host/index.ts';
import { BoundedCache } from '../../render/bounded-cache.ts';
import { entryKey, keysOf } from './delivery-keys.ts';
import { isOwed } from './pictures-in-flight.ts';

/** Games of which the newest map is known. */
const GAMES = 1000;

/** An answer on its way to its channel. */
export interface Delivery {
  /** The answer, with what its channel has not heard before. */
  readonly answer: Reply;
  /** Is to be called once it has come, or has come to nothing. */
  over(): void;
}

/**
 * Who is telling a channel what: so that nothing is brought by two ways at once, and that what came to nothing on one is told by the
 * next that shows a map of the game.
 */
export class InFlight {
  readonly #host: HostPart<{ outbox: 'owedUpTo' | 'withNews'; hurry: 'quickly' }>;
  readonly #log: Logger;
  /** What is being brought at this moment, and by how many ways. */
  readonly #underWay = new Map<string, number>();
  /** Who waits for it to be over. */
  readonly #waiting = new Map<string, readonly (() => void)[]>();
  /** By game, the message with its newest map in its channel, and the newest that is known to be certain. */
  readonly #latest = new BoundedCache<string>(GAMES);
  readonly #newest = new BoundedCache<string>(GAMES);
  /** By game, the last entry whose map has set out for its channel. */
  readonly #furthest = new BoundedCache<number>(GAMES);
  /** By game, entries of which the channel has heard, or has even the map, and that are not struck out. */
  readonly #heard = new Map<string, Set<number>>();

  constructor(host: HostPart<{ outbox: 'owedUpTo' | 'withNews'; hurry: 'quickly' }>, log: Logger) {
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
    const point = isOwed(answer) ? answer.drawing?.point : undefined;
    if (point && !this.isOvertaken(point)) this.#furthest.keep(point.game, point.seq, 1);
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

  /** Whether the map of a later entry of the game has set out since: one that was not sent yet would come to stand below it. */
  isOvertaken({ game, seq }: LogPoint): boolean {
    return (this.#furthest.get(game) ?? seq) > seq;
  }

  isUnderWay(key: string): boolean {
    return this.#underWay.has(key);
  }

  /** Resolves when nobody is bringing it at this moment. */
  whenOver(key: string): Promise<void> {
    if (!this.isUnderWay(key)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]));
  }

  /** A message with a map of a game is in its channel. Where another is on its way, which is the newest is not known. */
  shown(game: string, message: string): void {
    const latest = this.#latest.get(game);
    if (latest !== undefined && BigInt(latest) > BigInt(message)) return;
    this.#latest.keep(game, message, 1);
    if (this.#underWay.get(game) === 1) this.#newest.keep(game, message, 1);
  }

  /** Whether a message is known to have the newest map of a game, and none is on its way. */
  isNewest(game: string, message: string): boolean {
    return !this.isUnderWay(game) && this.#newest.get(game) === message;
  }

  /** A channel has been told what was done. Its map is still to come. */
  told({ drawing, tells }: Reply): void {
    if (drawing) this.heard(drawing.point.game, tells);
  }
  /** A channel has heard of these entries. */
  heard(game: string, entries: readonly number[]): void {
    if (entries.length > 0) this.#heard.set(game, new Set([...this.heardOf(game), ...entries]));
  }
  heardOf(game: string): ReadonlySet<number> {
    return this.#heard.get(game) ?? new Set();
  }
  /** They are struck out. */
  settled(game: string, entries: readonly number[]): void {
    const left = [...this.heardOf(game)].filter((seq) => !entries.includes(seq));
    if (left.length > 0) this.#heard.set(game, new Set(left));
    else this.#heard.delete(game);
  }
  /** Of games that owe their channels nothing any more it is forgotten what those have heard. */
  keep(owing: ReadonlySet<string>): void {
    for (const game of this.#heard.keys()) if (!owing.has(game)) this.#heard.delete(game);
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
      const told = this.#host.hurry.quickly(() => this.#host.outbox.withNews(answer, point, unheard));
      return { ...told, tells: [...answer.tells, ...unheard] };
    } catch (error) {
      // No answer waits for a long log to be read: what it does not tell comes later.
      if (error instanceof NotReady) return answer;
      this.#log.error({ err: error, ...point }, 'what a channel has not heard could not be read');
      return answer;
    }
  }

  /** What the answer is not about itself, nobody is bringing, and nobody has brought. */
  #unheard({ tells }: Reply, point: LogPoint): number[] {
    const heard = this.heardOf(point.game);
    return this.#host.outbox
      .owedUpTo(point)
      .filter((seq) => !tells.includes(seq) && !heard.has(seq) && !this.isUnderWay(entryKey(point.game, seq)));
  }
}
