import type { HexId } from '../../kit/hex/hex-grid.ts';
import { type Tagged, twoSides } from '../../kit/vocabulary.ts';

/** The words of The Wilderness Campaign: sides, units, orders, events. Numbers in brackets are sections of `assets/wilderness/rulings.md`. */

/** In the order in which they move [2.1]. */
export const { SIDES, otherSide, isSide, eachSide } = twoSides('union', 'confederate');
export type Side = (typeof SIDES)[number];
export type EachSide<T> = { readonly [side in Side]: T };

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
export const STEPS = ['setup', 'reinforce', 'move', 'probe', 'combat', 'claim'] as const;
export type Step = (typeof STEPS)[number];

/** Values of an order's slots: units that go together are `a+b` in the order of `units.json`. */
interface SlotValues {
  unit: UnitId;
  units: string;
  list: readonly UnitId[];
  hex: HexId;
  points: string;
}

/**
 * Orders with their slots, in the order of lists.
 *
 * place: places a counter in set-up, or an arriving unit. reinforce: gives points to a unit; transfer: from one unit to another [10.2, 10.3].
 * move: a march; rail: by rail, entraining if needed; detrain; sea; entrench [3]. probe [6.2]; hasty: a hasty attack [4].
 * attack, charge: by infantry and by cavalry in the Combat Phase [5, 6.1]. lose: a unit takes some of the losses [5.7].
 * advance: units enter an emptied hex, none if the list is empty [5.8]. claim: takes control of a hex [11.1]. show: turns a counter face up
 * for points [12.1]. done: ends a step.
 */
export const ORDERS = {
  place: { unit: 'unit', hex: 'hex' },
  reinforce: { unit: 'unit', points: 'points' },
  transfer: { from: 'unit', to: 'unit', points: 'points' },
  move: { from: 'hex', units: 'units', to: 'hex' },
  rail: { unit: 'unit', to: 'hex' },
  detrain: { unit: 'unit' },
  sea: { unit: 'unit', to: 'hex' },
  entrench: { unit: 'unit' },
  probe: { unit: 'unit', target: 'hex' },
  hasty: { from: 'hex', units: 'units', target: 'hex' },
  attack: { target: 'hex', with: 'list' },
  charge: { target: 'hex', with: 'list' },
  lose: { unit: 'unit', points: 'points' },
  advance: { with: 'list' },
  claim: { hex: 'hex' },
  show: { unit: 'unit' },
  done: {},
} as const satisfies { readonly [verb: string]: { readonly [slot: string]: keyof SlotValues } };
export type Verb = keyof typeof ORDERS;
export type SlotKind = keyof SlotValues;
export const VERBS = Object.keys(ORDERS) as readonly Verb[];
export type Order = Tagged<'verb', OrderFacts>;
type OrderFacts = {
  [V in Verb]: { [S in keyof (typeof ORDERS)[V]]: SlotValues[Extract<(typeof ORDERS)[V][S], SlotKind>] };
};

/** A unit as it turns face up. */
export interface ShownUnit {
  readonly unit: UnitId;
  /** 0 for all but infantry. */
  readonly strength: number;
}

/** Strengths, table column and modifiers of an attack [5.2–5.6]. */
export interface Reckoning {
  readonly attack: number;
  readonly defence: number;
  readonly table: string;
  /** `null` for odds below 1-2. */
  readonly column: CombatColumn | null;
  /** Added to the die. */
  readonly modifier: 0 | 1;
  /** The attacker's losses are doubled [5.5]. */
  readonly entrenched: boolean;
}

export type Event = Tagged<'type', EventFacts>;
export type EventOf<T extends keyof EventFacts> = Extract<Event, { readonly type: T }>;
interface EventFacts {
  dealt: { scenario: string };
  opened: { scenario: string };
  /** A side changes its set-up, unseen by others, or a unit arrives. */
  placed: { side: Side; unit: UnitId; hex: HexId; arrives: boolean };
  ready: { side: Side };
  /** A side has ended its part of a step. */
  finished: { side: Side; step: Exclude<Step, 'setup'> };
  step: { turn: number; side: Side; step: Exclude<Step, 'setup'> };
  /** Points arrive, and units that may be placed [10.1]. */
  arrived: { side: Side; points: number; units: readonly UnitId[] };
  reinforced: { side: Side; unit: UnitId; points: number };
  transferred: { side: Side; from: UnitId; to: UnitId; points: number };
  /** Infantry out of command that may not move or attack this turn, told to its own side only [7.3]. */
  commanded: { side: Side; held: readonly UnitId[]; free: readonly UnitId[] };
  /** `way`: hexes from the start to where they stand. */
  moved: { side: Side; units: readonly UnitId[]; by: 'march' | 'rail' | 'sea'; way: readonly HexId[]; cost: number };
  detrained: { side: Side; unit: UnitId; hex: HexId };
  entrenched: { side: Side; unit: UnitId; hex: HexId };
  /** Counters turn face up; the dummies among them leave for good [1.5]. */
  revealed: { side: Side; hex: HexId; units: readonly ShownUnit[]; dummies: readonly UnitId[] };
  /** Face-up counters turn face down again [1.6]; a hex is listed once per counter. */
  hid: { side: Side; hexes: readonly HexId[] };
  probed: { side: Side; unit: UnitId; target: HexId; die: number; modifier: number; found: boolean };
  fought: {
    side: Side;
    hasty: boolean;
    target: HexId;
    attackers: readonly UnitId[];
    /** Infantry and fortifications, all face up. */
    defenders: readonly UnitId[];
    reckoning: Reckoning;
    /** `null` below 1-2, where no die is rolled. */
    die: number | null;
    /** Attacker's and defender's losses, after doubling [5.5]. */
    losses: readonly [number, number];
  };
  /** An attack is called off: odds below 1-2, only dummies there, or infantry where cavalry was attacked [5.6, 4.2, 6.1]. */
  'called-off': { side: Side; target: HexId; why: 'odds' | 'dummies' | 'infantry' | 'nobody' };
  charged: {
    side: Side;
    target: HexId;
    attackers: readonly UnitId[];
    defenders: readonly UnitId[];
    column: CavalryColumn;
    die: number;
    modifier: 0 | 1;
    losses: readonly [number, number];
  };
  lost: { side: Side; unit: UnitId; points: number; left: number };
  /** Cavalry or a leader falls back. `to` is `null` if there is nowhere to go: cavalry is eliminated, a leader returns later [5.10]. */
  driven: { side: Side; unit: UnitId; from: HexId; to: HexId | null };
  advanced: { side: Side; units: readonly UnitId[]; hex: HexId };
  claimed: { side: Side; hex: HexId; rail: readonly HexId[] };
  scored: { side: Side; points: number; why: string };
  ended: { union: number; confederate: number };
}
