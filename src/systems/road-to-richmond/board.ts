import { type BoardRules, HexBoard } from '../../kit/hex/hex-board.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { oncePer } from '../../kit/memo.ts';
import type { Field, Piece } from './field.ts';
import { STACK_LIMIT } from './rules/stacking-limit.ts';
import { isOnMap, type State } from './state.ts';
import type { PieceId, Side } from './vocabulary.ts';

/** Who stands where, and what is controlled. */
export type Board = HexBoard<Side, Piece>;

const boards = oncePer((field: Field) => {
  const reached = new Map(
    field.hexes.map((hex): [HexId, HexId[]] => [
      hex,
      sidesOf(field, hex).flatMap(({ to, barred }) => (barred ? [] : [to])),
    ]),
  );
  // [5.1, 6.1]
  const rules: BoardRules<Piece> = {
    limit: STACK_LIMIT,
    controls: ({ kind }) => kind !== 'train',
    reached: (hex) => reached.get(hex) ?? [],
  };
  return oncePer((where: State['where']): Board => {
    const hexOf = ({ id }: Piece) => {
      const hex = where[id];
      return isOnMap(hex) ? hex : null;
    };
    return new HexBoard(field.pieces, hexOf, rules);
  });
});

export function boardOf(field: Field, { where }: Pick<State, 'where'>): Board {
  return boards(field)(where);
}

export function pieceOf(field: Field, id: PieceId): Piece {
  const piece = field.piece.get(id);
  if (!piece) throw new Error(`There is no piece ${id}`);
  return piece;
}
