import type { HexId } from '../../kit/hex/hex-grid.ts';
import { sideBetween } from '../../kit/hex/hex-map.ts';
import { once, oncePer } from '../../kit/memo.ts';
import { type Counter, isOnMap, type State } from './state.ts';
import { HEX_GRID, isLand, type Theatre, type Unit, unitOf } from './theatre.ts';
import { eachSide, otherSide, type Side, type UnitId } from './vocabulary.ts';

export interface Piece extends Counter {
  readonly hex: HexId;
  readonly side: Side;
  readonly kind: Unit['kind'];
}

/** Counters by hex, and zones of control. Zones depend on public facts alone, so they give no hidden counter away. */
export class Board {
  readonly pieces: readonly Piece[];
  readonly #theatre: Theatre;
  readonly #state: Pick<State, 'forts' | 'ghosts'>;
  readonly #stacks = new Map<HexId, Piece[]>();
  readonly #unit = new Map<UnitId, Piece>();
  readonly #zones = eachSide((side) => once(() => this.#zonesOf(side)));

  constructor(theatre: Theatre, state: Pick<State, 'counters' | 'forts' | 'ghosts'>) {
    this.#theatre = theatre;
    this.#state = state;
    const pieces = state.counters.flatMap((counter): Piece[] => {
      const { hex } = counter;
      const { side, kind } = unitOf(theatre, counter.unit);
      return isOnMap(hex) ? [{ ...counter, hex, side, kind }] : [];
    });
    this.pieces = pieces;
    for (const piece of pieces) {
      this.#unit.set(piece.unit, piece);
      const stack = this.#stacks.get(piece.hex);
      if (stack) stack.push(piece);
      else this.#stacks.set(piece.hex, [piece]);
    }
  }

  piece(id: UnitId): Piece | null {
    return this.#unit.get(id) ?? null;
  }

  at(hex: HexId): readonly Piece[] {
    return this.#stacks.get(hex) ?? [];
  }

  of(side: Side): readonly Piece[] {
    return this.pieces.filter((piece) => piece.side === side);
  }

  own(side: Side, hex: HexId): readonly Piece[] {
    const stack = this.at(hex);
    return stack[0]?.side === side ? stack : [];
  }

  /** Hexes in which counters of a side stand, in the order of their ids. */
  hexesOf(side: Side): readonly HexId[] {
    return [...this.#stacks.keys()].filter((hex) => this.at(hex)[0]?.side === side).sort();
  }

  /** The strength left of a side's fortification in a hex; 0 if there is none. */
  fortOf(side: Side, hex: HexId): number {
    const fort = this.#theatre.fortIn.get(hex);
    return fort?.side === side ? (this.#state.forts[fort.id] ?? 0) : 0;
  }

  /** Whether a side holds a hex, by counters or a fortification: the other may not enter it [1.7, 3.4]. */
  isHeld(side: Side, hex: HexId): boolean {
    return this.own(side, hex).length > 0 || this.fortOf(side, hex) > 0;
  }

  /** Whether a hex lies in a zone of control of a side [3.5]. */
  isInZone(side: Side, hex: HexId): boolean {
    return this.#zones[side]().has(hex);
  }

  #zonesOf(side: Side): ReadonlySet<HexId> {
    const from = [
      ...this.of(side).flatMap((piece) => (hasZone(piece) ? [piece.hex] : [])),
      ...this.#state.ghosts.flatMap((ghost) => (ghost.side === side ? [ghost.hex] : [])),
    ];
    return new Set(from.flatMap((hex) => HEX_GRID.neighbours(hex)).filter((hex) => isLand(this.#theatre, hex)));
  }
}

/**
 * Whether a counter has a zone of control [3.5, 3.6]. Infantry has one, and so has every face-down counter: what it is
 * doesn't matter, so that its zone gives nothing away. Entrained counters have none.
 */
export function hasZone({ up, kind, entrained }: Pick<Piece, 'up' | 'kind' | 'entrained'>): boolean {
  return !entrained && (!up || kind === 'infantry');
}

const boards = oncePer((theatre: Theatre) => oncePer((state: State) => new Board(theatre, state)));

export function boardOf(theatre: Theatre, state: State): Board {
  return boards(theatre)(state);
}

/** The counter of a unit that has to be on the map. */
export function pieceOf(board: Board, id: UnitId): Piece {
  const piece = board.piece(id);
  if (!piece) throw new Error(`${id} is not on the map`);
  return piece;
}

export function infantryIn(board: Board, side: Side, hex: HexId): readonly Piece[] {
  return board.own(side, hex).filter(({ kind }) => kind === 'infantry');
}

export function isRiver(theatre: Pick<Theatre, 'hex'>, from: HexId, to: HexId): boolean {
  return sideBetween(theatre, from, to)?.water === 'river';
}

/** Of the hexes next to `hex`, those that the enemy of `side` holds, by counters or a fortification. */
export function enemyHexesBeside(board: Board, side: Side, hex: HexId): readonly HexId[] {
  return HEX_GRID.neighbours(hex).filter((to) => board.isHeld(otherSide(side), to));
}
