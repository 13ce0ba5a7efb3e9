import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf } from '../../board.ts';
import type { Field, Piece } from '../../field.ts';
import type { State } from '../../state.ts';
import { otherSide } from '../../vocabulary.ts';
import { arrivalOf } from '../early-arrival.ts';

/** Whether a piece waits for its turn no longer. */
export function isDue(state: State, piece: Piece): boolean {
  const turn = arrivalOf(state, piece);
  return state.where[piece.id] === 'waiting' && turn !== null && turn <= state.turn;
}

/** The pair that the next piece through an entry hex belongs to, counted from 1: what it pays for that hex [12.2, 12.3]. */
export function pairAt({ columns }: State, hex: HexId): number {
  return Math.floor((columns[hex] ?? 0) / 2) + 1;
}

/** Whether the next piece through an entry hex is the first of its pair. */
export function opensPair({ columns }: State, hex: HexId): boolean {
  return (columns[hex] ?? 0) % 2 === 0;
}

/** The entry hexes a piece may choose between, whether or not they can be entered [12.7, 12.8]. */
export function entriesOf(field: Field, state: State, { entry, otherEntry, side }: Piece): readonly HexId[] {
  const [main] = entry;
  if (main === undefined || otherEntry === null) return entry;
  // Made once for the whole group in a turn.
  const settled = [main, otherEntry].find((hex) => (state.columns[hex] ?? 0) > 0);
  if (settled !== undefined) return [settled];
  const board = boardOf(field, state);
  const enemy = otherSide(side);
  if (board.holder(main) === enemy) return [otherEntry];
  return board.controls(enemy, main) ? [main, otherEntry] : [main];
}
