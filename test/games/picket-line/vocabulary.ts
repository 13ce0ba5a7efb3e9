import * as z from 'zod';
import type { DataFault, Json } from '../../../src/game/index.ts';

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
  /** Sealed cards stay in hand until both are turned over, or the size of a hand would tell how many reserves come. */
  readonly hands: EachSide<readonly string[]>;
  /** The top card first. */
  readonly decks: EachSide<readonly string[]>;
  readonly sealed: EachSide<Commitment | null>;
  readonly battle: Battle | null;
  /** The cards turned over last. They lie open until the next orders are turned over. */
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
  /** `null` if neither side holds the road. */
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

const name = z.string().min(1).max(30);
/** Three of them, a regiment and its reserves, fit a button. */
const regimentName = z.string().min(1).max(21);
const regiments = z.record(
  z.string().regex(/^[a-z0-9-]{1,32}$/, 'a regiment is named in lower case, with hyphens'),
  z.strictObject({ name: regimentName, strength: z.int().min(1).max(20) }),
);

const file = z
  .strictObject({
    name,
    hand: z.int().min(2).max(10),
    /** The most cards that may be committed behind a regiment; each adds 1. */
    reserves: z.int().min(0).max(2),
    roads: z.array(name).min(1).max(9),
    regiments: z.strictObject({ union: regiments, confederate: regiments }),
  })
  .superRefine((data, check) => {
    const fault = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message });
    if (data.reserves > data.hand - 2) fault(['reserves'], 'must leave a card of the hand to stand with');
    const needed = data.hand * (data.roads.length - 1) + 1;
    for (const side of SIDES) {
      const count = Object.keys(data.regiments[side]).length;
      if (count < needed) fault(['regiments', side], `needs ${needed} regiments to last ${data.roads.length} roads`);
    }
    const ids = SIDES.flatMap((side) => Object.keys(data.regiments[side]));
    const names = SIDES.flatMap((side) =>
      Object.values(data.regiments[side]).map((regiment) => regiment.name.toLowerCase()),
    );
    if (new Set(ids).size < ids.length || new Set(names).size < names.length) {
      fault(['regiments'], 'no two regiments share an id or a name');
    }
  });

export type Data = z.infer<typeof file>;

/** Reads `picket-line.json`, or says everything that is wrong with it. */
export function readData(name: string, json: Json | undefined): Data | readonly DataFault[] {
  const parsed = file.safeParse(json);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue) => ({
    file: name,
    path: issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    reason: issue.message,
  }));
}
