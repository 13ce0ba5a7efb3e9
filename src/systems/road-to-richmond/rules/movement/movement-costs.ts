import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../../kit/hex/hex-map.ts';
import { type Traced, trace } from '../../../../kit/hex/search.ts';
import { MemoPer, once, oncePer } from '../../../../kit/memo.ts';
import { boardOf } from '../../board.ts';
import { type Field, type FieldHexside, HEX_GRID, MOVEMENT_ALLOWANCE, type Piece } from '../../field.ts';
import { type State, zoneOpens } from '../../state.ts';
import { otherSide, type Side } from '../../vocabulary.ts';
import { type SearchGraph, searchGraph } from './cheapest-ways.ts';

/** The field as searches read it; hexes are indexes in `Field.hexes`. */
export interface MovementGraph extends SearchGraph {
  /** 1 for a hex in which a Confederate piece triggers early arrival [13.1]. */
  readonly alarm: Uint8Array;
}

export const movementGraphOf = oncePer((field: Field): MovementGraph => {
  const open = field.hexes.map((id) => sidesOf(field, id).filter(({ barred }) => !barred));
  const graph = searchGraph(
    open.map((sides) =>
      sides.map((side) => ({
        to: HEX_GRID.index.get(side.to) as number,
        cost: crossing(field, side),
        link: side.link !== null,
      })),
    ),
  );
  return { ...graph, alarm: Uint8Array.from(field.hexes, (id) => (field.alarms.has(id) ? 1 : 0)) };
});

/** Points to step from a hex into an adjacent one [3.4–3.6, 4]; `null` if there is no crossing or they are not adjacent. */
export function costOf(field: Field, from: HexId, to: HexId): number | null {
  const side = sidesOf(field, from).find((one) => one.to === to);
  return side && !side.barred ? crossing(field, side) : null;
}

function crossing(field: Field, { to, link, water, crossing: by }: FieldHexside): number {
  // A road bridges streams and creeks [3.4].
  if (link === 'road') return 1;
  const terrain = field.hex.get(to)?.terrain ?? 'clear';
  const ground = (link === 'trail' ? field.toEnterByTrail : field.toEnter)[terrain];
  return ground + (water === 'stream' || by === 'ford' ? 1 : 0);
}

/** A piece's movement allowance, doubled for Confederates that enter in the first turn [12.6]. */
export function allowanceOf({ turn }: State, { side, arrives }: Piece): number {
  return turn === 1 && side === 'confederate' && arrives === 1 ? 2 * MOVEMENT_ALLOWANCE : MOVEMENT_ALLOWANCE;
}

/** A unit's path to one of the places it can reach. */
export interface Leg {
  readonly cost: number;
  /** The movement points that the cost is paid from. */
  readonly allowance: number;
  /** Every hex entered, from the entry hex if any to the last, which is the exit hex for a move off the map. */
  readonly way: readonly HexId[];
  /** The entry hex; `null` for a unit on the map. */
  readonly entry: HexId | null;
  /** Going there triggers early arrival [13.1]. */
  readonly alarms: boolean;
}

/** Keys are hexes, `off-0117` and `off-1528`. */
export type Reach = ReadonlyMap<string, Leg>;

/** Obstacles to the moving side. Arrays are indexed as in `Field.hexes`; 1 means yes. */
export interface Obstacles {
  /** Not to be entered: enemies [3.3], the closed zone [14.2], the Train, and for the Train its friends [15.4]. */
  readonly closed: Uint8Array;
  /** In enemy control [6.1]. */
  readonly controlled: Uint8Array;
  /** Each hex's distance in hexes from the nearest enemy, regardless of terrain. */
  readonly front: () => ReadonlyMap<HexId, Traced<HexId>>;
  /** Reaches already computed on this ground. */
  readonly reaches: Map<string, Reach>;
}

/** Grounds are cached by what they depend on: a phase needs one, but several games and dry runs alternate. */
const grounds = new MemoPer<Field, Obstacles>(12);

interface Surveyed {
  readonly field: Field;
  readonly state: State;
  readonly ground: Obstacles;
}

/**
 * Only the grounds of the latest state are kept. One for each state would live as long as the state and all its reaches, and a ground takes thirty
 * times the memory of a state.
 */
const last: { foot: Surveyed | null; train: Surveyed | null } = { foot: null, train: null };

/** The ground for the moving side, or for its Train. */
export function obstaclesOf(field: Field, state: State, train: boolean): Obstacles {
  // This runs too often to create a closure.
  const known = train ? last.train : last.foot;
  if (known?.state === state && known.field === field) return known.ground;
  const ground = grounds.get(field, keyOf(field, state, train), () => surveyed(field, state, train));
  last[train ? 'train' : 'foot'] = { field, state, ground };
  return ground;
}

/** All that a path depends on except its start: the pieces' places, the turn, and whether it must avoid triggering early arrival. */
function keyOf(field: Field, { where, side, turn, alarm, trainLeft, corpsCame }: State, train: boolean): string {
  const key: (string | number | boolean | null | undefined)[] = [
    train,
    side,
    turn,
    alarm === null,
    trainLeft,
    corpsCame,
  ];
  for (const piece of field.pieces)
    if (train || piece.side !== side || piece.kind === 'train') key.push(where[piece.id]);
  return key.join(' ');
}

function surveyed(field: Field, state: State, train: boolean): Obstacles {
  const ids = field.hexes;
  const { side } = state;
  const board = boardOf(field, state);
  const enemy = otherSide(side);
  const shut = (hex: HexId) => {
    const there = board.at(hex);
    const crowded = train ? there.length > 0 : there.some(({ kind }) => kind === 'train');
    return crowded || there[0]?.side === enemy || !mayEnterZone(field, state, side, hex);
  };
  return {
    closed: Uint8Array.from(ids, (hex) => (shut(hex) ? 1 : 0)),
    controlled: Uint8Array.from(ids, (hex) => (board.controls(enemy, hex) ? 1 : 0)),
    front: once(() => {
      const enemies = board.stacks.flatMap(([hex, [piece]]) => (piece?.side === enemy ? [hex] : []));
      return trace(enemies, (hex) => HEX_GRID.neighbours(hex));
    }),
    reaches: new Map(),
  };
}

/** Whether a side may enter a hex of the command control zone: the Union only once it is open [14.2]. All other hexes are open. */
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
