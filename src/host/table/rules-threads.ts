import type { Solution } from '../../advisor/index.ts';
import type { Order } from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { type Terms, workerBeside, workerThread } from '../base/worker-thread.ts';
import type { MachineChooser, MachineTask } from './machine-task.ts';
import type { Solver } from './solutions.ts';

export interface SolverTask {
  readonly dataset: DatasetRecord;
  readonly variant: string;
}

const PROGRAM = workerBeside(import.meta.url, 'rules-worker');

/** A solver in a thread of its own, which is seldom asked twice. */
export function solverThread(file = PROGRAM, { idle = 5000, ...terms }: Terms = {}): Solver {
  const solve = workerThread<SolverTask, Solution>('The solver', file, { idle, ...terms });
  return (dataset, variant) => solve({ dataset, variant });
}

/** Machines in a thread of their own, one task after the other. */
export function machineThread(file = PROGRAM, terms: Terms = {}): MachineChooser {
  return workerThread<MachineTask, readonly Order[]>('The machine', file, terms);
}
