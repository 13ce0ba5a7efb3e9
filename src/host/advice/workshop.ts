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

const THREAD = new URL('./thread.mjs', import.meta.url);

interface Waiting {
  resolve(solution: Solution): void;
  reject(error: Error): void;
}

/**
 * A solver in a thread of its own, started when there is work and ended when there has been none for a while. It does not keep the
 * process alive.
 * @param script the program of the thread
 */
export function workshop(script: URL = THREAD, idle = IDLE_MS): Solver {
  let worker: Worker | null = null;
  let tasks = 0;
  let leaving: NodeJS.Timeout | undefined;
  const waiting = new Map<number, Waiting>();

  /** The thread has ended: whoever waits for it is told, and the next task gets another. */
  const gone = (one: Worker, error: Error) => {
    if (worker !== one) return;
    worker = null;
    clearTimeout(leaving);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const rest = (one: Worker) => {
    clearTimeout(leaving);
    if (waiting.size > 0) return;
    leaving = setTimeout(() => {
      if (worker === one) worker = null;
      void one.terminate();
    }, idle);
    leaving.unref();
  };
  const hired = (): Worker => {
    const one = new Worker(script, { execArgv: [] });
    one.unref();
    one.on('message', (done: Done) => {
      const task = waiting.get(done.id);
      waiting.delete(done.id);
      if ('fault' in done) task?.reject(new Error(done.fault));
      else task?.resolve(done.solution);
      rest(one);
    });
    one.on('error', (error) => gone(one, error instanceof Error ? error : new Error(String(error))));
    one.on('exit', (code) => gone(one, new Error(`The solver ended with code ${code}`)));
    return one;
  };

  return (dataset, variant) =>
    new Promise((resolve, reject) => {
      clearTimeout(leaving);
      worker ??= hired();
      const task: Task = { id: ++tasks, dataset, variant };
      waiting.set(task.id, { resolve, reject });
      worker.postMessage(task);
    });
}
