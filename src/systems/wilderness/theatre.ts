import type { CombatResultsTable } from '../../kit/combat-results-table.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { HexMap } from '../../kit/hex/hex-map.ts';
import { costsFromNearest, FAR } from '../../kit/hex/search.ts';
import { oncePer } from '../../kit/memo.ts';
import {
  type GroupEntry,
  HEX_GRID,
  type Kinds,
  type MapFile,
  type ScenarioEntry,
  type ScenariosFile,
  type UnitsFile,
} from './data-file.ts';
import type { CavalryColumn, CombatColumn, EachSide, Kind, UnitId } from './vocabulary.ts';

export { HEX_GRID };

type Fortification = Readonly<UnitsFile['fortifications'][number]>;

/** `index`: its place in `units.json`. */
export type Unit = Readonly<UnitsFile['units'][number]> & { readonly index: number; readonly movement: number };

export type SetUpGroup = Readonly<GroupEntry>;

type Inherited = Pick<
  ScenarioEntry,
  'turns' | 'par' | 'ports' | 'points' | 'held' | 'decides' | 'confederateReinforcements'
>;

/** A scenario with the entries of its base filled in. */
export interface Scenario extends Readonly<{ [of in keyof Inherited]-?: NonNullable<Inherited[of]> }> {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly short: boolean;
  readonly groups: readonly SetUpGroup[];
  readonly unionLoss?: ScenarioEntry['unionLoss'];
}

/** A line of rails with its stations. */
export interface RailLine {
  readonly name: string;
  readonly path: readonly HexId[];
  readonly stations: readonly HexId[];
}

/** The game's constant data: map, units, scenarios, tables. */
export interface Theatre extends HexMap<Kinds> {
  /** In the order of `units.json`. */
  readonly units: readonly Unit[];
  readonly unit: ReadonlyMap<UnitId, Unit>;
  readonly forts: readonly Fortification[];
  readonly fort: ReadonlyMap<UnitId, Fortification>;
  readonly fortIn: ReadonlyMap<HexId, Fortification>;
  readonly caps: UnitsFile['caps'];
  readonly transport: UnitsFile['transport'];
  /** A host's name for their own numbers; `null` for the shipped ones. */
  readonly basis: string | null;
  /** Rails from each hex. */
  readonly rails: ReadonlyMap<HexId, readonly HexId[]>;
  readonly lines: readonly RailLine[];
  readonly ports: ReadonlySet<HexId>;
  readonly zones: { readonly [zone in keyof MapFile['zones']]: ReadonlySet<HexId> };
  /** Hexes that supply by themselves; `exits` do so if joined by rail [8.3]. */
  readonly sources: EachSide<readonly HexId[]>;
  readonly exits: readonly HexId[];
  readonly control: EachSide<readonly HexId[]>;
  readonly scenarios: readonly Scenario[];
  readonly scenario: ReadonlyMap<string, Scenario>;
  readonly reinforcements: EachSide<ReadonlyMap<number, number>> & {
    readonly units: ScenariosFile['reinforcements']['units'];
  };
  readonly points: ScenariosFile['points'];
  readonly rulings: ScenariosFile['rulings'];
  readonly combatTables: readonly {
    readonly name: string;
    /** Highest printed strength of the defender for this table. */
    readonly atMost: number;
    readonly table: CombatResultsTable<CombatColumn, string>;
  }[];
  readonly cavalryTable: CombatResultsTable<CavalryColumn, string>;
}

export function unitOf(theatre: Pick<Theatre, 'unit'>, id: UnitId): Unit {
  const unit = theatre.unit.get(id);
  if (!unit) throw new Error(`There is no unit ${id}`);
  return unit;
}

export function scenarioOf(theatre: Pick<Theatre, 'scenario' | 'scenarios'>, id: string): Scenario {
  return theatre.scenario.get(id) ?? (theatre.scenarios[0] as Scenario);
}

/** Whether units may enter a hex, as far as terrain goes [3.1]. */
export function isLand({ hex: hexes }: Pick<Theatre, 'hex'>, hex: HexId): boolean {
  const terrain = hexes.get(hex)?.terrain;
  return terrain === 'clear' || terrain === 'pass';
}

/** Units in the order of `units.json`, so that lists don't reveal how counters were dealt. */
export function inUnitOrder(theatre: Pick<Theatre, 'unit'>, ids: readonly UnitId[]): readonly UnitId[] {
  return [...ids].sort((one, other) => unitOf(theatre, one).index - unitOf(theatre, other).index);
}

/** Joins unit ids into one slot value, `a+b`; `apart` splits it. */
export function together(units: readonly UnitId[]): string {
  return units.join('+');
}
export function apart(units: string): readonly UnitId[] {
  return units.split('+');
}

/** Land neighbours of each land hex. */
const landWays = oncePer((theatre: Theatre) =>
  HEX_GRID.ids.map((id) =>
    HEX_GRID.neighbours(id)
      .filter((hex) => isLand(theatre, hex))
      .map((hex) => ({ to: HEX_GRID.index.get(hex) as number })),
  ),
);

const landDistances = oncePer((_theatre: Theatre) => new Map<HexId, Int16Array>());

/** Distance from a hex to a goal by land, in hexes; FAR if there is no way. */
export function landDistance(theatre: Theatre, goal: HexId, hex: HexId): number {
  const known = landDistances(theatre);
  let costs = known.get(goal);
  if (!costs) {
    costs = costsFromNearest(landWays(theatre), [HEX_GRID.index.get(goal) as number], () => 1);
    known.set(goal, costs);
  }
  return costs[HEX_GRID.index.get(hex) as number] ?? FAR;
}

/** Most counters of a side in a hex; dummies count as infantry, leaders are unlimited [1.7]. */
export const STACK_LIMITS = { infantry: 3, cavalry: 3 } as const;

type Stacked = { readonly kind: Kind };

/** Whether units fit in one hex [1.7]. */
export function mayStack(units: readonly Stacked[]): boolean {
  const foot = units.filter(({ kind }) => kind === 'infantry' || kind === 'dummy').length;
  const horse = units.filter(({ kind }) => kind === 'cavalry').length;
  return foot <= STACK_LIMITS.infantry && horse <= STACK_LIMITS.cavalry;
}
