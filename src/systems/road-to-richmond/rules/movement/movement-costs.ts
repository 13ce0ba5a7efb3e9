import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { trace } from '../../../../kit/hex/search.ts';
import { MemoPer, once, oncePer } from '../../../../kit/memo.ts';
import { boardOf } from '../../board.ts';
import { type Field, type FieldHexside, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece } from '../../field.ts';
import { type State, zoneOpens } from '../../state.ts';
import { otherSide, type Side } from '../../vocabulary.ts';

/** The field as searches read it; hexes are indexes in `Field.hexes`. */
export const movementGraphOf = oncePer((field: Field) => {
  const open = field.hexes.map((id) => sidesOf(field, id).filter(({ barred }) => !barred));
  const graph = searchGraph(
    open.map((sides) =>
      sides.map((side) => ({
        to: HEX_GRID.index.get(side.to) as number,
        cost: crossingCost(field, side),
        link: side.link !== null,
      })),
    ),
  );
  // `alarm` is 1 for a hex in which a Confederate piece triggers early arrival [13.1].
  return { ...graph, alarm: Uint8Array.from(field.hexes, (id) => (field.alarms.has(id) ? 1 : 0)) };
});

/**
 * Points to step from a hex into an adjacent one [3.4–3.6, 4]; `null` if there is no crossing or they are not adjacent.
 */
export function costOf(field: Field, from: HexId, to: HexId): number | null {
  const side = sidesOf(field, from).find((one) => one.to === to);
  return side && !side.barred ? crossingCost(field, side) : null;
}

function crossingCost(field: Field, { to, link, water, crossing }: FieldHexside): number {
  // A road bridges streams and creeks [3.4].
  if (link === 'road') return 1;
  const terrain = field.hex.get(to)?.terrain ?? 'clear';
  const ground = (link === 'trail' ? field.toEnterByTrail : field.toEnter)[terrain];
  return ground + (water === 'stream' || crossing === 'ford' ? 1 : 0);
}

/** A piece's movement allowance, doubled for Confederates that enter in the first turn [12.6]. */
export function allowanceOf({ turn }: State, { side, arrives }: Piece): number {
  return turn === 1 && side === 'confederate' && arrives === 1 ? 2 * MOVEMENT_ALLOWANCE : MOVEMENT_ALLOWANCE;
}

export interface Leg {
  readonly cost: number;
  /** The movement points that the cost is paid from. */
  readonly allowance: number;
  /** The entry hex; `null` for a unit on the map. */
  readonly entry: HexId | null;
  /** Going there triggers early arrival [13.1]. */
  readonly alarms: boolean;
  readonly search: SearchResult;
  /** The path's last hex, by its index. */
  readonly to: number;
}

/** The hexes that a unit enters on a leg, an entry hex included. A move off the map ends in the exit hex. */
export function wayOf(field: Field, { search: { before }, to, entry }: Leg): readonly HexId[] {
  const backwards: HexId[] = [];
  for (let hex = to; hex >= 0; hex = before[hex] as number) backwards.push(field.hexes[hex] as HexId);
  const way = backwards.reverse();
  return entry === null ? way.slice(1) : way;
}

/** Keys are hexes, `off-0117` and `off-1528`. */
export type Reach = ReadonlyMap<string, Leg>;

/** Obstacles to the moving side. Arrays are indexed as in `Field.hexes`; 1 means yes. */
export type Obstacles = ReturnType<typeof surveyed>;

/** By all that obstacles depend on. A phase needs one entry, but several games and dry runs alternate. */
const cached = new MemoPer<Field, Obstacles>(12);

/** The obstacles last asked for, found again without a key. For every state they would take thirty times its memory. */
interface Latest {
  readonly field: Field;
  readonly state: State;
  readonly obstacles: Obstacles;
}
const latest: { others: Latest | null; train: Latest | null } = { others: null, train: null };

/** The obstacles to the moving side's units, or to its Train. */
export function obstaclesOf(field: Field, state: State, forTrain: boolean): Obstacles {
  const whose = forTrain ? 'train' : 'others';
  const known = latest[whose];
  if (known?.state === state && known.field === field) return known.obstacles;
  const obstacles = cached.get(field, keyOf(field, state, forTrain), () => surveyed(field, state, forTrain));
  latest[whose] = { field, state, obstacles };
  return obstacles;
}

/** Everything on which paths depend, except their starts. */
function keyOf(field: Field, { where, side, turn, alarm, trainLeft, corpsCame }: State, forTrain: boolean): string {
  const key: unknown[] = [forTrain, side, turn, alarm === null, trainLeft, corpsCame];
  for (const piece of field.pieces)
    if (forTrain || piece.side !== side || piece.kind === 'train') key.push(where[piece.id]);
  return key.join(' ');
}

