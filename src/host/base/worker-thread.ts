import { extname } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

/** A thread answers a task, by its number, with a result or why there is none. */
type WorkerResult<Result> = { readonly id: number } & ({ readonly result: Result } | { readonly fault: Error });

/** Times of a thread, in milliseconds. */
export interface Terms {
  /** How long one without work is kept; two minutes by default. */
  readonly idle?: number;
  /** How long a busy one may be silent: seconds do, but a slow computer needs many. A minute by default. */
  readonly patience?: number;
}

/** A thread was ended because it worked for too long: the computer is busy, or the task too hard. */
export class TookTooLong extends Error {}

interface Waiting<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * The file of a worker beside a module of the same kind: a source in TypeScript, or what both are bundled to.
 * @param module its `import.meta.url`
 */
export function workerBeside(module: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(module).pathname)}`, module);
}

/** Runs inside the worker: does its tasks, one after the other. */
export function answerTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: Task }) => {
    const answer = (result: object) => parentPort?.postMessage({ ...result, id });
    try {
      answer({ result: work(task) });
    } catch (error) {
      const { name, message = String(error), stack = message, code } = Object(error);
      answer({ fault: { name, message, stack, code } });
    }
  });
}

function start(file: URL): Worker {
  if (!file.pathname.endsWith('.ts')) return new Worker(file);
  // On Node 20 a thread does not inherit what lets the thread that starts it run TypeScript.
  const place = JSON.stringify(file.href);
  const text = `import('tsx/esm/api').then(({ register }) => { register(); return import(${place}); });`;
  return new Worker(text, { eval: true, execArgv: [] });
}

/**
 * Work in a thread of its own, started when there is some and ended when there has been none for a while, or when it makes nothing of
 * it: what it was asked for is rejected then. At work it keeps the process alive, at rest it does not.
 * @param who what it is, in the words of its errors: "The solver"
 * @param file the program of the thread
 */
export function workerThread<Task, Result>(
  who: string,
  file: URL,
  { idle = 120_000, patience = 60_000 }: Terms,
): ((task: Task) => Promise<Result>) & { end(): Promise<void> } {
  let worker: Worker | null = null;
  let tasks = 0;
  /** Ends the thread: at rest, when it is not needed any more; at work, when nothing is heard from it. */
  let limit: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting<Result>>();

  /** The thread has ended: its callers get the error, and the next task gets another thread. */
  const gone = (one: Worker, error: Error) => {
    if (worker !== one) return;
    worker = null;
    clearTimeout(limit);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const wait = (one: Worker) => {
    clearTimeout(limit);
    const isAtRest = waiting.size === 0;
    const end = () => {
      gone(one, new TookTooLong(`${who} was stopped: it did not answer for ${patience / 1000} s`));
      void one.terminate();
    };
    limit = setTimeout(end, isAtRest ? idle : patience);
    if (isAtRest) {
      limit.unref();
      one.unref();
    } else one.ref();
  };
  const started = (): Worker => {
    const one = start(file);
    one.on('message', (done: WorkerResult<Result>) => {
      const task = waiting.get(done.id);
      waiting.delete(done.id);
      if ('fault' in done) task?.reject(Object.assign(new Error(done.fault.message), done.fault));
      else task?.resolve(done.result);
      if (worker === one) wait(one);
    });
    one.on('error', (error) => gone(one, error instanceof Error ? error : new Error(String(error))));
    one.on('exit', (code) => gone(one, new Error(`${who} ended with code ${code}`)));
    return one;
  };

  let isOver = false;
  const run = (task: Task) =>
    new Promise<Result>((resolve, reject) => {
      if (isOver) throw new Error(`${who} has ended`);
      worker ??= started();
      const id = ++tasks;
      // The task at work keeps the time it has left: tasks that keep coming do not extend it.
      const isAtRest = waiting.size === 0;
      waiting.set(id, { resolve, reject });
      if (isAtRest) wait(worker);
      worker.postMessage({ id, task });
    });
  /** Resolves when the thread has ended, with all that it held open. It is asked for nothing afterwards. */
  const end = async () => {
    isOver = true;
    const one = worker;
    if (one) gone(one, new Error(`${who} has ended`));
    await one?.terminate();
  };
  return Object.assign(run, { end });
}
