import { type Order, type SeatId, type State, type System, sealedDice, type View } from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import type { Library } from './game-library.ts';
import { hmacOf } from './game-secret.ts';
import type { GameTable } from './game-tables.ts';

/** Where a machine is to order: all that its choice depends on, and nothing that its seat does not know. */
export interface MachineTask {
  /** The rules data of its game. */
  readonly dataset: DatasetRecord;
  readonly view: View;
  readonly seat: SeatId;
  /** How it plays; null: as usual. */
  readonly style: string | null;
  readonly game: string;
  /** Orders that stand. */
  readonly turn: number;
  /** What its own dice are drawn from. The dice of the game cannot be worked out from it. */
  readonly diceKey: string;
}

/** Has the machine of a game's system choose its orders, elsewhere than on the event loop. Rejects where it cannot. */
export type MachineChooser = (task: MachineTask) => Promise<readonly Order[]>;

/** What a seat's machine is told of a position. */
export function machineTask(
  { game, system }: Pick<GameTable, 'game' | 'system'>,
  dataset: DatasetRecord,
  { state, turn, seat, style }: { state: State; turn: number; seat: SeatId; style: string | null },
): MachineTask {
  // It follows from the secret of the game's dice, and does not lead back to it.
  const diceKey = Buffer.from(hmacOf(game.secret)('machine')).toString('hex');
  return { dataset, view: system.view(state, seat), seat, style, game: game.id, turn, diceKey };
}

/** What a machine orders. */
export function chooseOrders(system: System, task: MachineTask): readonly Order[] {
  const { view, seat, style, game, turn, diceKey } = task;
  if (!system.machine) throw new Error(`${system.title} has no machine that plays it`);
  const dice = sealedDice(hmacOf(diceKey), { game, turn, order: 'machine' });
  return system.machine.orders(view, seat, dice, style ?? undefined);
}

/** A thinker for where nothing else waits for the event loop. */
export function choosesHere(library: Library): MachineChooser {
  return async (task) => chooseOrders(library.edition(task.dataset).system, task);
}
