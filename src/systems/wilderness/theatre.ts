import type { CombatResultsTable } from '../../kit/combat-results-table.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import type { HexMap } from '../../kit/hex/hex-map.ts';
import { costsFromNearest, FAR } from '../../kit/hex/search.ts';
import { oncePer } from '../../kit/memo.ts';
import { HEX_GRID, type Kinds, type MapFile, type ScenariosFile, type UnitsFile } from './data-file.ts';
import type { CavalryColumn, CombatColumn, EachSide, Kind, Side, UnitId } from './vocabulary.ts';

export { HEX_GRID };

type Fortification = Readonly<UnitsFile['fortifications'][number]>;

export interface Unit {
  readonly id: UnitId;
  /** Its place in `units.json`. */
  readonly index: number;
  readonly side: Side;
  readonly kind: Kind;
  readonly name: string;
  /** What sentences call it, where that is not made of the name. */
  readonly inSentences?: string | undefined;
  readonly movement: number;
  /** Hexes within which a leader commands [7.2]; 0 of all others. */
  readonly command: number;
  /** It may not leave the command area early [7.4]. */
  readonly garrison: boolean;
}

/** Units that set up in the same hexes; none: in those of any other group of their side [2.4]. */
export interface SetUpGroup {
  readonly side: Side;
  readonly where: string;
  readonly hexes: readonly HexId[];
  readonly units: readonly { readonly unit: UnitId; readonly strength: number }[];
}

export interface Scenario {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly short: boolean;
  readonly turns: readonly [first: number, last: number];
  readonly groups: readonly SetUpGroup[];
  /** Ports the Union controls beside those of the map. */
  readonly ports: readonly HexId[];
  readonly points: EachSide<number>;
  /** Places that score at the end of each turn [12.1]. */
  readonly held: ScenariosFile['points']['held'];
  /** Points to the Confederates for each Union strength point: of the first so many, and of all further ones [12.2]; null: as of any other. */
  readonly unionLoss: { readonly first: number; readonly each: number; readonly further: number } | null;
  /** How many times the indicated points the Confederates receive. */
  readonly confederateReinforcements: number;
  /** Added to the Union's margin [12.3]. */
  readonly par: number;
  /** What decides: the higher total, or the grade [12.3]. */
  readonly decides: 'total' | 'graded';
}

/** A line of rails with its stations. */
export interface RailLine {
  readonly name: string;
  readonly path: readonly HexId[];
  readonly stations: readonly HexId[];
}

/** The map and the rest of the data: everything that never changes. */
export interface Theatre extends HexMap<Kinds> {
  /** In the order of `units.json`. */
  readonly units: readonly Unit[];
  readonly unit: ReadonlyMap<UnitId, Unit>;
  readonly forts: readonly Fortification[];
  readonly fort: ReadonlyMap<UnitId, Fortification>;
  readonly fortIn: ReadonlyMap<HexId, Fortification>;
  readonly caps: EachSide<number> & { readonly units: number };
  /** What its numbers are called by somebody who put their own there; null: nobody has. */
  readonly basis: string | null;
  /** Rails from each hex. */
  readonly rails: ReadonlyMap<HexId, readonly HexId[]>;
  readonly lines: readonly RailLine[];
  readonly ports: ReadonlySet<HexId>;
  readonly zones: { readonly [zone in keyof MapFile['zones']]: ReadonlySet<HexId> };
  /** Supply by themselves; `exits`: where joined by rail [8.3]. */
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
    /** Of the defender's printed strength. */
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

/** Where a unit may stand: land that is no mountain [3.1]. */
export function isLand({ hex: hexes }: Pick<Theatre, 'hex'>, hex: HexId): boolean {
  const terrain = hexes.get(hex)?.terrain;
  return terrain === 'clear' || terrain === 'pass';
}

/** Units in the order of `units.json`: lists tell nothing of how counters were dealt. */
export function inUnitOrder(theatre: Pick<Theatre, 'unit'>, ids: readonly UnitId[]): readonly UnitId[] {
  return [...ids].sort((one, other) => unitOf(theatre, one).index - unitOf(theatre, other).index);
}

/** The places of some units in one order, and the units of such an order. */
export function together(units: readonly UnitId[]): string {
  return units.join('+');
}
export function apart(units: string): readonly UnitId[] {
  return units.split('+');
}

/** Hexes beside each hex that is land. */
const landWays = oncePer((theatre: Theatre) =>
  HEX_GRID.ids.map((id) =>
    HEX_GRID.neighbours(id)
      .filter((hex) => isLand(theatre, hex))
      .map((hex) => ({ to: HEX_GRID.index.get(hex) as number })),
  ),
);

const landDistances = oncePer((_theatre: Theatre) => new Map<HexId, Int16Array>());

/** How many hexes a hex is from a goal by land. */
export function landDistance(theatre: Theatre, goal: HexId, hex: HexId): number {
  const known = landDistances(theatre);
  let costs = known.get(goal);
  if (!costs) {
    costs = costsFromNearest(landWays(theatre), [HEX_GRID.index.get(goal) as number], () => 1);
    known.set(goal, costs);
  }
  return costs[HEX_GRID.index.get(hex) as number] ?? FAR;
}
