import type { Order } from '../../game/index.ts';
import { type Terms, workerBeside, workerThread } from '../base/worker-thread.ts';
import type { MachineChooser, MachineTask } from './machine-task.ts';

/** Machines in a thread of their own, one task after the other. */
export function machineThread(
  file: URL = workerBeside(import.meta.url, 'machine-worker'),
  terms: Terms = {},
): MachineChooser {
  return workerThread<MachineTask, readonly Order[]>('The machine', file, terms);
}
