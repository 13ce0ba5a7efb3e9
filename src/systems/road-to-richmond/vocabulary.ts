import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/tagged-union.ts';
import { twoSides } from '../../kit/two-sides.ts';

/** The words of Road to Richmond: sides, pieces, orders, events. Numbers in brackets are sections of `assets/road-to-richmond/rulings.md`. */

export const { SIDES, otherSide, isSide } = twoSides('confederate', 'union');
export type Side = (typeof SIDES)[number];

/** The id of `units.json`. */
export type PieceId = string;
/** Either hex that leads off the map [16.1]. */
export const EXITS = ['0117', '1528'] as const;
export type ExitId = (typeof EXITS)[number];
/** The one the Train makes for [15]. */
export const TRAIN_EXIT: ExitId = '1528';

export const KINDS = ['infantry', 'artillery', 'cavalry', 'train'] as const;
export type Kind = (typeof KINDS)[number];

export const TERRAINS = ['clear', 'town', 'forest', 'rough', 'forest_rough'] as const;
export type Terrain = (typeof TERRAINS)[number];

/** The columns of the table, the worst for the attacker first [7.7]. */
export const COLUMNS = ['1-5', '1-4', '1-3', '1-2', '1-1', '2-1', '3-1', '4-1', '5-1', '6-1'] as const;
export type Column = (typeof COLUMNS)[number];
/** Attacker or defender retreats or is eliminated; exchange [7.9]. */
export type Result = 'Ar' | 'Ae' | 'Dr' | 'De' | 'Ex';

/** The last game-turn, and those of night [1.1, 2.2]. */
export const LAST_TURN = 20;
/** The same of the short game [18.6]. */
export const FIRST_DAY = 5;
export function isNight(turn: number): boolean {
  return turn === 5 || turn === 13;
}

/**
 * Where a piece is: in a hex, by its id; `waiting` to come on; `lost`, eliminated; or off the map by an exit.
 */
export type Where = HexId | 'waiting' | 'lost' | `off-${ExitId}`;

/** A battle as it is planned [7.5]. */
export interface Battle {
  /** The hexes attacked, in the order of their ids; together they are its name. One where guns bombard. */
  readonly hexes: readonly HexId[];
  /** In the order of `units.json`; bombarding guns among them. */
  readonly attackers: readonly PieceId[];
  /** Guns alone, from two or three hexes away [9.1]. */
  readonly bombardment: boolean;
  /** The column named, no higher than the odds allowed when it was planned [7.8]. If the odds have fallen since, their column counts. */
  readonly column: Column;
  /** A lower column than that of the odds was named; without it the odds count as they are when it is fought. */
  readonly lower?: true;
}

/** What hexes a battle is called by in orders: "1107", "1107+1206". */
export function targetOf(hexes: readonly HexId[]): string {
  return hexes.join('+');
}

/**
 * Orders. Pieces are named by their ids, several in the order of `units.json`.
 *
 * move: one piece, or both of a stack that can go together, `a+b`; `by`: the entry hex, where a piece that comes on may use more than
 * one; `to`: a hex, or `off-0117`, `off-1528`.
 * attack, bombard: lays a battle out; pieces that were in another leave that one. `with`: adjacent pieces, or the guns that bombard;
 * `guns`: those that support an attack from a distance, asked where there are any, none of them needed. cancel: takes one out of the plan.
 * fight: resolves one. retreat: `to` a hex; `displacing`: who makes room in a full hex [8.2].
 * lose: what goes in an exchange; where it is not enough yet, the rest is asked for. advance: who enters an emptied hex; `none`: nobody does.
 * done: the end of a movement phase, of the planning of battles, or of a combat phase with nothing left that must be done;
 * `sure`: where something useful would be left undone, it is asked; `rest`: while an attack that is mandatory isn't
 * planned [7.1], what is missing is planned as it comes, and nothing ends yet.
 */
export type Order = Tagged<'verb', OrderFacts>;
interface OrderFacts {
  move: { unit: string; by?: HexId; to: string };
  attack: { target: string; with: readonly PieceId[]; guns?: readonly PieceId[]; column: Column };
  bombard: { target: string; with: readonly PieceId[]; column: Column };
  cancel: { target: string };
  fight: { target: string };
  retreat: { unit: PieceId; to: string; displacing?: PieceId };
  lose: { units: readonly PieceId[] };
  advance: { unit: PieceId; to?: HexId };
  done: { sure?: 'yes' | 'rest' };
}

export const VERBS = ['move', 'attack', 'bombard', 'cancel', 'fight', 'retreat', 'lose', 'advance', 'done'] as const;
export type Verb = (typeof VERBS)[number];

/** Strengths of a battle, as the table is entered with them. */
export interface Reckoning {
  readonly attack: number;
  /** After doubling. */
  readonly defence: number;
  /** Hexes whose defenders are doubled, with why [4, 9.5]. */
  readonly doubled: readonly { readonly hex: HexId; readonly why: Doubling }[];
  /** What the odds come to. */
  readonly odds: Column;
  /** What is thrown on: `odds`, or the lower one that was named. */
  readonly column: Column;
}
export type Doubling = 'terrain' | 'water' | 'redoubt';

export type Event = Tagged<'type', EventFacts>;
interface EventFacts {
  opened: { variant: string };
  /** A phase begins. */
  phase: { turn: number; side: Side; kind: 'movement' | 'combat' };
  /** Nothing can be fought, by night or for want of an enemy: the phase is passed over. */
  quiet: { turn: number; side: Side; night: boolean };
  /** Pieces have moved along a path and stand in its last hex; `from`: null, they entered at its first hex. */
  moved: { side: Side; pieces: readonly PieceId[]; from: HexId | null; way: readonly HexId[]; cost: number };
  left: { side: Side; pieces: readonly PieceId[]; from: HexId | null; way: readonly HexId[]; by: ExitId };
  /** Early arrival is set off [13.1]. */
  alarm: { turn: number; piece: PieceId; hex: HexId };
  /** It is known in which turn the command control zone opens [14.2]. */
  zone: { opens: number; why: 'train' | 'corps' };
  laid: { battle: Battle; reckoning: Reckoning };
  struck: { hexes: readonly HexId[] };
  /** The plan of the phase stands; its battles are fought now. */
  plan: { battles: number };
  fought: {
    side: Side;
    battle: Battle;
    defenders: readonly PieceId[];
    reckoning: Reckoning;
    die: number;
    result: Result;
  };
  /** A planned battle has no attacker or no defender left [7.6]. */
  dropped: { hexes: readonly HexId[]; why: 'no-defenders' | 'no-attackers' };
  /** `points`: what the other side scores for them. */
  lost: {
    side: Side;
    pieces: readonly PieceId[];
    from: HexId;
    why: 'combat' | 'exchange' | 'no-way' | 'train';
    points: number;
  };
  retreated: {
    side: Side;
    piece: PieceId;
    from: HexId;
    to: HexId;
    why: Withdrawal;
    /** Who made room for it. */
    displacing: PieceId | null;
  };
  advanced: { side: Side; piece: PieceId; from: HexId; to: HexId };
  /** Nobody advances; or guns that can share a retreat stay. */
  held: { side: Side; guns?: readonly PieceId[] };
  ineffective: { side: Side; pieces: readonly PieceId[] };
  recovered: { pieces: readonly PieceId[] };
  ended: { confederate: number; union: number };
}

/** Why a piece goes back: a result, room for another, its own part [15.3], or its loss of heart [11.2]; `shared`: guns with others [9.1]. */
export type Withdrawal = 'combat' | 'displaced' | 'train' | 'ineffective' | 'shared';
