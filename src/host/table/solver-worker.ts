import { parentPort } from 'node:worker_threads';
import { solve } from '../../advisor/index.ts';
import { type DataFiles, isFaulty } from '../../game/index.ts';
import { systems } from '../../systems/index.ts';
import type { Numbered, WorkerResult } from '../base/worker-thread.ts';
import type { Solved, SolverTask } from './solver-thread.ts';

/** The thread that solves games. */
parentPort?.on('message', (task: Numbered<SolverTask>) => {
  parentPort?.postMessage(worked(task));
});

function worked({ id, dataset, variant }: Numbered<SolverTask>): WorkerResult<Solved> {
  try {
    const module = systems.find((one) => one.id === dataset.system);
    const system = module?.load(JSON.parse(dataset.files) as DataFiles);
    if (!system || isFaulty(system) || !system.solvable)
      return { id, fault: `${dataset.system} cannot be solved here` };
    return { id, solution: solve(system.solvable.model(variant)) };
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
