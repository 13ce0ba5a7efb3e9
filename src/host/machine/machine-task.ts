import { type Order, type SeatId, type State, type System, sealedDice } from '../../game/index.ts';
import type { DatasetRecord } from '../../store/index.ts';
import { hmacOf } from '../dice/game-secret.ts';
import type { Library } from '../games/game-library.ts';

/** Where a machine is to order: all that its choice depends on. */
export interface MachineTask {
  /** The rules data of its game. */
  readonly dataset: DatasetRecord;
  readonly state: State;
  readonly seat: SeatId;
  readonly game: string;
  /** Orders that stand. */
  readonly turn: number;
  /** What the game's dice are drawn from. A machine's dice are too, so anyone can repeat and check its choices. */
  readonly secret: string;
}

/** Has the machine of a game's system choose its orders, elsewhere than on the event loop. Rejects where it cannot. */
export type MachineChooser = (task: MachineTask) => Promise<readonly Order[]>;

/** What a machine orders. */
export function chooseOrders(system: System, { state, seat, game, turn, secret }: MachineTask): readonly Order[] {
  if (!system.machine) throw new Error(`${system.title} has no machine that plays it`);
  return system.machine.orders(state, seat, sealedDice(hmacOf(secret), { game, turn, order: 'machine' }));
}

/** A thinker for where nothing else waits for the event loop. */
export function choosesHere(library: Library): MachineChooser {
  return async (task) => chooseOrders(library.edition(task.dataset).system, task);
}
