import * as z from 'zod';
import type { DataFault, DataFiles } from '../../game/index.ts';
import { CombatResultsTable } from '../../kit/combat-results-table.ts';
import { DataReader, outOfOrder, sound } from '../../kit/data-faults.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { hexMapOf, nameSchema } from '../../kit/hex/map-file.ts';
import { costsFromNearest, FAR } from '../../kit/hex/search.ts';
import { oncePer } from '../../kit/memo.ts';
import * as shape from './data-file.ts';
import { CAVALRY_COLUMNS, COMBAT_COLUMNS, eachSide, type Kind, type UnitId } from './vocabulary.ts';

export const { HEX_GRID, STACK_LIMITS } = shape;

export const MAP = 'map.json';
export const UNITS = 'units.json';
export const SCENARIOS = 'scenarios.json';
export const CHARTS = 'charts.json';

const result = z.string().regex(/^\d\/\d$/, 'must be the attacker’s losses, a slash and the defender’s, such as 1/2');
const columns = <C extends string>(names: readonly C[], rows: number) =>
  z.record(z.enum(names), z.array(result).length(rows));

/**
 * The file `assets/wilderness/charts.json`. Limits must rise, since the first table that covers the defender is used
 * [5.3].
 */
const chartsFile = sound(
  z.strictObject({
    note: z.string(),
    combat: z
      .array(z.strictObject({ name: nameSchema, atMost: z.int().min(1), columns: columns(COMBAT_COLUMNS, 7) }))
      .min(1),
    cavalry: columns(CAVALRY_COLUMNS, 6),
  }),
  ({ combat }) => {
    const most = combat.map(({ atMost }) => atMost);
    return outOfOrder(['combat'], 'atMost', most, 'up');
  },
);
export type ChartsFile = z.infer<typeof chartsFile>;

/** The game's constant data: map, units, scenarios, tables. */
export type Theatre = ReturnType<typeof theatreOf>;
export type Unit = Theatre['units'][number];
export type Scenario = Theatre['scenarios'][number];
export type SetUpGroup = Readonly<shape.GroupEntry>;

/**
 * Reads the data files, or returns every fault. Units are checked once the map is sound, scenarios once the units are.
 */
export function readTheatre(files: DataFiles): Theatre | readonly DataFault[] {
  const reader = new DataReader(files);
  const map = reader.read(MAP, shape.mapFile);
  const units = reader.read(UNITS, map ? shape.unitsFile(map) : shape.unitsShape);
  const scenarios = reader.read(SCENARIOS, map && units ? shape.scenariosFile(units, map) : shape.scenariosShape);
  const charts = reader.read(CHARTS, chartsFile);
  return map && units && scenarios && charts ? theatreOf(map, units, scenarios, charts) : reader.faults;
}

function theatreOf(
  map: shape.MapFile,
  units: shape.UnitsFile,
  file: shape.ScenariosFile,
  { combat, cavalry }: ChartsFile,
) {
  /** In the order of `units.json`; `index`: its place there. */
  const all = units.units.map((unit, index) => ({ ...unit, index, movement: units.movement[unit.kind] }));
  const forts = units.fortifications;
  const scenarios = file.scenarios.map((entry) => scenarioFrom(file, entry));
  const { reinforcements, points, rulings } = file;
  const zones = Object.entries(map.zones).map(([zone, hexes]) => [zone, new Set(hexes)]);
  return {
    ...hexMapOf<shape.Kinds>(shape.FORMAT, map),
    units: all,
    unit: byKey(all, ({ id }) => id),
    forts,
    fort: byKey(forts, ({ id }) => id),
    fortIn: byKey(forts, ({ hex }) => hex),
    caps: units.caps,
    transport: units.transport,
    costs: units.costs,
    /** A host's name for their own numbers; `null` for the shipped ones. */
    basis: units.basis ?? null,
    rails: railsOf(map),
    /** Lines of rails with their stations. */
    lines: map.lines.map(({ way, stations }) => ({
      name: way,
      path: map.ways.find(({ name }) => name === way)?.path ?? [],
      stations,
    })),
    ports: new Set(map.ports),
    zones: Object.fromEntries(zones) as { readonly [zone in keyof shape.MapFile['zones']]: ReadonlySet<HexId> },
    /** Hexes that supply by themselves; `exits` do so if joined by rail [8.3]. */
    sources: map.sources,
    exits: map.exits,
    control: map.control,
    scenarios,
    scenario: byKey(scenarios, ({ id }) => id),
    reinforcements: {
      ...eachSide((side) => new Map(reinforcements[side].map(({ turn, points: some }) => [turn, some]))),
      units: reinforcements.units,
    },
    points,
    rulings,
    /** Each table is for a printed strength of the defender of `atMost` so many. */
    combatTables: combat.map(({ name, atMost, columns }) => ({
      name,
      atMost,
      table: tableOf(COMBAT_COLUMNS, columns),
    })),
    cavalryTable: tableOf(CAVALRY_COLUMNS, cavalry),
  } as const;
}

function byKey<K, V>(values: readonly V[], key: (value: V) => K): ReadonlyMap<K, V> {
  return new Map(values.map((value) => [key(value), value]));
}

function tableOf<C extends string>(columns: readonly C[], rows: { readonly [column in C]: readonly string[] }) {
  const results = [...new Set(columns.flatMap((column) => rows[column]))].sort();
  return new CombatResultsTable<C, string>({ columns, results, rows });
}

/** Rails from each hex along the lines; two lines that touch are joined in the hex they share. */
function railsOf({ ways }: shape.MapFile): ReadonlyMap<HexId, readonly HexId[]> {
  const rails = new Map<HexId, Set<HexId>>();
  const join = (from: HexId, to: HexId) => rails.set(from, (rails.get(from) ?? new Set()).add(to));
  for (const { path } of ways)
    for (const [at, hex] of path.entries()) {
      const next = path[at + 1];
      if (next === undefined) continue;
      join(hex, next);
      join(next, hex);
    }
  return new Map([...rails].map(([hex, to]) => [hex, [...to].sort()]));
}

/** A scenario with missing entries filled in from its base, and from the usual ones. */
function scenarioFrom({ scenarios: all, points, decides }: shape.ScenariosFile, entry: shape.ScenarioEntry) {
  const inherited = (scenario: shape.ScenarioEntry): shape.ScenarioEntry => {
    const base = all.find(({ id }) => id === scenario.base);
    return base ? { ...inherited(base), ...scenario } : scenario;
  };
  const { turns = [1, 1], ports = [], held = points.held, par = 0, unionLoss, ...rest } = inherited(entry);
  return {
    id: entry.id,
    name: entry.name,
    summary: entry.summary,
    short: entry.short ?? false,
    turns,
    ports,
    points: rest.points ?? eachSide(() => 0),
    held,
    confederateReinforcements: rest.confederateReinforcements ?? 1,
    par,
    decides: rest.decides ?? decides,
    unionLoss,
    groups: shape.groupsOf(all, entry),
  } as const;
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

/** Whether two names mean the same railroad: "Virginia Central", "Virginia Central R.R.". */
export function isSameLine(line: string, name: string): boolean {
  return line.startsWith(name) || name.startsWith(line);
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

/** Whether units fit in one hex [1.7]. */
export function mayStack(units: readonly { readonly kind: Kind }[]): boolean {
  const foot = units.filter(({ kind }) => kind === 'infantry' || kind === 'dummy');
  const horse = units.filter(({ kind }) => kind === 'cavalry');
  return foot.length <= STACK_LIMITS.infantry && horse.length <= STACK_LIMITS.cavalry;
}
