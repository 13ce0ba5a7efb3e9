import { type DataFiles, isFaulty, type System } from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { systems } from '../../systems/index.ts';
import { answerTasks } from '../base/worker-thread.ts';
import { chooseOrders, type MachineTask } from './machine-task.ts';

/** The thread that machines think in. Rules are read once for each set of data. */
const known = new Map<string, System>();

answerTasks((task: MachineTask) => chooseOrders(systemOf(task.dataset), task));

function systemOf({ hash, system: name, files }: DatasetRecord): System {
  const before = known.get(hash);
  if (before) return before;
  const system = systems.find(({ id }) => id === name)?.load(JSON.parse(files) as DataFiles);
  if (!system || isFaulty(system)) throw new Error(`${name} cannot be played here`);
  known.set(hash, system);
  return system;
}
