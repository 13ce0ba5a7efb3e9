import type { HexId } from '../../kit/hex/hex-grid.ts';

/** The words of The Wilderness Campaign: sides, units, orders, events. Numbers in brackets are sections of `assets/wilderness/rulings.md`. */

/** In the order in which they move [2.1]. */
export const SIDES = ['union', 'confederate'] as const;
export type Side = (typeof SIDES)[number];
export type EachSide<T> = { readonly [side in Side]: T };

export function otherSide(side: Side): Side {
  return side === 'union' ? 'confederate' : 'union';
}

export function isSide(seat: string): seat is Side {
  return seat === 'union' || seat === 'confederate';
}

export function eachSide<T>(of: (side: Side) => T): EachSide<T> {
  return { union: of('union'), confederate: of('confederate') };
}

/** The id of `units.json`, of a unit or a fortification. */
export type UnitId = string;

export const KINDS = ['infantry', 'cavalry', 'leader', 'dummy'] as const;
export type Kind = (typeof KINDS)[number];

export const TERRAINS = ['clear', 'pass', 'mountain', 'estuary', 'sea'] as const;
export type Terrain = (typeof TERRAINS)[number];

/** Odds columns, the worst for the attacker first. */
export const COMBAT_COLUMNS = ['1-2', '1-1', '2-1', '3-1', '4-1', '5-1'] as const;
export type CombatColumn = (typeof COMBAT_COLUMNS)[number];
export const CAVALRY_COLUMNS = ['1-3', '1-2', '1-1', '2-1', '3-1'] as const;
export type CavalryColumn = (typeof CAVALRY_COLUMNS)[number];

/**
 * The parts of a Player-Turn in which orders are given [2.1]: `probe` is the other side's. `setup`: both sides place their counters
 * at the same time, in secret [2.4].
 */
export type Step = 'setup' | 'reinforce' | 'move' | 'probe' | 'combat' | 'claim';

export const VERBS = [
  ...(['place', 'reinforce', 'transfer', 'move', 'rail', 'detrain', 'sea', 'entrench', 'probe', 'hasty'] as const),
  ...(['attack', 'charge', 'lose', 'advance', 'claim', 'show', 'done'] as const),
];
export type Verb = (typeof VERBS)[number];

/**
 * Orders. Units are named by their ids, several that go together `a+b` in the order of `units.json`.
 *
 * place: in set-up, or of a unit that arrives. reinforce: points to a unit; transfer: from one unit to another [10.2, 10.3].
 * move: a march; rail: by rail, entraining where needed; detrain; sea; entrench [3]. probe [6.2]; hasty: a hasty attack [4].
 * attack, charge: of infantry and of cavalry in the Combat Phase [5, 6.1]. lose: which unit takes how many of the losses [5.7].
 * advance: who enters an emptied hex, nobody where the list is empty [5.8]. claim: control of a hex [11.1]. show: turns a counter face up
 * for points [12.1]. done: the end of a step.
 */
export type Order =
  | { readonly verb: 'place'; readonly unit: UnitId; readonly hex: HexId }
  | { readonly verb: 'reinforce'; readonly unit: UnitId; readonly points: string }
  | { readonly verb: 'transfer'; readonly from: UnitId; readonly to: UnitId; readonly points: string }
  | { readonly verb: 'move'; readonly from: HexId; readonly units: string; readonly to: HexId }
  | { readonly verb: 'rail'; readonly unit: UnitId; readonly to: HexId }
  | { readonly verb: 'detrain'; readonly unit: UnitId }
  | { readonly verb: 'sea'; readonly unit: UnitId; readonly to: HexId }
  | { readonly verb: 'entrench'; readonly unit: UnitId }
  | { readonly verb: 'probe'; readonly unit: UnitId; readonly target: HexId }
  | { readonly verb: 'hasty'; readonly from: HexId; readonly units: string; readonly target: HexId }
  | { readonly verb: 'attack'; readonly target: HexId; readonly with: readonly UnitId[] }
  | { readonly verb: 'charge'; readonly target: HexId; readonly with: readonly UnitId[] }
  | { readonly verb: 'lose'; readonly unit: UnitId; readonly points: string }
  | { readonly verb: 'advance'; readonly with: readonly UnitId[] }
  | { readonly verb: 'claim'; readonly hex: HexId }
  | { readonly verb: 'show'; readonly unit: UnitId }
  | { readonly verb: 'done' };

/** What a unit is, once it is face up. */
export interface ShownUnit {
  readonly unit: UnitId;
  /** 0 of all but infantry. */
  readonly strength: number;
}

