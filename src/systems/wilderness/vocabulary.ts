import type { HexId } from '../../kit/hex/hex-grid.ts';
import { type Tagged, twoSides } from '../../kit/shared-vocabulary.ts';

/**
 * The words of The Wilderness Campaign: sides, units, orders, events.
 * Numbers in brackets are sections of `assets/wilderness/rulings.md`.
 */

/** In the order in which they move [2.1]. */
export const { SIDES, otherSide, isSide, eachSide } = twoSides('union', 'confederate');
export type Side = (typeof SIDES)[number];
export type EachSide<T> = { readonly [side in Side]: T };

export type UnitId = string;

export const KINDS = ['infantry', 'cavalry', 'leader', 'dummy'] as const;
export type Kind = (typeof KINDS)[number];

export const TERRAINS = ['clear', 'pass', 'mountain', 'estuary', 'sea'] as const;
export type Terrain = (typeof TERRAINS)[number];

/** The faces of a die. */
export const FACES = [1, 2, 3, 4, 5, 6] as const;

/** Odds columns, the worst for the attacker first. */
export const COMBAT_COLUMNS = ['1-2', '1-1', '2-1', '3-1', '4-1', '5-1'] as const;
export type CombatColumn = (typeof COMBAT_COLUMNS)[number];
export const CAVALRY_COLUMNS = ['1-3', '1-2', '1-1', '2-1', '3-1'] as const;
export type CavalryColumn = (typeof CAVALRY_COLUMNS)[number];

/**
 * The steps in which orders are given. In `setup` both sides place their counters at the same time, in secret [2.4].
 * The others make up a Player-Turn [2.1]; in `probe` the other side gives orders.
 */
export const STEPS = ['setup', 'reinforce', 'move', 'probe', 'combat', 'claim'] as const;
export type Step = (typeof STEPS)[number];

/** The values of an order's slots, by what a slot holds. */
interface SlotValues {
  unit: UnitId;
  /** Units that go together: `a+b`, in the order of `units.json`. */
  units: string;
  list: readonly UnitId[];
  hex: HexId;
  points: string;
}

/** Orders with their slots, in the order of lists. */
export const ORDERS = {
  /** Places a counter in set-up, or an arriving unit [2.4, 10.1]. */
  place: { unit: 'unit', hex: 'hex' },
  /** Gives a unit points from the pool [10.2]. */
  reinforce: { unit: 'unit', points: 'points' },
  /** Passes points from one unit to another [10.3]. */
  transfer: { from: 'unit', to: 'unit', points: 'points' },
  /** Marches a stack [3.4]. */
  move: { from: 'hex', units: 'units', to: 'hex' },
  /** Sends a unit by rail, entraining it if need be [3.6]. */
  rail: { unit: 'unit', to: 'hex' },
  detrain: { unit: 'unit' },
  sea: { unit: 'unit', to: 'hex' },
  entrench: { unit: 'unit' },
  probe: { unit: 'unit', target: 'hex' },
  /** A hasty attack in the Movement Phase [4]. */
  hasty: { from: 'hex', units: 'units', target: 'hex' },
  /** An attack by infantry in the Combat Phase [5]. */
  attack: { target: 'hex', with: 'list' },
  /** An attack by cavalry in the Combat Phase [6.1]. */
  charge: { target: 'hex', with: 'list' },
  /** A unit takes some of the losses [5.7]. */
  lose: { unit: 'unit', points: 'points' },
  /** Units enter an emptied hex; an empty list declines [5.8]. */
  advance: { with: 'list' },
  /** Takes control of a hex [11.1]. */
  claim: { hex: 'hex' },
  /** Turns a counter face up for points [12.1]. */
  show: { unit: 'unit' },
  /** Ends a step. */
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
interface ShownUnit {
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
  /**
   * The dice for command are rolled: infantry in `held` may not march or attack this turn. Only its side is told [7.3].
   */
  commanded: { side: Side; held: readonly UnitId[]; free: readonly UnitId[] };
  /** Units moved along `way`, which begins with the hex they left. */
  moved: { side: Side; units: readonly UnitId[]; by: 'march' | 'rail' | 'sea'; way: readonly HexId[]; cost: number };
  detrained: { side: Side; unit: UnitId; hex: HexId };
  entrenched: { side: Side; unit: UnitId; hex: HexId };
  /** Counters turn face up; the dummies among them leave for good [1.5]. */
  revealed: { side: Side; hex: HexId; units: readonly ShownUnit[]; dummies: readonly UnitId[] };
  /** Face-up counters turn face down again [1.6]. A hex is listed for each of them. */
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
  /** An attack is called off once counters have turned face up [4.2, 5.6, 6.1]. */
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
  /**
   * Cavalry or a leader falls back. If there is no hex to go `to`, cavalry is eliminated, and a leader returns later
   * [5.10].
   */
  driven: { side: Side; unit: UnitId; from: HexId; to: HexId | null };
  advanced: { side: Side; units: readonly UnitId[]; hex: HexId };
  claimed: { side: Side; hex: HexId; rail: readonly HexId[] };
  scored: { side: Side; points: number; why: string };
  ended: { union: number; confederate: number };
}
