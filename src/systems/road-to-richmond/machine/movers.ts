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

/** A piece that can move, with every place it can reach. */
export interface Mover {
  readonly piece: Piece;
  readonly reach: Reach;
  /** `null` while it waits to enter. */
  readonly from: HexId | null;
  /** Its position in the column that enters, counted from 1; 0 on the map. */
  readonly turn: number;
}

/**
 * All pieces that can move. Those entering form a column, the strongest first, since that sets how far each gets: each reach is computed as if all
 * before it had entered.
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
    // A piece with two entry hexes usually takes the first.
    const [by] = entriesOf(field, state, piece);
    if (by !== undefined) columns[by] = (columns[by] ?? 0) + 1;
  }
  return [...onMap, ...coming];
}

/** A legal sequence of orders that brings the pieces to their places; moves no longer possible are left out. */
export function ordersFor(field: Field, state: State, wanted: ReadonlyMap<Mover, string>): readonly Order[] {
  const run = new DryRun<State, MoveOrder, Event>(state, (before, order) => march(field, before, order));
  // Entering pieces go first, in column order, so that each pays the cost computed for it.
  let left = [...wanted].filter(([{ from }, to]) => to !== (from ?? '')).sort(([a], [b]) => a.turn - b.turn);
  for (;;) {
    const crowded = overfull(field, run.state);
    const next = left.find(([{ turn }]) => turn > 0)?.[0].turn ?? 0;
    let order: MoveOrder | null = null;
    // The column enters in order; no piece overtakes another.
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

/** `null` if the unit cannot go there now. */
function orderOf(field: Field, state: State, unit: string, to: string): MoveOrder | null {
  const entries = entriesFor(field, state, unit);
  for (const by of entries.length > 1 ? entries : [undefined])
    if (destinationsOf(field, state, unit, by).has(to))
      return { verb: 'move', unit, ...(by === undefined ? {} : { by }), to };
  return null;
}

/** Moves any piece out of an overfull hex. */
function wayOut(field: Field, state: State): MoveOrder {
  for (const unit of moversOf(field, state)) {
    const [to] = destinationsOf(field, state, unit).keys();
    if (to !== undefined) return { verb: 'move', unit, to };
  }
  throw new Error('No unit can leave a hex that holds too many');
}
