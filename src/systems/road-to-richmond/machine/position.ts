import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { costsFromNearest, FAR } from '../../../kit/hex/search.ts';
import { MemoPer, oncePer } from '../../../kit/memo.ts';
import { type Field, type FieldHexside, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece, STACK_LIMIT } from '../field.ts';
import { reaches } from '../rules/combat/contact.ts';
import { isWater, sees } from '../rules/combat/line-of-sight.ts';
import { costOf, mayEnterZone } from '../rules/movement/movement-costs.ts';
import { isOnMap, type State } from '../state.ts';
import { otherSide, type PieceId, type Side } from '../vocabulary.ts';

/** A hexside that can be crossed. */
export interface MachineLink {
  readonly to: number;
  /** Points to enter `to`, and to come back from it. */
  readonly cost: number;
  readonly back: number;
  /** Whether a road or trail crosses it. */
  readonly way: boolean;
  readonly water: boolean;
  readonly redoubt: FieldHexside['redoubt'];
}

/** Movement points between a hex and the nearest of some others. */
export type MovementPoints = (hex: number) => number;

const knownTargets = new MemoPer<Field, readonly number[]>();

/** The field in the machine's terms: hexes are indexes in `Field.hexes`. */
export class MachineMap {
  readonly field: Field;
  /** Terrain that doubles a defence. */
  readonly rugged: readonly boolean[];
  readonly zone: readonly boolean[];
  readonly #links: readonly (readonly MachineLink[])[];

  constructor(field: Field) {
    this.field = field;
    this.rugged = field.hexes.map((id) => ['rough', 'forest_rough'].includes(field.hex.get(id)?.terrain ?? ''));
    this.zone = field.hexes.map((id) => field.commandZone.has(id));
    this.#links = field.hexes.map((id) =>
      sidesOf(field, id).flatMap((side) => {
        const { to, barred, link, redoubt } = side;
        if (barred) return [];
        const [cost, back] = [pointsFor(field, id, to), pointsFor(field, to, id)];
        return [{ to: this.placeOf(to), cost, back, way: link !== null, water: isWater(side), redoubt }];
      }),
    );
  }

  links(hex: number): readonly MachineLink[] {
    return this.#links[hex] as readonly MachineLink[];
  }

  placeOf(hex: string): number {
    return HEX_GRID.index.get(hex) as number;
  }

  /** Hexes that guns in a hex can bombard, in range and in sight. */
  targets(from: number): readonly number[] {
    const { field } = this;
    const id = field.hexes[from] as HexId;
    return knownTargets.get(field, from, () =>
      field.hexes.flatMap((to, at) => (reaches(field, id, to) && sees(field, id, to) ? [at] : [])),
    );
  }

  /**
   * Points from each hex to the nearest goal by the cheapest path, over any number of turns.
   * @param toll extra points to enter a hex; FAR closes it
   * @param onWays only along roads and trails
   */
  pointsTo(goals: Iterable<number>, toll: (hex: number) => number = () => 0, onWays = false): MovementPoints {
    const points = costsFromNearest(this.#links, goals, ({ back, way }, entered) =>
      // The search runs back from the goals, so a step leads into the hex that it comes from.
      onWays && !way ? FAR : back + toll(entered),
    );
    return (hex) => points[hex] ?? FAR;
  }

  /** Points from the nearest of some hexes to each hex. */
  pointsFrom(starts: readonly number[]): MovementPoints {
    const points = costsFromNearest(this.#links, starts, ({ cost }) => cost);
    return (hex) => points[hex] as number;
  }
}

/** Points to enter a hex from another. One that costs more than a whole turn can never be entered [3.2]. */
function pointsFor(field: Field, from: HexId, to: HexId): number {
  const cost = costOf(field, from, to) ?? FAR;
  return cost > MOVEMENT_ALLOWANCE ? FAR : cost;
}

export const machineMapOf = oncePer((field: Field) => new MachineMap(field));

