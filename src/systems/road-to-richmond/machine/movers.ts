import { DryRun } from '../../../kit/dry-run.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import type { Field, Piece } from '../field.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import { next } from '../rules/legality.ts';
import { march } from '../rules/movement/move.ts';
import type { Reach } from '../rules/movement/movement-costs.ts';
import { destinationsOf, entriesFor, moversOf, overfull } from '../rules/movement/movers.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { isOnMap, type State } from '../state.ts';
import type { Event, Order, Side } from '../vocabulary.ts';

/** A piece that can move, with everywhere it could go. */
export interface Mover {
  readonly piece: Piece;
  readonly reach: Reach;
  /** Where it stands; null: it waits to come on. */
  readonly from: HexId | null;
  /** Its place in the column of those that come on; 0: on the map. */
  readonly turn: number;
}

/**
 * All that can move. Those that come on do so one behind the other, the strongest first, for that is how far they get: each is looked at
 * as if all before it had come.
 */
export function moversFor(field: Field, state: State, side: Side): readonly Mover[] {
  const own = field.pieces.filter((piece) => piece.side === side);
  const onMap = own.flatMap((piece): Mover[] => {
    const from = state.where[piece.id];
    const reach: Reach = isOnMap(from) ? reachOf(field, state, piece.id) : new Map();
    return isOnMap(from) && reach.size > 0 ? [{ piece, reach, from, turn: 0 }] : [];
  });
  const waiting = own
    .filter((piece) => isDue(state, piece))
    .sort((a, b) => a.entry.join().localeCompare(b.entry.join()) || b.strength - a.strength || a.index - b.index);
  const columns: Record<HexId, number> = { ...state.columns };
  const coming: Mover[] = [];
  for (const piece of waiting) {
    const reach = reachOf(field, { ...state, columns: { ...columns } }, piece.id);
    if (reach.size === 0) continue;
    coming.push({ piece, reach, from: null, turn: coming.length + 1 });
    // Where it may choose, it mostly takes the first.
    const [by] = entriesOf(field, state, piece);
    if (by !== undefined) columns[by] = (columns[by] ?? 0) + 1;
  }
  return [...onMap, ...coming];
}

/** Orders by which pieces get where they are wanted, in an order that is legal; what is not possible any more is left out. */
export function ordersFor(field: Field, state: State, wanted: ReadonlyMap<Mover, string>): readonly Order[] {
  const run = new DryRun<State, MoveOrder, Event>(state, (before, order) => march(field, before, order));
  // Those that come on first, in the order of their column, so that it costs them what was reckoned.
  let left = [...wanted].filter(([{ from }, to]) => to !== (from ?? '')).sort(([a], [b]) => a.turn - b.turn);
  for (;;) {
    const crowded = overfull(field, run.state);
    const next = left.find(([{ turn }]) => turn > 0)?.[0].turn ?? 0;
    let order: MoveOrder | null = null;
    // Of those that come on one behind the other, nobody overtakes.
    for (const [{ turn, piece }, to] of left)
      if (turn <= next && (crowded === null || run.state.where[piece.id] === crowded))
        order ??= orderOf(field, run.state, piece.id, to);
    if (!order && crowded !== null) order = wayOut(field, run.state);
    if (!order) break;
    run.give(order);
    const gone = order.unit.split('+');
    left = left.filter(([{ piece }]) => !gone.includes(piece.id));
  }
  const sure = !next(field, run.state, run.state.side, { verb: 'done' }).complete;
  return [...run.orders, sure ? { verb: 'done', sure: 'yes' } : { verb: 'done' }];
}

type MoveOrder = Extract<Order, { verb: 'move' }>;

/** Null: it cannot go there now. */
function orderOf(field: Field, state: State, unit: string, to: string): MoveOrder | null {
  const entries = entriesFor(field, state, unit);
  for (const by of entries.length > 1 ? entries : [undefined])
    if (destinationsOf(field, state, unit, by).has(to))
      return { verb: 'move', unit, ...(by === undefined ? {} : { by }), to };
  return null;
}

/** Anybody of a hex with too many goes somewhere. */
function wayOut(field: Field, state: State): MoveOrder {
  for (const unit of moversOf(field, state)) {
    const [to] = destinationsOf(field, state, unit).keys();
    if (to !== undefined) return { verb: 'move', unit, to };
  }
  throw new Error('No unit can leave a hex that holds too many');
}
