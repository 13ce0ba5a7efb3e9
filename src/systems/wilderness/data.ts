import type { DataFault, DataFiles } from '../../game/index.ts';
import { CombatResultsTable } from '../../kit/combat-results-table.ts';
import { DataReader } from '../../kit/data-faults.ts';
import { hexMapOf } from '../../kit/hex/map-file.ts';
import { checkCharts, checkMap, checkScenarios, checkUnits, groupsOf } from './data-checks.ts';
import * as shape from './data-file.ts';
import type { Scenario, Theatre } from './theatre.ts';
import { CAVALRY_COLUMNS, COMBAT_COLUMNS } from './vocabulary.ts';

export const MAP = 'map.json';
export const UNITS = 'units.json';
export const SCENARIOS = 'scenarios.json';
export const CHARTS = 'charts.json';

/** Reads the data files; returns every fault if there are any. */
export function readTheatre(files: DataFiles): Theatre | readonly DataFault[] {
  const reader = new DataReader(files);
  const { faults } = reader;
  const map = reader.read(MAP, shape.mapFile);
  const units = reader.read(UNITS, shape.unitsFile);
  const scenarios = reader.read(SCENARIOS, shape.scenariosFile);
  const charts = reader.read(CHARTS, shape.chartsFile);
  if (charts) reader.note(CHARTS, checkCharts(charts));
  if (map) reader.note(MAP, checkMap(map));
  // Unit checks need a map without faults, and scenario checks need units without faults.
  if (map && units && faults.length === 0) reader.note(UNITS, checkUnits(units, map));
  if (map && units && scenarios && faults.length === 0) reader.note(SCENARIOS, checkScenarios(scenarios, units, map));
  if (!map || !units || !scenarios || !charts || faults.length > 0) return faults;
  return theatreOf(map, units, scenarios, charts);
}

function theatreOf(
  map: shape.MapFile,
  units: shape.UnitsFile,
  file: shape.ScenariosFile,
  charts: shape.ChartsFile,
): Theatre {
  const all = units.units.map((unit, index) => ({ ...unit, index, movement: units.movement[unit.kind] }));
  const scenarios = file.scenarios.map((entry) => scenarioFrom(file, entry));
  const { reinforcements } = file;
  const track = (side: 'union' | 'confederate') =>
    new Map(reinforcements[side].map(({ turn, points }) => [turn, points]));
  const zones = Object.fromEntries(Object.entries(map.zones).map(([zone, hexes]) => [zone, new Set(hexes)]));
  return {
    ...hexMapOf<shape.Kinds>(shape.FORMAT, map),
    units: all,
    unit: new Map(all.map((unit) => [unit.id, unit])),
    forts: units.fortifications,
    fort: new Map(units.fortifications.map((fort) => [fort.id, fort])),
    fortIn: new Map(units.fortifications.map((fort) => [fort.hex, fort])),
    caps: units.caps,
    transport: units.transport,
    basis: units.basis ?? null,
    rails: railsOf(map),
    lines: map.lines.map(({ way, stations }) => ({
      name: way,
      path: map.ways.find(({ name }) => name === way)?.path ?? [],
      stations,
    })),
    ports: new Set(map.ports),
    zones: zones as unknown as Theatre['zones'],
    sources: map.sources,
    exits: map.exits,
    control: map.control,
    scenarios,
    scenario: new Map(scenarios.map((scenario) => [scenario.id, scenario])),
    reinforcements: { union: track('union'), confederate: track('confederate'), units: reinforcements.units },
    points: file.points,
    rulings: file.rulings,
    combatTables: charts.combat.map(({ name, atMost, columns }) => ({
      name,
      atMost,
      table: new CombatResultsTable({ columns: COMBAT_COLUMNS, results: resultsIn(columns), rows: columns }),
    })),
    cavalryTable: new CombatResultsTable({
      columns: CAVALRY_COLUMNS,
      results: resultsIn(charts.cavalry),
      rows: charts.cavalry,
    }),
  };
}

function resultsIn(columns: { readonly [column: string]: readonly string[] }): readonly string[] {
  return [...new Set(Object.values(columns).flat())].sort();
}

/** Rails from each hex along the lines; two lines that touch are joined in the hex they share. */
function railsOf({ ways }: shape.MapFile): Theatre['rails'] {
  const rails = new Map<string, Set<string>>();
  const join = (from: string, to: string) => rails.set(from, (rails.get(from) ?? new Set()).add(to));
  for (const { path } of ways)
    for (const [at, hex] of path.entries()) {
      const next = path[at + 1];
      if (next === undefined) continue;
      join(hex, next);
      join(next, hex);
    }
  return new Map([...rails].map(([hex, to]) => [hex, [...to].sort()]));
}

/** A scenario with missing entries filled in from its base. */
function scenarioFrom({ scenarios: all, points, decides }: shape.ScenariosFile, entry: shape.ScenarioEntry): Scenario {
  const inherited = (scenario: shape.ScenarioEntry): shape.ScenarioEntry => {
    const base = all.find(({ id }) => id === scenario.base);
    return base ? { ...inherited(base), ...scenario } : scenario;
  };
  return {
    turns: [1, 1],
    ports: [],
    points: { union: 0, confederate: 0 },
    held: points.held,
    confederateReinforcements: 1,
    par: 0,
    decides,
    ...(inherited(entry) as Pick<Scenario, 'id' | 'name' | 'summary'>),
    short: entry.short ?? false,
    groups: groupsOf(all, entry),
  };
}
