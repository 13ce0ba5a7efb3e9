import type { HexId } from '../../kit/hex/grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { oncePer } from '../../kit/memo.ts';
import { type Field, type Piece, STACK_LIMIT } from './field.ts';
import { isOnMap, type State } from './state.ts';
import type { PieceId, Side } from './vocabulary.ts';

/** Who stands where, and what is controlled: of a position, worked out once. */
export interface Board {
  /** Pieces in a hex, in the order of `units.json`. */
  at(hex: HexId): readonly Piece[];
  /** The side that stands in a hex; null: nobody. */
  holder(hex: HexId): Side | null;
  /** Whether a side controls a hex [6.1]. It may be occupied, by either side. */
  controls(side: Side, hex: HexId): boolean;
  /** Every hex that holds pieces, with them, in the order of their ids. */
  readonly stacks: readonly Stack[];
  /** The first hex that holds more pieces than may stay there [5.1]; null: none. */
  readonly crowded: HexId | null;
}

export type Stack = readonly [hex: HexId, pieces: readonly Piece[]];

const NOBODY: readonly Piece[] = [];
const boards = oncePer((field: Field) => oncePer((where: State['where']) => made(field, where)));

export function boardOf(field: Field, { where }: Pick<State, 'where'>): Board {
  return boards(field)(where);
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
  return new Stacks(field, stacks);
}

class Stacks implements Board {
  readonly crowded: HexId | null;
  readonly #field: Field;
  readonly #stacks: ReadonlyMap<HexId, readonly Piece[]>;
  #inOrder: readonly Stack[] | undefined;
  /** Found out for a side when somebody asks: mostly it is the enemy of the side that moves. */
  readonly #controlled: { [side in Side]?: ReadonlySet<HexId> } = {};

  constructor(field: Field, stacks: ReadonlyMap<HexId, readonly Piece[]>) {
    this.#field = field;
    this.#stacks = stacks;
    let crowded: HexId | null = null;
    for (const [hex, stack] of stacks) if (stack.length > STACK_LIMIT) crowded ??= hex;
    this.crowded = crowded;
  }

  get stacks(): readonly Stack[] {
    this.#inOrder ??= [...this.#stacks].sort(([one], [other]) => (one < other ? -1 : 1));
    return this.#inOrder;
  }

  at(hex: HexId): readonly Piece[] {
    return this.#stacks.get(hex) ?? NOBODY;
  }

  holder(hex: HexId): Side | null {
    return this.#stacks.get(hex)?.[0]?.side ?? null;
  }

  controls(side: Side, hex: HexId): boolean {
    this.#controlled[side] ??= this.#controlledBy(side);
    return this.#controlled[side].has(hex);
  }

  #controlledBy(side: Side): ReadonlySet<HexId> {
    const controlled = new Set<HexId>();
    for (const [hex, stack] of this.#stacks) {
      const controlling = stack.find(({ kind }) => kind !== 'train');
      if (controlling?.side !== side) continue;
      for (const { to, barred } of sidesOf(this.#field, hex)) if (!barred) controlled.add(to);
    }
    return controlled;
  }
}

export function pieceOf(field: Field, id: PieceId): Piece {
  const piece = field.piece.get(id);
  if (!piece) throw new Error(`There is no piece ${id}`);
  return piece;
}