/** Strengths of an attack as the table is entered with them [5.2–5.6]. */
export interface Reckoning {
  readonly attack: number;
  readonly defence: number;
  /** Which of the tables. */
  readonly table: string;
  /** Null: worse than 1-2. */
  readonly column: CombatColumn | null;
  /** Added to the die. */
  readonly modifier: 0 | 1;
  /** The attacker's losses are doubled [5.5]. */
  readonly entrenched: boolean;
}

export type Event =
  | { readonly type: 'dealt'; readonly scenario: string }
  /** Both sides have set up. */
  | { readonly type: 'opened'; readonly scenario: string }
  /** A side changes its set-up, which nobody else notices, or a unit arrives. */
  | {
      readonly type: 'placed';
      readonly side: Side;
      readonly unit: UnitId;
      readonly hex: HexId;
      readonly arrives: boolean;
    }
  /** Its set-up is finished. */
  | { readonly type: 'ready'; readonly side: Side }
  /** A side has ended its part of a step. */
  | { readonly type: 'finished'; readonly side: Side; readonly step: Exclude<Step, 'setup'> }
  | { readonly type: 'step'; readonly turn: number; readonly side: Side; readonly step: Exclude<Step, 'setup'> }
  /** Points arrive, and units that may be placed [10.1]. */
  | { readonly type: 'arrived'; readonly side: Side; readonly points: number; readonly units: readonly UnitId[] }
  | { readonly type: 'reinforced'; readonly side: Side; readonly unit: UnitId; readonly points: number }
  | {
      readonly type: 'transferred';
      readonly side: Side;
      readonly from: UnitId;
      readonly to: UnitId;
      readonly points: number;
    }
  /** Infantry out of command that may not move or attack this turn: its side alone is told [7.3]. */
  | {
      readonly type: 'commanded';
      readonly side: Side;
      readonly held: readonly UnitId[];
      readonly free: readonly UnitId[];
    }
  /** `way`: hexes from the start to where they stand. */
  | {
      readonly type: 'moved';
      readonly side: Side;
      readonly units: readonly UnitId[];
      readonly by: 'march' | 'rail' | 'sea';
      readonly way: readonly HexId[];
      readonly cost: number;
    }
  | { readonly type: 'detrained'; readonly side: Side; readonly unit: UnitId; readonly hex: HexId }
  | { readonly type: 'entrenched'; readonly side: Side; readonly unit: UnitId; readonly hex: HexId }
  /** Counters turn face up; the dummies among them leave for good [1.5]. */
  | {
      readonly type: 'revealed';
      readonly side: Side;
      readonly hex: HexId;
      readonly units: readonly ShownUnit[];
      readonly dummies: readonly UnitId[];
    }
  /** Face-up counters turn face down again [1.6]: so many in each hex. */
  | { readonly type: 'hid'; readonly side: Side; readonly hexes: readonly HexId[] }
  | {
      readonly type: 'probed';
      readonly side: Side;
      readonly unit: UnitId;
      readonly target: HexId;
      readonly die: number;
      readonly modifier: number;
      readonly found: boolean;
    }
  | {
      readonly type: 'fought';
      readonly side: Side;
      readonly hasty: boolean;
      readonly target: HexId;
      readonly attackers: readonly UnitId[];
      readonly reckoning: Reckoning;
      /** Null: no die, below 1-2. */
      readonly die: number | null;
      /** Attacker's and defender's, doubled where they are [5.5]. */
      readonly losses: readonly [number, number];
    }
  /** An attack comes to nothing: worse than 1-2; only dummies there; infantry where cavalry was looked for [5.6, 4.2, 6.1]. */
  | {
      readonly type: 'called-off';
      readonly side: Side;
      readonly target: HexId;
      readonly why: 'odds' | 'dummies' | 'infantry' | 'nobody';
    }
  | {
      readonly type: 'charged';
      readonly side: Side;
      readonly target: HexId;
      readonly attackers: readonly UnitId[];
      readonly column: CavalryColumn;
      readonly die: number;
      readonly modifier: 0 | 1;
      readonly losses: readonly [number, number];
    }
  | {
      readonly type: 'lost';
      readonly side: Side;
      readonly unit: UnitId;
      readonly points: number;
      readonly left: number;
    }
  /** Cavalry and leaders go where there is room; null: cavalry is eliminated, a leader comes back later [5.10]. */
  | {
      readonly type: 'driven';
      readonly side: Side;
      readonly unit: UnitId;
      readonly from: HexId;
      readonly to: HexId | null;
    }
  | { readonly type: 'advanced'; readonly side: Side; readonly units: readonly UnitId[]; readonly hex: HexId }
  | { readonly type: 'claimed'; readonly side: Side; readonly hex: HexId; readonly rail: readonly HexId[] }
  /** Points for a side, and what for. */
  | { readonly type: 'scored'; readonly side: Side; readonly points: number; readonly why: string }
  | { readonly type: 'ended'; readonly union: number; readonly confederate: number };
