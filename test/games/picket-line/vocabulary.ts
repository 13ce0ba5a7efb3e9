/** The words of Picket Line. Regiments are known by their ids in the data file. */

export const SIDES = ['union', 'confederate'] as const;
export type Side = (typeof SIDES)[number];
export type EachSide<T> = { readonly [side in Side]: T };

export const VERBS = ['commit', 'stand', 'yield'] as const;

export type Order =
  | { readonly verb: 'commit'; readonly regiment: string; readonly reserves?: readonly string[] }
  | { readonly verb: 'stand'; readonly regiment: string }
  | { readonly verb: 'yield' };
export type Commitment = Extract<Order, { verb: 'commit' }>;

/** A commitment face up: the regiment, how many reserves (their names stay hidden), and what they come to. */
export interface Shown {
  readonly regiment: string;
  readonly reserves: number;
  readonly strength: number;
}

/** A battle the loser may yet turn [5]. */
export interface Battle {
  readonly winner: Side;
  readonly strength: EachSide<number>;
}

export interface State {
  readonly version: 1;
  /** The road being fought for, from 0; past the last, the game is over. */
  readonly road: number;
  /** Sealed cards stay in hand until both are turned over: the size of a hand must not tell how many reserves are coming. */
  readonly hands: EachSide<readonly string[]>;
  /** The top card first. */
  readonly decks: EachSide<readonly string[]>;
  readonly sealed: EachSide<Commitment | null>;
  readonly battle: Battle | null;
  /** What was turned over last: it lies open until the next orders are. */
  readonly shown: EachSide<Shown> | null;
  readonly taken: EachSide<number>;
}

export type Event =
  | { readonly type: 'opened'; readonly road: number }
  | { readonly type: 'drew'; readonly side: Side; readonly regiments: readonly string[] }
  | { readonly type: 'sealed'; readonly side: Side; readonly commitment: Commitment }
  | { readonly type: 'revealed'; readonly shown: EachSide<Shown> }
  | { readonly type: 'tied'; readonly die: number; readonly winner: Side | null }
  | {
      readonly type: 'stood';
      readonly side: Side;
      readonly regiment: string;
      readonly strength: number;
      readonly against: number;
    }
  /** Null: neither side holds the road. */
  | { readonly type: 'taken'; readonly side: Side | null; readonly road: number };

export function other(side: Side): Side {
  return side === 'union' ? 'confederate' : 'union';
}

export function isSide(seat: string): seat is Side {
  return (SIDES as readonly string[]).includes(seat);
}

export function eachSide<T>(of: (side: Side) => T): EachSide<T> {
  return { union: of('union'), confederate: of('confederate') };
}
