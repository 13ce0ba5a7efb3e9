import type { HexId } from '../../kit/hex/hex-grid.ts';
import { type Tagged, twoSides } from '../../kit/vocabulary.ts';

/** Numbers in brackets are sections of `assets/road-to-richmond/rulings.md`. */

export const { SIDES, otherSide, isSide } = twoSides('confederate', 'union');
export type Side = (typeof SIDES)[number];

export type PieceId = string;
/** The two hexes that lead off the map [16.1]. */
export const EXITS = ['0117', '1528'] as const;
export type ExitId = (typeof EXITS)[number];
/** The Train's exit [15]. */
export const TRAIN_EXIT: ExitId = '1528';

export const KINDS = ['infantry', 'artillery', 'cavalry', 'train'] as const;
export type Kind = (typeof KINDS)[number];

export const TERRAINS = ['clear', 'town', 'forest', 'rough', 'forest_rough'] as const;
export type Terrain = (typeof TERRAINS)[number];

/** From the worst for the attacker to the best [7.7]. */
export const COLUMNS = ['1-5', '1-4', '1-3', '1-2', '1-1', '2-1', '3-1', '4-1', '5-1', '6-1'] as const;
export type Column = (typeof COLUMNS)[number];
/** Attacker or defender retreats or is eliminated; exchange [7.9]. */
export type Result = 'Ar' | 'Ae' | 'Dr' | 'De' | 'Ex';

/** A piece's place: a hex id, `waiting` to enter, `lost`, or the exit it left by. */
export type Where = HexId | 'waiting' | 'lost' | `off-${ExitId}`;

/** A planned battle [7.5]. */
export interface Battle {
  /** The hexes attacked, ordered by id; a bombardment has only one. Together they name the battle. */
  readonly hexes: readonly HexId[];
  /** In the order of `units.json`, bombarding guns included. */
  readonly attackers: readonly PieceId[];
  /** Guns alone, from two or three hexes away [9.1]. */
  readonly bombardment: boolean;
  /**
   * The column at the time of planning: that of the odds, or a lower one that was named [7.8]. If the odds have fallen since, their column counts.
   */
  readonly column: Column;
  /** A column lower than the odds' was named; absent, the odds count as they are when the battle is fought. */
  readonly lower?: true;
}

/** The name of a battle in orders: "1107", "1107+1206". */
export function targetOf(hexes: readonly HexId[]): string {
  return hexes.join('+');
}

/**
 * Orders name pieces by their ids, several in the order of `units.json`.
 *
 * move: one piece, or both of a stack that can go together, `a+b`; `by`: the entry hex, if there is a choice; `to`: a hex, or `off-0117`, `off-1528`.
 * attack, bombard: plans a battle, for which its pieces leave other battles. `with`: adjacent pieces, or the guns that bombard; `guns`: those that
 * support an attack from a distance, asked if there are any, none of them required. cancel: removes a battle from the plan. fight: resolves one.
 * retreat: `to` a hex; `displacing`: the piece that makes room in a full hex [8.2].
 * lose: the pieces lost in an exchange; if they are not enough, the rest is asked for next. advance: a piece enters a vacated hex; `none` declines.
 * done: ends a movement phase, the planning of battles, or a combat phase with no mandatory battle left. `sure`: `yes` confirms that something useful
 * is left undone; `rest`, while a mandatory attack is missing [7.1], has the missing battles planned and ends nothing yet.
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

/** The strengths with which a battle enters the table. */
export interface Reckoning {
  readonly attack: number;
  /** After doubling. */
  readonly defence: number;
  /** Hexes with doubled defenders, and the reason [4, 9.5]. */
  readonly doubled: readonly { readonly hex: HexId; readonly why: Doubling }[];
  readonly odds: Column;
  /** The column rolled on: `odds`, or a lower one that was named. */
  readonly column: Column;
}
export type Doubling = 'terrain' | 'water' | 'redoubt';

export type Event = Tagged<'type', EventFacts>;
interface EventFacts {
  opened: { variant: string };
  phase: { turn: number; side: Side; kind: 'movement' | 'combat' };
  /** A combat phase is skipped, since it is night or no enemy can be fought. */
  quiet: { turn: number; side: Side; night: boolean };
  /** Pieces moved along a path to its last hex. `from` is `null` if they entered at its first hex. */
  moved: { side: Side; pieces: readonly PieceId[]; from: HexId | null; way: readonly HexId[]; cost: number };
  left: { side: Side; pieces: readonly PieceId[]; from: HexId | null; way: readonly HexId[]; by: ExitId };
  /** Early arrival is triggered [13.1]. */
  alarm: { turn: number; piece: PieceId; hex: HexId };
  /** The turn in which the command control zone opens has become known [14.2]. */
  zone: { opens: number; why: 'train' | 'corps' };
  laid: { battle: Battle; reckoning: Reckoning };
  struck: { hexes: readonly HexId[] };
  /** Planning ends, and the battles are fought next. */
  plan: { battles: number };
  fought: {
    side: Side;
    battle: Battle;
    defenders: readonly PieceId[];
    reckoning: Reckoning;
    die: number;
    result: Result;
  };
  /** A planned battle no longer has attackers or defenders [7.6]. */
  dropped: { hexes: readonly HexId[]; why: 'no-defenders' | 'no-attackers' };
  /** `points`: the other side's score for them. */
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
    displacing: PieceId | null;
  };
  advanced: { side: Side; piece: PieceId; from: HexId; to: HexId };
  /** An advance was declined; or guns that could share a retreat stayed. */
  held: { side: Side; guns?: readonly PieceId[] };
  ineffective: { side: Side; pieces: readonly PieceId[] };
  recovered: { pieces: readonly PieceId[] };
  ended: { confederate: number; union: number };
}

/** The reason for a retreat: a result, room for another piece, the Train's own [15.3], or ineffectiveness [11.2]; `shared`: guns join one [9.1]. */
export type Withdrawal = 'combat' | 'displaced' | 'train' | 'ineffective' | 'shared';
