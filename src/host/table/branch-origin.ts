import type { State, System } from '../../game/index.ts';
import type { InheritedOrder } from '../../store/index.ts';
import { standingIn } from './game-position.ts';
import type { ReplayedLog } from './replay-log.ts';

/** What a game takes over that branches from a point of another. */
export interface OriginFacts {
  /** How many orders stood at the point. */
  readonly orders: number;
  /** What was ordered there next; null: nothing. */
  readonly next: string | null;
  /** What the start of the original threw, and the orders that stood at the point. */
  readonly throws: InheritedOrder['throws'];
  readonly inherited: readonly InheritedOrder[];
  /** Where it stood there. */
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
