import type { State, System } from '../../game/index.ts';
import type { InheritedOrder } from '../../store/index.ts';
import { standingIn } from './game-position.ts';
import type { ReplayedLog } from './replay-log.ts';

/** Facts of the original game that a branch takes over. */
export interface OriginFacts {
  /** How many orders stood at the point. */
  readonly orders: number;
  /** The original's next order; null if there is none. */
  readonly next: string | null;
  /** Dice of the original's start, and the orders that stood at the point. */
  readonly throws: InheritedOrder['throws'];
  readonly inherited: readonly InheritedOrder[];
  readonly state: State;
}

/** @param log the whole of the original */
export function originFacts(system: System, { standing, steps }: ReplayedLog, seq: number): OriginFacts {
  const orders = standing.filter((entry) => entry.seq <= seq).length;
  const next = standing[orders];
  const before = next && steps[next.seq - 1]?.state;
  const shared = steps.slice(0, seq + 1);
  const start = shared[0]?.entry;
  const state = shared.at(-1)?.state;
  if (start?.kind !== 'start' || !state) throw new Error('The log of the original game does not begin with a start');
  const own = standingIn(shared.map(({ entry }) => entry)).map(({ seat, order, throws }) => ({ seat, order, throws }));
  return {
    orders,
    next: next && before ? system.orderWords.label(before, next.order).text : null,
    throws: start.throws,
    inherited: [...(start.inherited ?? []), ...own],
    state,
  };
}
