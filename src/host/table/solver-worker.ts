import { solve } from '../../advisor/index.ts';
import { type DataFiles, isFaulty } from '../../game/index.ts';
import { systems } from '../../systems/index.ts';
import { answerTasks } from '../base/worker-thread.ts';
import type { SolverTask } from './solver-thread.ts';

/** The thread that solves games. */
answerTasks(({ dataset, variant }: SolverTask) => {
  const module = systems.find((one) => one.id === dataset.system);
  const system = module?.load(JSON.parse(dataset.files) as DataFiles);
  if (!system || isFaulty(system) || !system.solvable) throw new Error(`${dataset.system} cannot be solved here`);
  return solve(system.solvable.model(variant));
});
