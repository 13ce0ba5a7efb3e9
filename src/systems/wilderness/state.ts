import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { Tagged } from '../../kit/shared-vocabulary.ts';
import type { EachSide, Side, Step, UnitId } from './vocabulary.ts';

/** An action of a counter in this Player-Turn. */
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

/** A counter. The unit it stands for is dealt at the start, sealed with the dice, and never changes. */
export interface Counter {
  readonly unit: UnitId;
  /** `coming`: it arrives later, or comes back; `lost`: it is gone for good. */
  readonly hex: HexId | 'coming' | 'lost';
  /** For infantry; 0 for all others. */
  readonly strength: number;
  /** Starting strength, above which reinforcement points do not raise it [10.2]. */
  readonly original: number;
  /** Face up [1.4]. */
  readonly up: boolean;
  readonly entrained: boolean;
  /** Movement points spent in this phase. */
  readonly spent: number;
  readonly deeds: readonly Deed[];
  /** It was short of supply when Status was fixed, which halves its movement allowance [3.3]. */
  readonly halved: boolean;
  /** It was out of command then and rolled a 5 or 6, so it may not march or attack this turn [7.3]. */
  readonly held: boolean;
  /** The turn it arrives or returns in; 0 if it does not. */
  readonly due: number;
}

/**
 * Something that has to be settled before the game continues, in most cases by a choice of a side. Its counters are
 * face up.
 */
export type Pending = Tagged<'kind', PendingFacts>;
interface PendingFacts {
  /** A side divides its losses among units and fortifications [5.7]. */
  lose: { side: Side; among: readonly UnitId[]; points: number };
  /** Not a choice: once the losses are taken, it is settled what becomes of the attacked hex. */
  settle: { side: Side; units: readonly UnitId[]; hex: HexId; hasty: boolean };
  /** Units may enter an emptied hex [5.8]. After a hasty attack they keep the movement points they have left [4.2]. */
  advance: { side: Side; units: readonly UnitId[]; hex: HexId; hasty: boolean };
}

export type PendingOf<K extends Pending['kind']> = Extract<Pending, { readonly kind: K }>;

/** The last place and turn in which a unit was face up: all that others know of it once it is face down. */
export interface Sighting {
  readonly unit: UnitId;
  readonly hex: HexId;
  readonly turn: number;
  readonly strength: number;
}

/** A complete position, as plain JSON. */
export interface State {
  readonly version: 1;
  readonly scenario: string;
  /** 1–30, two days each [1.1]. */
  readonly turn: number;
  readonly side: Side;
  readonly step: Step;
  readonly over: boolean;
  /** In dealing order, the Union's first; the order says nothing about what they are. */
  readonly counters: readonly Counter[];
  readonly ready: EachSide<boolean>;
  /** Strength of each fortification that stands. */
  readonly forts: Readonly<Record<UnitId, number>>;
  /** Hexes with an entrenchment marker. The units that stand there made it. */
  readonly entrenched: readonly HexId[];
  /** The controller of each place, port, station and rail hex; hexes without one are missing [11.1]. */
  readonly control: Readonly<Record<HexId, Side>>;
  /** Unused reinforcement points [10.2], known only to their own side. */
  readonly pool: EachSide<number>;
  readonly points: EachSide<number>;
  /** Infantry strength points lost in combat [12.2]. */
  readonly lost: EachSide<number>;
  readonly sightings: readonly Sighting[];
  /** Union infantry has been face up in Richmond’s command area: its garrison may leave it [7.4]. */
  readonly garrisonFree: boolean;
  readonly pending: readonly Pending[];

  /** Hexes in which infantry died in this Movement Phase: its zone of control lasts to the end of the phase [3.5]. */
  readonly ghosts: readonly { readonly side: Side; readonly hex: HexId }[];
  /** Hexes in which a Confederate dummy was found in this Movement Phase: it still closes ports [3.8]. */
  readonly shut: readonly HexId[];
  /** Hexes attacked in this Combat Phase [5.1]. */
  readonly fought: readonly HexId[];
}

/** Per-phase facts at the start of a phase. */
export const NEW_PHASE: Pick<State, 'ghosts' | 'shut' | 'fought'> = { ghosts: [], shut: [], fought: [] };

/** A counter's per-turn facts at the start of a Player-Turn. */
export const RESTED: Pick<Counter, 'spent' | 'deeds' | 'halved' | 'held'> = {
  spent: 0,
  deeds: [],
  halved: false,
  held: false,
};

/** A rested counter, face down unless it is known to be up. */
export function newCounter(
  unit: UnitId,
  hex: Counter['hex'],
  { strength, ...known }: Pick<Counter, 'strength'> & Partial<Pick<Counter, 'up' | 'entrained' | 'due'>>,
): Counter {
  return { unit, hex, strength, original: strength, up: false, entrained: false, due: 0, ...RESTED, ...known };
}

/** Whether a counter has done anything in this Player-Turn beyond taking points. */
export function hasActed({ spent, deeds }: Pick<Counter, 'spent' | 'deeds'>): boolean {
  return spent > 0 || deeds.some((deed) => deed !== 'raised');
}

export function isOnMap(hex: Counter['hex']): hex is HexId {
  return hex !== 'coming' && hex !== 'lost';
}

export function withCounters(state: State, units: readonly UnitId[], change: (counter: Counter) => Counter): State {
  const named = new Set(units);
  return { ...state, counters: state.counters.map((one) => (named.has(one.unit) ? change(one) : one)) };
}
