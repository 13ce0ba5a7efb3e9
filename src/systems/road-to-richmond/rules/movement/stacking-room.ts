import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf } from '../../board.ts';
import type { Field, Piece } from '../../field.ts';
import { isOnMap, type State } from '../../state.ts';
import type { PieceId } from '../../vocabulary.ts';
import { STACK_LIMIT } from '../stacking-limit.ts';
import { reachOf } from './reach.ts';

/**
 * The hex that holds a piece too many, in the middle of a movement phase; null: none. There is never more than one, nor more than one
 * piece too many, nor none there that can still go where there is room: so the phase can always end.
 */
export function overfull(field: Field, state: State): HexId | null {
  return boardOf(field, state).crowded;
}

/** Whether a unit's pieces may end their move there: there is room for them, or somebody there can still make it [5.1]. */
export function mayStop(field: Field, state: State, unit: readonly Piece[], to: string): boolean {
  if (!isOnMap(to)) return true;
  const board = boardOf(field, state);
  const excess = board.at(to).length + unit.length - STACK_LIMIT;
  if (excess <= 0) return true;
  if (excess > 1) return false;
  const going = new Set(unit.map(({ id }) => id));
  return board.at(to).some((piece) => !going.has(piece.id) && canClear(field, state, piece, going));
}

/** Whether a piece can still go to a hex with room, once others have gone. */
function canClear(field: Field, state: State, piece: Piece, going: ReadonlySet<PieceId>): boolean {
  const board = boardOf(field, state);
  const staying = (hex: HexId) => board.at(hex).filter(({ id }) => !going.has(id)).length;
  for (const to of reachOf(field, state, piece.id).keys()) if (!isOnMap(to) || staying(to) < STACK_LIMIT) return true;
  return false;
}
