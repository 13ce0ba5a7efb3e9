import type { HexId } from '../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { oncePer } from '../../kit/memo.ts';
import { type Field, type Piece, STACK_LIMIT } from './field.ts';
import { isOnMap, type State } from './state.ts';
import type { PieceId, Side, Where } from './vocabulary.ts';

const boards = oncePer((field: Field) => oncePer((where: State['where']) => new Board(field, where)));

export function boardOf(field: Field, { where }: Pick<State, 'where'>): Board {
  return boards(field)(where);
}

export function pieceOf(field: Field, id: PieceId): Piece {
  const piece = field.piece.get(id);
  if (!piece) throw new Error(`There is no piece ${id}`);
  return piece;
}

/** A side's pieces in a hex, or in a place off the map. */
export function piecesAt(field: Field, { where }: Pick<State, 'where'>, side: Side, place: Where): readonly Piece[] {
  return field.pieces.filter((piece) => piece.side === side && where[piece.id] === place);
}

/** The hexes in which some pieces stand, each once. */
export function hexesOfPieces({ where }: Pick<State, 'where'>, ids: readonly PieceId[]): readonly HexId[] {
  return [...new Set(ids.map((id) => where[id]).filter(isOnMap))];
}

/** Counters in a hex, in the order of `units.json`. */
export type Stack<Of> = readonly [hex: HexId, pieces: readonly Of[]];

/** For each hex, the adjacent ones that a zone of control covers [6.1]. */
const zonesOfControl = oncePer(
  (field: Field): ReadonlyMap<HexId, readonly HexId[]> =>
    new Map(field.hexes.map((hex) => [hex, sidesOf(field, hex).flatMap(({ to, barred }) => (barred ? [] : [to]))])),
);

const NOBODY: readonly never[] = [];

export class Board {
  /** The first hex with more pieces than may stay there [5.1]; `null` if there is none. */
  readonly crowded: HexId | null;
  readonly #field: Field;
  readonly #stacks: ReadonlyMap<HexId, readonly Piece[]>;
  #inOrder: readonly Stack<Piece>[] | undefined;
  readonly #hexes = new Map<Side, readonly HexId[]>();
  /** Computed when first asked, usually only for the enemy of the moving side. */
  readonly #controlled = new Map<Side, ReadonlySet<HexId>>();

  constructor(field: Field, where: State['where']) {
    const stacks = new Map<HexId, Piece[]>();
    let crowded: HexId | null = null;
    for (const piece of field.pieces) {
      const hex = where[piece.id];
      if (!isOnMap(hex)) continue;
      const stack = stacks.get(hex);
      if (stack) stack.push(piece);
      else stacks.set(hex, [piece]);
    }
    for (const [hex, stack] of stacks) if (stack.length > STACK_LIMIT) crowded ??= hex;
    this.crowded = crowded;
    this.#field = field;
    this.#stacks = stacks;
  }

  /** Every occupied hex with its pieces, ordered by hex id. */
  get stacks(): readonly Stack<Piece>[] {
    this.#inOrder ??= [...this.#stacks].sort(([one], [other]) => (one < other ? -1 : 1));
    return this.#inOrder;
  }

  /** The hexes of a side, ordered by id. */
  hexesOf(side: Side): readonly HexId[] {
    let hexes = this.#hexes.get(side);
    if (!hexes) {
      hexes = this.stacks.flatMap(([hex, [first]]) => (first?.side === side ? [hex] : []));
      this.#hexes.set(side, hexes);
    }
    return hexes;
  }

  at(hex: HexId): readonly Piece[] {
    return this.#stacks.get(hex) ?? NOBODY;
  }

  /** Whether the Train is in a hex; for the Train itself, whether any piece is. It stands alone [5.2, 15.4]. */
  isBarredByTrain(hex: HexId, forTrain: boolean): boolean {
    const there = this.at(hex);
    return forTrain ? there.length > 0 : there.some(({ kind }) => kind === 'train');
  }

  /** The side whose pieces stand in a hex; `null` if it is empty. */
  holder(hex: HexId): Side | null {
    return this.#stacks.get(hex)?.[0]?.side ?? null;
  }

  controls(side: Side, hex: HexId): boolean {
    let controlled = this.#controlled.get(side);
    if (!controlled) {
      controlled = this.#controlledBy(side);
      this.#controlled.set(side, controlled);
    }
    return controlled.has(hex);
  }

  /** The Train has no zone of control [6.1]. */
  #controlledBy(side: Side): ReadonlySet<HexId> {
    const controlled = new Set<HexId>();
    for (const [hex, stack] of this.#stacks) {
      if (stack.find(({ kind }) => kind !== 'train')?.side !== side) continue;
      for (const to of zonesOfControl(this.#field).get(hex) ?? []) controlled.add(to);
    }
    return controlled;
  }
}
