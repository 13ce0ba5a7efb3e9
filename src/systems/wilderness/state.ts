import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/tagged-union.ts';
import type { EachSide, Side, Step, UnitId } from './vocabulary.ts';

/** What a counter has done in this Player-Turn. */
export type Deed =
  | 'marched'
  | 'railed'
  | 'sailed'
  | 'probed'
  | 'hasty'
  | 'repulsed'
  | 'entrenched'
  | 'attacked'
  | 'raised';

/** A counter: which unit it is was dealt at the start under the seal of the dice, and never changes. */
export interface Counter {
  readonly unit: UnitId;
  /** `coming`: it arrives later, or comes back; `lost`: it is gone for good. */
  readonly hex: HexId | 'coming' | 'lost';
  /** Of infantry; 0 of all others. */
  readonly strength: number;
  /** The strength it began the game with: points do not raise it above that [10.2]. */
  readonly original: number;
  /** Face up [1.4]. */
  readonly up: boolean;
  readonly entrained: boolean;
  /** Movement points spent in this phase. */
  readonly spent: number;
  readonly deeds: readonly Deed[];
  /** Movement allowance halved when Status was fixed [3.3]; out of command with a die of 5 or 6 [7.3]. */
  readonly halved: boolean;
  readonly held: boolean;
  /** The turn it arrives or comes back in; 0: it does not. */
  readonly due: number;
}

/** Something a side has to choose before anything else goes on. The counters concerned are face up. */
export type Pending = Tagged<'kind', PendingFacts>;
interface PendingFacts {
  /** `points` of losses among units and fortifications [5.7]. */
  lose: { side: Side; among: readonly UnitId[]; points: number };
  /** Nobody's choice: when the losses before it are taken, what became of the hex that was attacked. */
  settle: { side: Side; units: readonly UnitId[]; hex: HexId; hasty: boolean };
  /** Who enters an emptied hex [5.8]. `hasty`: those that do not go on with what is left of their movement. */
  advance: { side: Side; units: readonly UnitId[]; hex: HexId; hasty: boolean };
}

/** Where and when a unit was last seen face up: all that others know of one that is face down. */
export interface Sighting {
  readonly unit: UnitId;
  readonly hex: HexId;
  readonly turn: number;
  readonly strength: number;
}

/** The whole of a position: plain JSON. */
export interface State {
  readonly version: 1;
  readonly scenario: string;
  /** 1–30, two days each [1.1]. */
  readonly turn: number;
  /** Whose Player-Turn it is. */
  readonly side: Side;
  readonly step: Step;
  readonly over: boolean;
  /** In the order in which they were dealt, the Union's first: it says nothing about what they are. */
  readonly counters: readonly Counter[];
  /** In set-up: who has finished. */
  readonly ready: EachSide<boolean>;
  /** Strength of each fortification that stands. */
  readonly forts: Readonly<Record<UnitId, number>>;
  /** Hexes with an entrenchment marker. The units that stand there made it. */
  readonly entrenched: readonly HexId[];
  /** Who controls each place, port, station and rail hex; none: nobody [11.1]. */
  readonly control: Readonly<Record<HexId, Side>>;
  /** Reinforcement points not used yet [10.2]. Only its side knows how many are left. */
  readonly pool: EachSide<number>;
  readonly points: EachSide<number>;
  /** Infantry strength points lost in combat [12.2]. */
  readonly lost: EachSide<number>;
  readonly sightings: readonly Sighting[];
  /** Union infantry has been face up in Richmond’s command area: its garrison may leave it [7.4]. */
  readonly garrisonFree: boolean;
  readonly pending: readonly Pending[];

  /** In this Movement Phase: zones of infantry that died in it, by its side [3.5]; hexes where a Confederate dummy was found [3.8]. */
  readonly ghosts: readonly { readonly side: Side; readonly hex: HexId }[];
  readonly shut: readonly HexId[];
  /** In this Combat Phase: hexes that have been attacked [5.1]. */
  readonly fought: readonly HexId[];
}

/** What a phase keeps, as it begins. */
export const NEW_PHASE: Pick<State, 'ghosts' | 'shut' | 'fought'> = { ghosts: [], shut: [], fought: [] };

/** What a counter keeps of a Player-Turn, as it begins. */
export const RESTED: Pick<Counter, 'spent' | 'deeds' | 'halved' | 'held'> = {
  spent: 0,
  deeds: [],
  halved: false,
  held: false,
};

/** Whether a counter has done anything in this Player-Turn beyond taking points. */
export function hasActed({ spent, deeds }: Pick<Counter, 'spent' | 'deeds'>): boolean {
  return spent > 0 || deeds.some((deed) => deed !== 'raised');
}

export function isOnMap(hex: Counter['hex']): hex is HexId {
  return hex !== 'coming' && hex !== 'lost';
}

/** The state with some counters changed. */
export function withCounters(state: State, units: readonly UnitId[], change: (counter: Counter) => Counter): State {
  const named = new Set(units);
  return { ...state, counters: state.counters.map((one) => (named.has(one.unit) ? change(one) : one)) };
}
