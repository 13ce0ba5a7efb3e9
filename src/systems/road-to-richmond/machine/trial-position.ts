import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type Piece, STACK_LIMIT } from '../field.ts';
import { mayEnterZone } from '../rules/movement/barriers-and-stops.ts';
import { isOnMap, type State } from '../state.ts';
import { otherSide, type PieceId, type Side } from '../vocabulary.ts';
import type { MachineLink, MachineMap } from './machine-map.ts';

/** Who stands where, to be tried out: pieces are put elsewhere and back again. Hexes by their place in `Ground.ids`. */
export class TrialPosition {
  readonly ground: MachineMap;
  readonly #stacks: Piece[][];
  readonly #where = new Map<PieceId, number>();
  /** By side, from how many hexes each hex is controlled. */
  readonly #control: Readonly<Record<Side, Uint8Array>>;
  /** Union pieces may enter the command control zone. */
  readonly #zoneOpen: boolean;
  readonly #timid: ReadonlySet<PieceId>;

  constructor(ground: MachineMap, state: State) {
    this.ground = ground;
    this.#stacks = ground.ids.map(() => []);
    this.#control = {
      confederate: new Uint8Array(ground.ids.length),
      union: new Uint8Array(ground.ids.length),
    };
    const [zone] = ground.field.commandZone;
    this.#zoneOpen = zone === undefined || mayEnterZone(ground.field, state, 'union', zone);
    this.#timid = new Set(state.ineffective);
    for (const piece of ground.field.pieces) {
      const hex = state.where[piece.id];
      if (isOnMap(hex)) this.put(piece, ground.place.get(hex) as number);
    }
  }

  at(hex: number): readonly Piece[] {
    return this.#stacks[hex] as Piece[];
  }

  /** Where a piece stands; null: not on the map. */
  hexOf(piece: Pick<Piece, 'id'>): number | null {
    return this.#where.get(piece.id) ?? null;
  }

  idOf(hex: number): HexId {
    return this.ground.ids[hex] as HexId;
  }

  holder(hex: number): Side | null {
    return this.at(hex)[0]?.side ?? null;
  }

  controls(side: Side, hex: number): boolean {
    return (this.#control[side][hex] as number) > 0;
  }

  /** Whether a piece may be part of an attack at all. */
  fights({ id, kind }: Piece): boolean {
    return kind !== 'train' && !this.#timid.has(id);
  }

  /** Puts a piece into a hex, or off the map. */
  put(piece: Piece, to: number | null): void {
    const from = this.hexOf(piece);
    if (from !== null) {
      const stack = this.#stacks[from] as Piece[];
      stack.splice(stack.indexOf(piece), 1);
      this.#where.delete(piece.id);
      if (piece.kind !== 'train' && !controlling(stack)) this.#spread(piece.side, from, -1);
    }
    if (to === null) return;
    const stack = this.#stacks[to] as Piece[];
    if (piece.kind !== 'train' && !controlling(stack)) this.#spread(piece.side, to, 1);
    stack.push(piece);
    this.#where.set(piece.id, to);
  }

  #spread(side: Side, from: number, by: 1 | -1): void {
    const control = this.#control[side];
    for (const { to } of this.ground.links[from] as readonly MachineLink[]) control[to] = (control[to] as number) + by;
  }

  /** How many pieces of a side could go back out of a hex at once [8.1]; where others would have to make room, one. */
  waysOut(side: Side, from: number): number {
    const enemy = otherSide(side);
    let room = 0;
    let full = false;
    for (const { to } of this.ground.links[from] as readonly MachineLink[]) {
      if (this.controls(enemy, to)) continue;
      if (side === 'union' && !this.#zoneOpen && this.ground.zone[to]) continue;
      const there = this.at(to);
      if (there[0] && there[0].side !== side) continue;
      if (there.some(({ kind }) => kind === 'train')) continue;
      const left = STACK_LIMIT - there.length;
      if (left > 0) room += left;
      else full = true;
    }
    return room > 0 ? room : full ? 1 : 0;
  }
}

function controlling(stack: readonly Piece[]): boolean {
  return stack.some(({ kind }) => kind !== 'train');
}
