import { Worker } from 'node:worker_threads';
import type { Solution } from '../../advisor/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import type { Solver } from './solutions.ts';

/** What the worker is asked to solve. */
export interface Task {
  readonly id: number;
  readonly dataset: DatasetRecord;
  readonly variant: string;
}

/** What it has made, or why it could not. */
export type Done =
  | { readonly id: number; readonly solution: Solution }
  | { readonly id: number; readonly fault: string };

/** How long a worker without work is kept, in milliseconds. */
const IDLE_MS = 5000;

/**
 * How long a worker with work is waited for without a word from it, in milliseconds; it begins within two seconds, and no game of ours
 * takes one to solve. Somebody may be waiting for an answer meanwhile.
 */
const PATIENCE_MS = 10_000;

const THREAD = new URL('./thread.mjs', import.meta.url);

/** Times in milliseconds. */
interface Terms {
  readonly idle?: number;
  readonly patience?: number;
}

interface Waiting {
  resolve(solution: Solution): void;
  reject(error: Error): void;
}

/**
 * A solver in a thread of its own, started when there is work and ended when there has been none for a while, or when it makes nothing
 * of it: what it was asked for is rejected then. It does not keep the process alive.
 * @param script the program of the thread
 */
export function solverThread(script: URL = THREAD, { idle = IDLE_MS, patience = PATIENCE_MS }: Terms = {}): Solver {
  let worker: Worker | null = null;
  let tasks = 0;
  /** Ends the thread: at rest, when it is not needed any more; at work, when nothing is heard from it. */
  let limit: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  /** The thread has ended: whoever waits for it is told, and the next task gets another. */
  const gone = (one: Worker, error: Error) => {
    if (worker !== one) return;
    worker = null;
    clearTimeout(limit);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  /** Begins to wait anew, for its next word or for its next task. */
  const wait = (one: Worker) => {
    clearTimeout(limit);
    const isAtRest = waiting.size === 0;
    const end = () => {
      gone(one, new Error(`The solver was ended: nothing was heard from it for ${patience / 1000} s`));
      void one.terminate();
    };
    limit = setTimeout(end, isAtRest ? idle : patience);
    limit.unref();
  };
  const started = (): Worker => {
    const one = new Worker(script, { execArgv: [] });
    one.unref();
    one.on('message', (done: Done) => {
      const task = waiting.get(done.id);
      waiting.delete(done.id);
      if ('fault' in done) task?.reject(new Error(done.fault));
      else task?.resolve(done.solution);
      if (worker === one) wait(one);
    });
    one.on('error', (error) => gone(one, error instanceof Error ? error : new Error(String(error))));
    one.on('exit', (code) => gone(one, new Error(`The solver ended with code ${code}`)));
    return one;
  };

  return (dataset, variant) =>
    new Promise((resolve, reject) => {
      worker ??= started();
      const task: Task = { id: ++tasks, dataset, variant };
      // Whoever is at work already has the time that is left for it: tasks that keep coming do not put off its end.
      const isAtRest = waiting.size === 0;
      waiting.set(task.id, { resolve, reject });
      if (isAtRest) wait(worker);
      worker.postMessage(task);
    });
}