function surveyed(field: Field, state: State, forTrain: boolean) {
  const ids = field.hexes;
  const { side } = state;
  const board = boardOf(field, state);
  const enemy = otherSide(side);
  const isClosed = (hex: HexId) =>
    board.isBarredByTrain(hex, forTrain) || board.holder(hex) === enemy || !mayEnterZone(field, state, side, hex);
  return {
    /** Not to be entered: enemies [3.3], the closed zone [14.2], the Train, and for the Train its friends [15.4]. */
    closed: Uint8Array.from(ids, (hex) => (isClosed(hex) ? 1 : 0)),
    /** In enemy control [6.1]. */
    controlled: Uint8Array.from(ids, (hex) => (board.controls(enemy, hex) ? 1 : 0)),
    /** Each hex's distance in hexes from the nearest enemy, regardless of terrain. */
    front: once(() => trace(board.hexesOf(enemy), (hex) => HEX_GRID.neighbours(hex))),
    reaches: new Map<string, Reach>(),
  };
}

/**
 * Whether a side may enter a hex of the command control zone: the Union only once it is open [14.2]. All other hexes
 * are open.
 */
export function mayEnterZone(
  field: Field,
  state: Pick<State, 'turn' | 'trainLeft' | 'corpsCame'>,
  side: Side,
  hex: HexId,
): boolean {
  if (side === 'confederate' || !field.commandZone.has(hex)) return true;
  const opens = zoneOpens(state);
  return opens !== null && opens <= state.turn;
}

/**
 * A map as arrays, for a search that runs often. Hexes are indexes, and only hexsides that can be crossed are listed.
 */
type SearchGraph = ReturnType<typeof searchGraph>;

/** A side that can be crossed, out of a hex. */
interface SearchStep {
  readonly to: number;
  readonly cost: number;
  readonly link: boolean;
}

/** @param sides of each hex in turn */
function searchGraph(sides: readonly (readonly SearchStep[])[]) {
  const first = new Int32Array(sides.length + 1);
  for (const [at, { length }] of sides.entries()) first[at + 1] = (first[at] as number) + length;
  const all = sides.flat();
  return {
    /** Index of each hex's first side in the three lists below, with their length at the end. */
    first,
    to: Int16Array.from(all, ({ to }) => to),
    /** Points to enter `to` from there. */
    cost: Int16Array.from(all, ({ cost }) => cost),
    /** 1: a way crosses the side. */
    link: Uint8Array.from(all, ({ link }) => (link ? 1 : 0)),
  };
}

/** How a piece may go. Arrays have an entry for each hex, with 1 for yes. */
interface SearchTerms {
  readonly start: number;
  /** Points spent before the start. */
  readonly spent: number;
  readonly allowance: number;
  /** Whether the piece keeps to roads and trails. */
  readonly byWay: boolean;
  /** Not to be entered. */
  readonly closed: Uint8Array;
  /** Hexes in an enemy zone of control: entering ends the move. */
  readonly controlled: Uint8Array;
  /** The most points that may be spent on entering a zone of control; −1 if none may be entered. */
  readonly controlLimit: number;
  /** Further hexes not to be entered. */
  readonly avoid: Uint8Array | null;
}

/** The cheapest ways from one hex. */
type SearchResult = ReturnType<typeof cheapestWays>;

/**
 * Dijkstra's search, with a list for each cost, since those are few.
 * Of paths with one cost it takes that with the fewest steps off roads and trails, and of these the first it finds.
 */
export function cheapestWays(graph: SearchGraph, terms: SearchTerms) {
  const { start, spent, allowance, byWay, closed, controlled, controlLimit, avoid } = terms;
  const { first, to: neighbour, cost: entering, link } = graph;
  const hexes = first.length - 1;
  const cost = new Int16Array(hexes).fill(-1);
  const before = new Int16Array(hexes).fill(-1);
  const offWay = new Int16Array(hexes);
  const ready: number[][] = [];
  for (let points = 0; points <= allowance; points++) ready.push([]);
  cost[start] = spent;
  ready[spent]?.push(start);
  for (let now = spent; now <= allowance; now++) {
    for (const hex of ready[now] as number[]) {
      if (cost[hex] !== now || controlled[hex]) continue;
      const end = first[hex + 1] as number;
      for (let side = first[hex] as number; side < end; side++) {
        const to = neighbour[side] as number;
        const total = now + (entering[side] as number);
        if (total > allowance || closed[to] || avoid?.[to] || (byWay && !link[side])) continue;
        if (controlled[to] && total > controlLimit) continue;
        const best = cost[to] as number;
        const off = (offWay[hex] as number) + (link[side] ? 0 : 1);
        if (best >= 0 && (best < total || (best === total && (offWay[to] as number) <= off))) continue;
        cost[to] = total;
        before[to] = hex;
        offWay[to] = off;
        if (best !== total) ready[total]?.push(to);
      }
    }
  }
  return {
    /** −1: out of reach. */
    cost,
    /** The hex before; −1: the start. */
    before,
  };
}
