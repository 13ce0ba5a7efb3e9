import type { Solution } from '../../advisor/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { type Terms, workerBeside, workerThread } from '../base/worker-thread.ts';
import type { Solver } from './solutions.ts';

/** What the worker is asked to solve. */
export interface SolverTask {
  readonly dataset: DatasetRecord;
  readonly variant: string;
}

/** A solver in a thread of its own, which is seldom asked twice. */
export function solverThread(
  file: URL = workerBeside(import.meta.url, 'solver-worker'),
  { idle = 5000, ...terms }: Terms = {},
): Solver {
  const solve = workerThread<SolverTask, Solution>('The solver', file, { idle, ...terms });
  return (dataset, variant) => solve({ dataset, variant });
}
