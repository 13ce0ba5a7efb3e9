import type { HexId } from '../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { oncePer } from '../../kit/memo.ts';
import { type Field, type Piece, STACK_LIMIT } from './field.ts';
import { isOnMap, type State } from './state.ts';
import type { PieceId, Side } from './vocabulary.ts';

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

/** Counters in a hex, in the order of the game's list. */
export type Stack<Piece> = readonly [hex: HexId, pieces: readonly Piece[]];

/** The game's facts that a board needs. */
export interface BoardRules<Piece> {
  /** Most pieces that may stay in a hex. */
  readonly limit: number;
  /** Whether a piece has a zone of control. */
  controls(piece: Piece): boolean;
  /** The hexes beside one into which a zone of control reaches. */
  reached(hex: HexId): readonly HexId[];
}

/** The stacks and zones of control of one position, computed once. */
export class HexBoard<Side extends string, Piece extends { readonly side: Side }> {
  /** The first hex with more pieces than may stay there; `null` if there is none. */
  readonly crowded: HexId | null;
  readonly #rules: BoardRules<Piece>;
  readonly #stacks: ReadonlyMap<HexId, readonly Piece[]>;
  #inOrder: readonly Stack<Piece>[] | undefined;
  /** Computed when first asked, usually only for the enemy of the moving side. */
  readonly #controlled = new Map<Side, ReadonlySet<HexId>>();

  /** @param hexOf the hex of a piece; `null` off the map */
  constructor(pieces: readonly Piece[], hexOf: (piece: Piece) => HexId | null, rules: BoardRules<Piece>) {
    const stacks = new Map<HexId, Piece[]>();
    let crowded: HexId | null = null;
    for (const piece of pieces) {
      const hex = hexOf(piece);
      if (hex === null) continue;
      const stack = stacks.get(hex);
      if (stack) stack.push(piece);
      else stacks.set(hex, [piece]);
    }
    for (const [hex, stack] of stacks) if (stack.length > rules.limit) crowded ??= hex;
    this.crowded = crowded;
    this.#rules = rules;
    this.#stacks = stacks;
  }

  /** Every occupied hex with its pieces, ordered by hex id. */
  get stacks(): readonly Stack<Piece>[] {
    this.#inOrder ??= [...this.#stacks].sort(([one], [other]) => (one < other ? -1 : 1));
    return this.#inOrder;
  }

  at(hex: HexId): readonly Piece[] {
    return this.#stacks.get(hex) ?? NOBODY;
  }

  /** The side whose pieces stand in a hex; `null` if it is empty. */
  holder(hex: HexId): Side | null {
    return this.#stacks.get(hex)?.[0]?.side ?? null;
  }

  /** Whether a side controls a hex, occupied or not. */
  controls(side: Side, hex: HexId): boolean {
    let controlled = this.#controlled.get(side);
    if (!controlled) {
      controlled = this.#controlledBy(side);
      this.#controlled.set(side, controlled);
    }
    return controlled.has(hex);
  }

  #controlledBy(side: Side): ReadonlySet<HexId> {
    const controlled = new Set<HexId>();
    for (const [hex, stack] of this.#stacks) {
      if (stack.find((piece) => this.#rules.controls(piece))?.side !== side) continue;
      for (const to of this.#rules.reached(hex)) controlled.add(to);
    }
    return controlled;
  }
}

const NOBODY: readonly never[] = [];
