import { solve } from '../../advisor/index.ts';
import { type DataFiles, isFaulty, type System } from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { systems } from '../../systems/index.ts';
import { answerTasks } from '../base/worker-thread.ts';
import { chooseOrders, type MachineTask, type SolverTask } from './rules-threads.ts';

/** The program of the threads that need rules and no database. Rules are read once for each set of data. */
const known = new Map<string, System>();

answerTasks((task: SolverTask | MachineTask) => {
  const system = systemOf(task.dataset);
  if ('view' in task) return chooseOrders(system, task);
  if (!system.play?.solvable) throw new Error(`${system.about.title} cannot be solved`);
  return solve(system.play.solvable.model(task.variant));
});

function systemOf({ hash, system: name, files }: DatasetRecord): System {
  const before = known.get(hash);
  if (before) return before;
  const system = systems.find(({ id }) => id === name)?.load(JSON.parse(files) as DataFiles);
  if (!system || isFaulty(system)) throw new Error(`${name} cannot be played here`);
  known.set(hash, system);
  return system;
}
