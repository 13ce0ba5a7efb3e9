import type { Field, Hexside, Piece } from './field.ts';
import { isOnMap, type State } from './state.ts';
import type { HexId, PieceId, Side } from './vocabulary.ts';

/** Who stands where, and what is controlled: of a position, worked out once. */
export interface Board {
  /** Pieces in a hex, in the order of `units.json`. */
  at(hex: HexId): readonly Piece[];
  /** The side that stands in a hex; null: nobody. */
  holder(hex: HexId): Side | null;
  /** Whether a side controls a hex [6.1]. It may be occupied, by either side. */
  controls(side: Side, hex: HexId): boolean;
}

const NOBODY: readonly Piece[] = [];
const known = new WeakMap<Field, WeakMap<State['where'], Board>>();

export function boardOf(field: Field, { where }: Pick<State, 'where'>): Board {
  let ofField = known.get(field);
  if (!ofField) {
    ofField = new WeakMap();
    known.set(field, ofField);
  }
  let board = ofField.get(where);
  if (!board) {
    board = made(field, where);
    ofField.set(where, board);
  }
  return board;
}

function made(field: Field, where: State['where']): Board {
  const stacks = new Map<HexId, Piece[]>();
  for (const piece of field.pieces) {
    const hex = where[piece.id];
    if (!isOnMap(hex)) continue;
    const stack = stacks.get(hex);
    if (stack) stack.push(piece);
    else stacks.set(hex, [piece]);
  }
  const controlled: Readonly<Record<Side, Set<HexId>>> = { confederate: new Set(), union: new Set() };
  for (const [hex, stack] of stacks) {
    const controlling = stack.find(({ kind }) => kind !== 'train');
    if (!controlling) continue;
    for (const side of sidesOf(field, hex)) if (!side.barred) controlled[controlling.side].add(side.to);
  }
  return {
    at: (hex) => stacks.get(hex) ?? NOBODY,
    holder: (hex) => stacks.get(hex)?.[0]?.side ?? null,
    controls: (side, hex) => controlled[side].has(hex),
  };
}

export function sidesOf(field: Field, hex: HexId): readonly Hexside[] {
  return field.hex.get(hex)?.sides ?? [];
}

export function pieceOf(field: Field, id: PieceId): Piece {
  const piece = field.piece.get(id);
  if (!piece) throw new Error(`There is no piece ${id}`);
  return piece;
}
