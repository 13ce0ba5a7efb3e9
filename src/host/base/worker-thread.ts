import { extname } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

/** A thread's answer to a numbered task. */
type WorkerResult<Result> = { readonly id: number } & ({ readonly result: Result } | { readonly fault: Error });

/** Times of a thread, in milliseconds. */
export interface Terms {
  /** How long an idle thread is kept; two minutes by default. */
  readonly idle?: number;
  /** How long a busy thread may take for one task; a minute by default, since a slow computer needs many seconds. */
  readonly patience?: number;
}

/** A thread was ended because one task took too long: the computer is busy, or the task too hard. */
export class TookTooLong extends Error {}

interface Waiting<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * The file of a worker beside `module`, with the same ending: `.ts` from source, `.js` in a bundle.
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
  // On Node 20 a worker does not inherit its parent's loader of TypeScript.
  const place = JSON.stringify(file.href);
  const text = `import('tsx/esm/api').then(({ register }) => { register(); return import(${place}); });`;
  return new Worker(text, { eval: true, execArgv: [] });
}

/**
 * Does tasks in a thread of its own. The first task starts the thread. It is ended when it has been idle for `idle`,
 * or when a task takes longer than `patience`: its tasks are then rejected. Only a busy thread keeps the process
 * alive.
 * @param who names the thread in errors: "The solver"
 * @param file the program of the thread
 */
export function workerThread<Task, Result>(
  who: string,
  file: URL,
  { idle = 120_000, patience = 60_000 }: Terms,
): ((task: Task) => Promise<Result>) & { end(): Promise<void> } {
  let worker: Worker | null = null;
  let lastId = 0;
  /** Ends the thread when it has been idle or silent for too long. */
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting<Result>>();

  /** Rejects the tasks of a thread that has ended. The next task gets a new thread. */
  const abandon = (one: Worker, error: Error) => {
    if (worker !== one) return;
    worker = null;
    clearTimeout(timer);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const restartTimer = (one: Worker) => {
    clearTimeout(timer);
    const isIdle = waiting.size === 0;
    // An idle thread has no tasks that the error would reach.
    const end = () => {
      abandon(one, new TookTooLong(`${who} was stopped: it did not answer for ${patience / 1000} s`));
      void one.terminate();
    };
    timer = setTimeout(end, isIdle ? idle : patience);
    if (isIdle) {
      timer.unref();
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
      if (worker === one) restartTimer(one);
    });
    one.on('error', (error) => abandon(one, error instanceof Error ? error : new Error(String(error))));
    one.on('exit', (code) => abandon(one, new Error(`${who} ended with code ${code}`)));
    return one;
  };

  let isOver = false;
  const run = (task: Task) =>
    new Promise<Result>((resolve, reject) => {
      if (isOver) throw new Error(`${who} has ended`);
      worker ??= started();
      const one = worker;
      const id = ++lastId;
      // Tasks that keep coming do not give the task at work more time.
      const wasIdle = waiting.size === 0;
      waiting.set(id, { resolve, reject });
      try {
        one.postMessage({ id, task });
      } catch (error) {
        // A task that can't be copied never reaches the thread.
        waiting.delete(id);
        throw error;
      } finally {
        if (wasIdle) restartTimer(one);
      }
    });
  /** Resolves when the thread has ended. No task may be given afterwards. */
  const end = async () => {
    isOver = true;
    const one = worker;
    if (one) abandon(one, new Error(`${who} has ended`));
    await one?.terminate();
  };
  return Object.assign(run, { end });
}
