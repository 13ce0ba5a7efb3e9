import type { Solution } from '../../advisor/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { type Terms, workerBeside, workerThread } from '../base/worker-thread.ts';
import type { Solver } from './solutions.ts';

/** What the worker is asked to solve. */
export interface SolverTask {
  readonly dataset: DatasetRecord;
  readonly variant: string;
}

/** What it has made. */
export interface Solved {
  readonly solution: Solution;
}

/** How long a worker without work is kept, in milliseconds. */
const IDLE_MS = 5000;

/**
 * How long a worker with work is waited for without a word from it, in milliseconds; it begins within two seconds, and no game of ours
 * takes one to solve. A machine with much other work may keep it from the processor for longer than that.
 */
const PATIENCE_MS = 60_000;

/** A solver in a thread of its own. */
export function solverThread(
  file: URL = workerBeside(import.meta.url, 'solver-worker'),
  { idle = IDLE_MS, patience = PATIENCE_MS }: Partial<Terms> = {},
): Solver {
  const solve = workerThread<SolverTask, Solved>('The solver', file, { idle, patience });
  return async (dataset, variant) => (await solve({ dataset, variant })).solution;
}
