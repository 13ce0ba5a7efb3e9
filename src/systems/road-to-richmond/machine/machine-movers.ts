import type { HexId } from '../../../kit/hex/hex-grid.ts';
import type { Piece } from '../field.ts';
import { entriesOf, isDue } from '../rules/arrivals.ts';
import type { Reach } from '../rules/movement/movement-costs.ts';
import { reachOf } from '../rules/movement/reach.ts';
import { isOnMap, type State } from '../state.ts';
import type { Side } from '../vocabulary.ts';

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
export function moversFor(
  state: State,
  side: Side,
  pieces: readonly Piece[],
  field: Parameters<typeof reachOf>[0],
): Mover[] {
  const own = pieces.filter((piece) => piece.side === side);
  const onMap = own.flatMap((piece): Mover[] => {
    const from = state.where[piece.id];
    if (!isOnMap(from)) return [];
    const reach = reachOf(field, state, piece.id);
    return reach.size > 0 ? [{ piece, reach, from, turn: 0 }] : [];
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
