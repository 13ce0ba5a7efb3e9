import type { Order } from '../../../game/index.ts';
import type { State } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { losesFirst } from './combat/losses.ts';

/** What is done for a side whose time runs out: nothing more, no advance, or the loss of a strength point. */
export function defaultOrder(theatre: Theatre, state: State): Order {
  const [pending] = state.pending;
  if (!pending) return { verb: 'done' };
  if (pending.kind !== 'lose') return { verb: 'advance', with: [] };
  return { verb: 'lose', unit: losesFirst(theatre, state, pending), points: '1' };
}
