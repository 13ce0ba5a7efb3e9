import { BoundedCache } from '../../render/bounded-cache.ts';
import { inSlices } from '../../render/slices.ts';
import { databaseTroubleOf } from '../../store/file/database-trouble.ts';
import { drained } from './generator-steps.ts';

/** What was asked for takes long and is being made in slices. Nothing has been changed: ask again once it is ready. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
  /** Resolves once it is there, or cannot be made. Never rejects. */
  readonly ready: Promise<void>;
  /** Whether it is something to read, for the member alone who asks: it may come later than anything else. */
  readonly isReading: boolean;

  constructor(ready: Promise<void>, isReading = false) {
    super('The answer is still being made');
    this.ready = ready;
    this.isReading = isReading;
  }
}

/**
 * Whether work that takes long may hold up everything else. It may, unless it is done `quickly`: tests and what nobody waits for take it
 * in one go.
 */
export class Hurry {
  #quick = false;
  readonly #works: { forget(): void }[] = [];

  /** All that is made under it is forgotten together. */
  includes(work: { forget(): void }): void {
    this.#works.push(work);
  }

  forget(): void {
    for (const work of this.#works) work.forget();
  }

  get isQuick(): boolean {
    return this.#quick;
  }

  /**
   * Does some work without waiting for what takes long.
   * @throws NotReady where it needs that
   */
  quickly<Result>(work: () => Result): Result {
    return this.#at(true, work);
  }

  /** Does some work with all that it needs, however long that takes. */
  wholly<Result>(work: () => Result): Result {
    return this.#at(false, work);
  }

  #at<Result>(quick: boolean, work: () => Result): Result {
    const before = this.#quick;
    this.#quick = quick;
    try {
      return work();
    } finally {
      this.#quick = before;
    }
  }

  /** Does work that no member waits for, once what takes long is there. Rejects as the work throws. */
  async whenReady<Result>(work: () => Result): Promise<Result> {
    for (;;) {
      try {
        return this.quickly(work);
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        await error.ready;
      }
    }
  }
}

interface UnderWay<Thing> {
  readonly steps: Generator<void, Thing, void>;
  readonly done: Promise<void>;
}

/** Things that take long to make, each made in slices once and kept. */
export class LongWork<Thing> {
  readonly #hurry: Hurry;
  readonly #most: number;
  readonly #costOf: (thing: Thing) => number;
  readonly #isReading: boolean;
  #kept: BoundedCache<Thing>;
  /** Why a thing could not be made, for the next caller. */
  #failed: BoundedCache<unknown>;
  readonly #underWay = new Map<string, UnderWay<Thing>>();

  /**
   * @param most what all that is kept may cost together
   * @param isReading whether a member reads it, and nothing else needs it
   */
  constructor(hurry: Hurry, most: number, costOf: (thing: Thing) => number, isReading = false) {
    this.#hurry = hurry;
    this.#most = most;
    this.#costOf = costOf;
    this.#isReading = isReading;
    this.#kept = new BoundedCache(most);
    this.#failed = new BoundedCache(MOST_FAILED);
    hurry.includes(this);
  }

  /**
   * A thing by its key, which names all that it depends on.
   * @param isLong whether making it in one go would hold up everything else
   * @throws NotReady
   */
  get(key: string, isLong: boolean, steps: () => Generator<void, Thing, void>): Thing {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const failure = this.#failed.get(key);
    if (failure !== undefined) {
      // The database may be there again the next time. Rules fail on the same log each time.
      if (databaseTroubleOf(failure) !== null) this.#failed.drop(key);
      throw failure;
    }
    if (isLong && this.#hurry.isQuick) throw new NotReady(this.begun(key, steps), this.#isReading);
    const underWay = this.#underWay.get(key);
    return this.#keep(key, drained(underWay?.steps ?? steps()));
  }

  /** The same of a thing that nobody asks for again: it is not kept any longer. */
  take(key: string, isLong: boolean, steps: () => Generator<void, Thing, void>): Thing {
    const thing = this.get(key, isLong, steps);
    this.#kept.drop(key);
    return thing;
  }

  /** The same, waited for. Rejects as making it throws. */
  async made(key: string, steps: () => Generator<void, Thing, void>): Promise<Thing> {
    if (this.#kept.get(key) === undefined) await this.begun(key, steps);
    return this.get(key, false, steps);
  }

  /** Forgets all that is kept and all that is under way. */
  forget(): void {
    this.#kept = new BoundedCache(this.#most);
    this.#failed = new BoundedCache(MOST_FAILED);
    this.#underWay.clear();
  }

  /** Has a thing made, if nobody has yet. Resolves once it is there, or cannot be made; never rejects. */
  begun(key: string, steps: () => Generator<void, Thing, void>): Promise<void> {
    const before = this.#underWay.get(key);
    if (before) return before.done;
    const [kept, failed] = [this.#kept, this.#failed];
    const costOf = this.#costOf;
    const keeping = function* (): Generator<void, Thing, void> {
      try {
        const thing = yield* steps();
        kept.keep(key, thing, costOf(thing));
        return thing;
      } catch (error) {
        failed.keep(key, error, 1);
        throw error;
      }
    };
    const begun = keeping();
    const done = inSlices(begun)
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        if (this.#underWay.get(key)?.steps === begun) this.#underWay.delete(key);
      });
    this.#underWay.set(key, { steps: begun, done });
    return done;
  }

  #keep(key: string, thing: Thing): Thing {
    return this.#kept.keep(key, thing, this.#costOf(thing));
  }
}

const MOST_FAILED = 20;
