import type { HexId } from '../../kit/hex/hex-grid.ts';

/** The words of Road to Richmond: sides, pieces, orders, events. Numbers in brackets are sections of `assets/road-to-richmond/rulings.md`. */

export const SIDES = ['confederate', 'union'] as const;
export type Side = (typeof SIDES)[number];

export function otherSide(side: Side): Side {
  return side === 'union' ? 'confederate' : 'union';
}

export function isSide(seat: string): seat is Side {
  return seat === 'union' || seat === 'confederate';
}

/** The id of `units.json`. */
export type PieceId = string;
/** Either hex that leads off the map [16.1]. */
export const EXITS = ['0117', '1528'] as const;
export type ExitId = (typeof EXITS)[number];

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
 * `guns`: those that support an attack from a distance, asked where there are any, none of them needed. cancel: strikes one out.
 * fight: resolves one. retreat: `to` a hex; `displacing`: who makes room in a full hex [8.2].
 * lose: what goes in an exchange; where it is not enough yet, the rest is asked for. advance: who enters an emptied hex; `none`: nobody does.
 * done: the end of a movement phase, of the laying out of battles, or of a combat phase with nothing left that must be done;
 * `sure`: where something useful would be left undone, it is asked; `rest`: while a duty of the plan is unmet [7.1], what is missing is laid
 * out as it comes, and nothing ends yet.
 */
export type Order =
  | { readonly verb: 'move'; readonly unit: string; readonly by?: HexId; readonly to: string }
  | {
      readonly verb: 'attack';
      readonly target: string;
      readonly with: readonly PieceId[];
      readonly guns?: readonly PieceId[];
      readonly column: Column;
    }
  | { readonly verb: 'bombard'; readonly target: string; readonly with: readonly PieceId[]; readonly column: Column }
  | { readonly verb: 'cancel'; readonly target: string }
  | { readonly verb: 'fight'; readonly target: string }
  | { readonly verb: 'retreat'; readonly unit: PieceId; readonly to: string; readonly displacing?: PieceId }
  | { readonly verb: 'lose'; readonly units: readonly PieceId[] }
  | { readonly verb: 'advance'; readonly unit: PieceId; readonly to?: HexId }
  | { readonly verb: 'done'; readonly sure?: 'yes' | 'rest' };

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

export type Event =
  | { readonly type: 'opened'; readonly variant: string }
  /** A phase begins. */
  | { readonly type: 'phase'; readonly turn: number; readonly side: Side; readonly kind: 'movement' | 'combat' }
  /** Nothing can be fought, by night or for want of an enemy: the phase is passed over. */
  | { readonly type: 'quiet'; readonly turn: number; readonly side: Side; readonly night: boolean }
  /** Pieces have moved along a path and stand in its last hex; `from`: null, they entered at its first hex. */
  | {
      readonly type: 'moved';
      readonly side: Side;
      readonly pieces: readonly PieceId[];
      readonly from: HexId | null;
      readonly way: readonly HexId[];
      readonly cost: number;
    }
  | {
      readonly type: 'left';
      readonly side: Side;
      readonly pieces: readonly PieceId[];
      readonly from: HexId | null;
      readonly way: readonly HexId[];
      readonly by: ExitId;
    }
  /** Early arrival is set off [13.1]. */
  | { readonly type: 'alarm'; readonly turn: number; readonly piece: PieceId; readonly hex: HexId }
  /** It is known in which turn the command control zone opens [14.2]. */
  | { readonly type: 'zone'; readonly opens: number; readonly why: 'train' | 'corps' }
  | { readonly type: 'laid'; readonly battle: Battle; readonly reckoning: Reckoning }
  | { readonly type: 'struck'; readonly hexes: readonly HexId[] }
  /** The plan of the phase stands; its battles are fought now. */
  | { readonly type: 'plan'; readonly battles: number }
  | {
      readonly type: 'fought';
      readonly side: Side;
      readonly battle: Battle;
      readonly defenders: readonly PieceId[];
      readonly reckoning: Reckoning;
      readonly die: number;
      readonly result: Result;
    }
  /** A planned battle has no attacker or no defender left [7.6]. */
  | { readonly type: 'dropped'; readonly hexes: readonly HexId[]; readonly why: 'no-defenders' | 'no-attackers' }
  /** `points`: what the other side scores for them. */
  | {
      readonly type: 'lost';
      readonly side: Side;
      readonly pieces: readonly PieceId[];
      readonly from: HexId;
      readonly why: 'combat' | 'exchange' | 'no-way' | 'train';
      readonly points: number;
    }
  | {
      readonly type: 'retreated';
      readonly side: Side;
      readonly piece: PieceId;
      readonly from: HexId;
      readonly to: HexId;
      readonly why: Withdrawal;
      /** Who made room for it. */
      readonly displacing: PieceId | null;
    }
  | {
      readonly type: 'advanced';
      readonly side: Side;
      readonly piece: PieceId;
      readonly from: HexId;
      readonly to: HexId;
    }
  /** Nobody advances, or guns do not share a retreat. */
  | { readonly type: 'held'; readonly side: Side }
  | { readonly type: 'ineffective'; readonly side: Side; readonly pieces: readonly PieceId[] }
  | { readonly type: 'recovered'; readonly pieces: readonly PieceId[] }
  | { readonly type: 'ended'; readonly confederate: number; readonly union: number };

/** Why a piece goes back: a result, room for another, its own part [15.3], or its loss of heart [11.2]; `shared`: guns with others [9.1]. */
export type Withdrawal = 'combat' | 'displaced' | 'train' | 'ineffective' | 'shared';