/** A position for trying out moves: pieces are placed and taken back. Hexes are indexes in `Field.hexes`. */
export class TrialPosition {
  readonly ground: MachineMap;
  readonly state: State;
  readonly #stacks: Piece[][];
  readonly #where = new Map<PieceId, number>();
  /** For each side, the number of hexes from which a hex is controlled. */
  readonly #control: Readonly<Record<Side, Uint8Array>>;
  readonly #zoneOpen: boolean;

  constructor(field: Field, state: State) {
    this.ground = machineMapOf(field);
    this.state = state;
    this.#stacks = field.hexes.map(() => []);
    const nowhere = () => new Uint8Array(field.hexes.length);
    this.#control = { confederate: nowhere(), union: nowhere() };
    const [zone] = field.commandZone;
    this.#zoneOpen = zone === undefined || mayEnterZone(field, state, 'union', zone);
    for (const piece of field.pieces) {
      const hex = state.where[piece.id];
      if (isOnMap(hex)) this.put(piece, this.ground.placeOf(hex));
    }
  }

  get pieces(): readonly Piece[] {
    return this.ground.field.pieces;
  }

  at(hex: number): readonly Piece[] {
    return this.#stacks[hex] as Piece[];
  }

  hexOf(piece: Pick<Piece, 'id'>): number | null {
    return this.#where.get(piece.id) ?? null;
  }

  /** The hexes of a side in the order of its pieces. */
  hexesOf(side: Side): readonly number[] {
    return [...new Set(this.pieces.flatMap((piece) => (piece.side === side ? (this.hexOf(piece) ?? []) : [])))];
  }

  idOf(hex: number): HexId {
    return this.ground.field.hexes[hex] as HexId;
  }

  holder(hex: number): Side | null {
    return this.at(hex)[0]?.side ?? null;
  }

  controls(side: Side, hex: number): boolean {
    return (this.#control[side][hex] as number) > 0;
  }

  hasTrain(hex: number): boolean {
    return this.at(hex).some(({ kind }) => kind === 'train');
  }

  fights({ id, kind }: Piece): boolean {
    return kind !== 'train' && !this.state.ineffective.includes(id);
  }

  /** @param to `null` for off the map */
  put(piece: Piece, to: number | null): void {
    const from = this.hexOf(piece);
    if (from !== null) {
      const stack = this.#stacks[from] as Piece[];
      stack.splice(stack.indexOf(piece), 1);
      this.#where.delete(piece.id);
      this.#changeControl(piece, from, -1);
    }
    if (to === null) return;
    this.#changeControl(piece, to, 1);
    this.#stacks[to]?.push(piece);
    this.#where.set(piece.id, to);
  }

  /**
   * Updates control around a hex that a piece enters or leaves, unless another piece there exerts it anyway. The piece
   * itself is not in the stack then.
   */
  #changeControl({ side, kind }: Piece, from: number, by: 1 | -1): void {
    if (kind === 'train' || this.at(from).some((other) => other.kind !== 'train')) return;
    const control = this.#control[side];
    for (const { to } of this.ground.links(from)) control[to] = (control[to] as number) + by;
  }

  /**
   * The number of a side's pieces that could retreat from a hex at once [8.1]; 1 if they would have to displace others.
   */
  roomToRetreat(side: Side, from: number): number {
    const enemy = otherSide(side);
    let room = 0;
    let canDisplace = false;
    for (const { to } of this.ground.links(from)) {
      if (this.controls(enemy, to)) continue;
      if (side === 'union' && !this.#zoneOpen && this.ground.zone[to]) continue;
      const there = this.at(to);
      if (there.some((piece) => piece.side !== side || piece.kind === 'train')) continue;
      if (there.length < STACK_LIMIT) room += STACK_LIMIT - there.length;
      else canDisplace = true;
    }
    return room > 0 ? room : canDisplace ? 1 : 0;
  }
}
