import type { Field } from '../field.ts';
import { next } from '../rules/legality.ts';
import { march } from '../rules/movement/move.ts';
import { destinationsOf, entriesFor, moversOf, overfull } from '../rules/movement/movers.ts';
import type { State } from '../state.ts';
import type { Order } from '../vocabulary.ts';
import type { Mover } from './machine-movers.ts';

type MoveOrder = Extract<Order, { verb: 'move' }>;

/** Where a piece is to go: a hex, or off the map. */
export interface Purpose {
  readonly mover: Mover;
  readonly to: string;
}

/** Orders by which pieces get where they are wanted, in an order that is legal; what is not possible any more is left out. */
export function ordersFor(field: Field, state: State, wanted: readonly Purpose[]): readonly Order[] {
  // Those that come on first, in the order of their column, so that it costs them what was reckoned.
  let left = [...wanted].sort((a, b) => a.mover.turn - b.mover.turn || 0);
  const orders: Order[] = [];
  let now = state;
  const give = (order: MoveOrder) => {
    orders.push(order);
    now = march(field, now, order).state;
  };
  for (;;) {
    const crowded = overfull(field, now);
    const first = left.find((purpose) => isNext(purpose, left) && canGo(field, now, purpose, crowded));
    if (first) {
      give(orderOf(field, now, first));
      left = left.filter((one) => one !== first);
    } else if (crowded !== null) {
      const out = wayOut(field, now);
      if (!out) throw new Error(`No unit can leave ${crowded}, which holds too many`);
      give(out);
      left = left.filter(({ mover }) => !out.unit.split('+').includes(mover.piece.id));
    } else break;
  }
  const sure = !next(field, now, now.side, { verb: 'done' }).complete;
  return [...orders, sure ? { verb: 'done', sure: 'yes' } : { verb: 'done' }];
}

/** Of those that come on one behind the other, nobody overtakes. */
function isNext({ mover }: Purpose, left: readonly Purpose[]): boolean {
  return mover.turn === 0 || left.every((other) => other.mover.turn === 0 || other.mover.turn >= mover.turn);
}

function canGo(field: Field, state: State, { mover, to }: Purpose, crowded: string | null): boolean {
  const { id } = mover.piece;
  if (crowded !== null && state.where[id] !== crowded) return false;
  return entry(field, state, id).some((by) => destinationsOf(field, state, id, by).has(to));
}

/** The entry hexes to choose from; one undefined entry if there is no choice. */
function entry(field: Field, state: State, id: string): readonly (string | undefined)[] {
  const entries = entriesFor(field, state, id);
  return entries.length > 1 ? entries : [undefined];
}

function orderOf(field: Field, state: State, { mover, to }: Purpose): MoveOrder {
  const { id } = mover.piece;
  const by = entry(field, state, id).find((one) => destinationsOf(field, state, id, one).has(to));
  return { verb: 'move', unit: id, ...(by === undefined ? {} : { by }), to };
}

/** Anybody of a hex with too many goes somewhere. */
function wayOut(field: Field, state: State): MoveOrder | null {
  for (const unit of moversOf(field, state)) {
    const [to] = destinationsOf(field, state, unit).keys();
    if (to !== undefined) return { verb: 'move', unit, to };
  }
  return null;
}
