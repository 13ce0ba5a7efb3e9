import type { Order } from '../../game/index.ts';
import { type Terms, workerBeside, workerThread } from '../base/worker-thread.ts';
import type { MachineChooser, MachineTask } from './machine-task.ts';

/** What a machine has chosen. */
export interface Chosen {
  readonly orders: readonly Order[];
}

/** How long a thread without work is kept, in milliseconds: while a game is played against it, the next task comes soon. */
const IDLE_MS = 120_000;

/** How long one with work is waited for without a word from it, in milliseconds: machines take seconds, on a busy computer many. */
const PATIENCE_MS = 60_000;

/** Machines in a thread of their own, one task after the other. */
export function machineThread(
  file: URL = workerBeside(import.meta.url, 'machine-worker'),
  { idle = IDLE_MS, patience = PATIENCE_MS }: Partial<Terms> = {},
): MachineChooser {
  const think = workerThread<MachineTask, Chosen>('The machine', file, { idle, patience });
  return async (task) => (await think(task)).orders;
}
