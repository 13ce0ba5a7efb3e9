import { LRUCache } from 'lru-cache';
import { WORDS } from './common-words.ts';
import { type Reply, reply, type TextFile, textFile } from './reply.ts';

/** A least-recently-used cache of any values, `null` too, bounded by the total cost of its entries. */
export class BoundedCache<Thing> {
  readonly #kept: LRUCache<string, { readonly thing: Thing }>;

  constructor(most: number) {
    this.#kept = new LRUCache({ maxSize: most });
  }

  get(key: string): Thing | undefined {
    return this.#kept.get(key)?.thing;
  }

  /** Adds or replaces an entry. The newest is kept whatever it costs. Costs are whole numbers above 0, of any unit. */
  keep(key: string, thing: Thing, cost: number): Thing {
    this.#kept.set(key, { thing }, { size: Math.min(cost, this.#kept.maxSize) });
    return thing;
  }

  drop(key: string): void {
    this.#kept.delete(key);
  }
}

/** Work that may take long and only reads the database: one function, run in this thread or in a worker thread. */
export interface Reading<Task, Result> {
  now(task: Task): Result;
  /** Runs in the worker thread; null if there is none. Rejects if the function throws or the thread ends. */
  readonly aside: ((task: Task) => Promise<Result>) | null;
}

/**
 * A reply with files of text only, made by a reading.
 * @param isLong making it in this thread would hold up everybody else
 */
export function replyOf<Task>({ now, aside }: Reading<Task, Reply>, task: Task, isLong: boolean): Reply {
  if (!isLong || !aside) return now(task);
  const make = async () => {
    const { files, ...answer } = await aside(task);
    return { ...answer, files: (files as readonly TextFile[]).map(({ file, utf8 }) => textFile(file, utf8)) };
  };
  return comesLater(make);
}

/** Says that the answer comes later, and is replaced by it. */
export function comesLater(make: () => Promise<Reply>): Reply {
  return reply('member', WORDS.comesLater, { later: { isSoon: true, make, over: () => {} } });
}

/** Private reply while the data a request needs is not loaded in time. Nothing has been changed. */
export function loading(awaits: Promise<void>): Reply {
  return reply('member', WORDS.stillLoading, { awaits });
}

/** Reduces a reply to data that can be sent between threads; functions can't. */
export function plainReply(answer: Reply): Reply {
  return {
    ...answer,
    files: (answer.files as readonly TextFile[]).map(({ file, utf8 }) => ({ file, utf8 }) as TextFile),
  };
}

/** Reads ahead in the worker thread, so that a later synchronous call finds the result. */
export class ReadAhead<Task, Result extends object> {
  readonly #reading: Reading<Task, Result>;
  readonly #kept: BoundedCache<Result>;
  /** Errors by key, each thrown to the next caller who asks for that key. */
  readonly #failed = new Map<string, unknown>();
  readonly #underWay = new Map<string, Promise<void>>();

  /** @param most how many results are kept */
  constructor(reading: Reading<Task, Result>, most: number) {
    this.#reading = reading;
    this.#kept = new BoundedCache(most);
  }

  /** @param key names all that the result depends on */
  get(key: string, task: Task): Result {
    const failed = this.#failed.get(key);
    if (this.#failed.delete(key)) throw failed;
    return this.#kept.get(key) ?? this.#kept.keep(key, this.#reading.now(task), 1);
  }

  /** Resolves when the result is cached; null if no wait is needed. Never rejects: `get` throws the error. */
  ready(key: string, task: Task, isLong: boolean): Promise<void> | null {
    const { aside } = this.#reading;
    if (!isLong || !aside || this.#kept.get(key) || this.#failed.has(key)) return null;
    const before = this.#underWay.get(key);
    if (before) return before;
    const work = aside(task)
      .then(
        (result) => void this.#kept.keep(key, result, 1),
        (error) => void this.#failed.set(key, error),
      )
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    return work;
  }
}
