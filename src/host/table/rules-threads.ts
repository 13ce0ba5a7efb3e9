import type { Solution } from '../../advisor/index.ts';
import { type Order, type SeatId, type State, type System, sealedDice, type View } from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { type Terms, workerBeside, workerThread } from '../base/worker-thread.ts';
import type { Library } from './game-library.ts';
import { codeUnder, hmacOf } from './game-secret.ts';
import type { GameTable } from './game-tables.ts';
import type { Solver } from './solutions.ts';

/** The bot's task: everything that its choice depends on, without the other side's secrets. */
export interface MachineTask {
  readonly dataset: DatasetRecord;
  readonly view: View;
  readonly seat: SeatId;
  /** Null is the usual style. */
  readonly style: string | null;
  readonly game: string;
  readonly turn: number;
  /** The key of the bot's own dice. The game's dice cannot be derived from it. */
  readonly diceKey: string;
}

/** Chooses the bot's orders outside the event loop. */
export type MachineChooser = (task: MachineTask) => Promise<readonly Order[]>;

export function machineTask(
  { game, system }: Pick<GameTable, 'game' | 'system'>,
  dataset: DatasetRecord,
  { state, turn, seat, style }: { state: State; turn: number; seat: SeatId; style: string | null },
): MachineTask {
  const diceKey = codeUnder(game.secret, 'machine');
  return { dataset, view: system.knowledge.view(state, seat), seat, style, game: game.id, turn, diceKey };
}

export function chooseOrders(system: System, task: MachineTask): readonly Order[] {
  const { view, seat, style, game, turn, diceKey } = task;
  if (!system.play?.machine) throw new Error(`${system.about.title} has no machine that plays it`);
  const dice = sealedDice(hmacOf(diceKey), { game, turn, order: 'machine' });
  return system.play.machine.orders(view, seat, dice, style ?? undefined);
}

/** Chooses on the event loop, for tests and tools. */
export function choosesHere(library: Library): MachineChooser {
  return async (task) => chooseOrders(library.edition(task.dataset).system, task);
}

export interface SolverTask {
  readonly dataset: DatasetRecord;
  readonly variant: string;
}

const PROGRAM = workerBeside(import.meta.url, 'rules-worker');

/** Solves in a thread of its own. It is seldom asked twice, so the idle thread ends soon. */
export function solverThread(file = PROGRAM, { idle = 5000, ...terms }: Terms = {}): Solver {
  const solve = workerThread<SolverTask, Solution>('The solver', file, { idle, ...terms });
  return (dataset, variant) => solve({ dataset, variant });
}

/** Chooses the machines' orders in a thread of its own, one task after the other. */
export function machineThread(file = PROGRAM, terms: Terms = {}): MachineChooser {
  return workerThread<MachineTask, readonly Order[]>('The machine', file, terms);
}
