import type { HexId } from '../../kit/hex/hex-grid.ts';
import { type Tagged, twoSides } from '../../kit/shared-vocabulary.ts';

/**
 * The words of Road to Richmond: sides, pieces, columns, orders, events.
 * Numbers in brackets are sections of `assets/road-to-richmond/rulings.md`.
 */

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

/** The columns of the combat results table, from the worst for the attacker to the best [7.7]. */
export const COLUMNS = ['1-5', '1-4', '1-3', '1-2', '1-1', '2-1', '3-1', '4-1', '5-1', '6-1'] as const;
export type Column = (typeof COLUMNS)[number];
/** A for the attacker or D for the defender, then r for "retreats" or e for "is eliminated"; Ex: exchange [7.9]. */
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
  /** The column of the odds when the battle was planned, or a lower one that was named [7.8]. */
  readonly column: Column;
  /** `column` was named: it counts unless the odds are lower still in the battle. Without `lower` the odds count. */
  readonly lower?: true;
}

/** The name of a battle in orders: "1107", "1107+1206". */
export function targetOf(hexes: readonly HexId[]): string {
  return hexes.join('+');
}

/** Orders name pieces by their ids, several in the order of `units.json`. */
export type Order = Tagged<'verb', OrderFacts>;
interface OrderFacts {
  /**
   * Moves one piece, or two that go together: `a+b`. The entry hex `by` is named if there is a choice.
   * `to` is a hex, `off-0117` or `off-1528`.
   */
  move: { unit: string; by?: HexId; to: string };
  /**
   * Plans a battle; its pieces leave other battles. `with` names adjacent pieces.
   * `guns` support the attack from a distance, as many as the side likes.
   */
  attack: { target: string; with: readonly PieceId[]; guns?: readonly PieceId[]; column: Column };
  bombard: { target: string; with: readonly PieceId[]; column: Column };
  /** Removes a battle from the plan. */
  cancel: { target: string };
  /** Resolves a planned battle. */
  fight: { target: string };
  /** Retreats a piece to a hex. In a full one `displacing` makes room [8.2]. */
  retreat: { unit: PieceId; to: string; displacing?: PieceId };
  /** Names pieces lost in an exchange. If they are not enough, the rest is asked for next [7.9]. */
  lose: { units: readonly PieceId[] };
  /** A piece enters a vacated hex [8.5]; `none` declines. */
  advance: { unit: PieceId; to?: HexId };
  /**
   * Ends a movement phase, the planning of battles, or a combat phase. `yes` confirms that something useful is left
   * undone. `rest` has the missing mandatory battles planned, and ends nothing yet [7.1].
   */
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
  /** A battle is planned. This name and the next stay, since `test/unchanged` compares events between versions. */
  laid: { battle: Battle; reckoning: Reckoning };
  /** A planned battle is cancelled. */
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
  /** Pieces are eliminated, for which the other side scores `points`. */
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

/** The reason for a retreat. */
export type Withdrawal =
  /** The result of a battle [7.9]. */
  | 'combat'
  /** Another piece needs the room [8.2]. */
  | 'displaced'
  /** The Train is next to an enemy [15.3]. */
  | 'train'
  /** An ineffective piece is in enemy control [11.2]. */
  | 'ineffective'
  /** Guns join the retreat of the attack that they supported [9.1]. */
  | 'shared';
