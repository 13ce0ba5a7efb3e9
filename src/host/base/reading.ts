import { LRUCache } from 'lru-cache';
import { WORDS } from './common-words.ts';
import { type Reply, reply, type TextFile, textFile } from './reply.ts';

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
  return reply('member', WORDS.comesLater, { later: { isSoon: true, make } });
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
  readonly #kept: LRUCache<string, Result>;
  /** Errors by key, each thrown to the next caller who asks for that key. */
  readonly #failed = new Map<string, unknown>();
  readonly #underWay = new Map<string, Promise<void>>();

  /** @param most how many results are kept */
  constructor(reading: Reading<Task, Result>, most: number) {
    this.#reading = reading;
    this.#kept = new LRUCache({ max: most });
  }

  /** @param key names all that the result depends on */
  get(key: string, task: Task): Result {
    const failed = this.#failed.get(key);
    if (this.#failed.delete(key)) throw failed;
    const result = this.#kept.get(key) ?? this.#reading.now(task);
    this.#kept.set(key, result);
    return result;
  }

  /** Resolves when the result is cached; null if no wait is needed. Never rejects: `get` throws the error. */
  ready(key: string, task: Task, isLong: boolean): Promise<void> | null {
    const { aside } = this.#reading;
    if (!isLong || !aside || this.#kept.get(key) || this.#failed.has(key)) return null;
    const before = this.#underWay.get(key);
    if (before) return before;
    const work = aside(task)
      .then(
        (result) => void this.#kept.set(key, result),
        (error) => void this.#failed.set(key, error),
      )
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, work);
    return work;
  }
}
