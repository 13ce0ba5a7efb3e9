import { type Fault, outOfOrder } from '../../kit/data-faults.ts';
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { MapChecks } from '../../kit/hex/map-checks.ts';
import {
  type ChartsFile,
  FORMAT,
  type GroupEntry,
  type Kinds,
  type MapFile,
  type ScenarioEntry,
  type ScenariosFile,
  type UnitsFile,
} from './data-file.ts';
import { STACK_LIMITS } from './theatre.ts';
import type { Kind } from './vocabulary.ts';

type Path = Fault['path'];

/** Faults of a map that has the right shape. */
export function checkMap(map: MapFile): Fault[] {
  const checks = new MapChecks<Kinds>(FORMAT, map);
  const land = (path: Path, hexes: readonly HexId[]) => [
    ...checks.eachOnce(path, hexes),
    ...hexes.flatMap((hex, at) => notLand(map, [...path, at], hex)),
  ];
  const ways = map.ways.map(({ name }) => name);
  return [
    ...checks.all(),
    ...map.ways.flatMap(({ name }, at) =>
      ways.indexOf(name) < at ? [{ path: ['ways', at, 'name'], reason: `${name} is named twice` }] : [],
    ),
    ...map.lines.flatMap(({ way, stations }, at) => {
      const path = map.ways.find(({ name }) => name === way)?.path;
      if (!path) return [{ path: ['lines', at, 'way'], reason: `no railroad is called ${way}` }];
      return stations.flatMap((hex, station) =>
        path.includes(hex)
          ? []
          : [{ path: ['lines', at, 'stations', station], reason: `${way} does not pass through ${hex}` }],
      );
    }),
    ...land(['ports'], map.ports),
    ...land(['exits'], map.exits),
    ...Object.entries(map.zones).flatMap(([zone, hexes]) => checks.eachOnce(['zones', zone], hexes)),
    ...Object.entries(map.sources).flatMap(([side, hexes]) => land(['sources', side], hexes)),
    ...Object.entries(map.control).flatMap(([side, hexes]) => checks.eachOnce(['control', side], hexes)),
    ...map.control.union.flatMap((hex, at) =>
      map.control.confederate.includes(hex)
        ? [{ path: ['control', 'union', at], reason: `${hex} is controlled by both sides` }]
        : [],
    ),
  ];
}

function notLand(map: MapFile, path: Path, hex: HexId): Fault[] {
  if (!FORMAT.grid.has(hex)) return [{ path, reason: `there is no hex ${hex} on the map [${FORMAT.rules.grid}]` }];
  const terrain = map.hexes[hex]?.t ?? FORMAT.usual;
  return terrain === 'clear' || terrain === 'pass' ? [] : [{ path, reason: `no unit can stand in ${hex} [3.1]` }];
}

/** Faults of tables that have the right shape. The first table that covers the defender's strength is used, so limits must rise [5.3]. */
export function checkCharts({ combat }: ChartsFile): Fault[] {
  const most = combat.map(({ atMost }) => atMost);
  return outOfOrder(['combat'], 'atMost', most, 'up');
}

/** Faults of units that have the right shape, on a map without faults. */
export function checkUnits({ units, fortifications }: UnitsFile, map: MapFile): Fault[] {
  const all = [...units, ...fortifications];
  const ids = all.map(({ id }) => id);
  const names = units.map(({ name }) => name.toLowerCase());
  return [
    ...units.flatMap(({ id, name, side, kind, command }, at): Fault[] => [
      ...(ids.indexOf(id) < at ? [{ path: ['units', at, 'id'], reason: `${id} is named twice` }] : []),
      ...(names.indexOf(name.toLowerCase()) < at
        ? [{ path: ['units', at, 'name'], reason: `${name} is the name of another unit` }]
        : []),
      ...(id[0] === side[0]
        ? []
        : [{ path: ['units', at, 'id'], reason: `must begin with ${side[0]} on the ${side} side` }]),
      ...((kind === 'leader') === command > 0
        ? []
        : [{ path: ['units', at], reason: 'every leader needs “command”, and no other unit can have it [7.2]' }]),
    ]),
    ...fortifications.flatMap(({ id, hex }, at): Fault[] => [
      ...(ids.indexOf(id) < units.length + at
        ? [{ path: ['fortifications', at, 'id'], reason: `${id} is named twice` }]
        : []),
      ...(fortifications.findIndex((one) => one.hex === hex) < at
        ? [{ path: ['fortifications', at, 'hex'], reason: 'another fortification is in this hex: only one fits [1.7]' }]
        : []),
      ...notLand(map, ['fortifications', at, 'hex'], hex),
    ]),
  ];
}

/** Faults of scenarios that have the right shape, for units and a map without faults. */
export function checkScenarios(file: ScenariosFile, { units, fortifications }: UnitsFile, map: MapFile): Fault[] {
  const known = new Map(units.map((unit) => [unit.id, unit]));
  const land = (path: Path, hexes: readonly HexId[]) =>
    hexes.flatMap((hex, at) => [
      ...notLand(map, [...path, at], hex),
      ...(hexes.indexOf(hex) < at ? [{ path: [...path, at], reason: `${hex} is named twice` }] : []),
    ]);
  const unknown = (path: Path, id: string) => (known.has(id) ? [] : [{ path, reason: `there is no unit ${id}` }]);
  const faults = file.scenarios.flatMap(
    ({ id, base, turns, par, groups = [], without = [], strengths = [], points, ports = [], held = [] }, at) => {
      const path = ['scenarios', at];
      const before = file.scenarios.slice(0, at).map((one) => one.id);
      return [
        ...(before.includes(id) ? [{ path: [...path, 'id'], reason: `${id} is named twice` }] : []),
        ...(base !== undefined && !before.includes(base)
          ? [{ path: [...path, 'base'], reason: `no earlier scenario is called ${base}` }]
          : []),
        ...(base === undefined && !(turns && par !== undefined && groups.length > 0 && points)
          ? [{ path, reason: 'needs turns, par, groups and points, or a base that has them' }]
          : []),
        ...(turns && turns[0] > turns[1] ? [{ path: [...path, 'turns'], reason: 'ends before it begins' }] : []),
        ...land([...path, 'ports'], ports),
        ...held.flatMap(({ hexes }, one) => land([...path, 'held', one, 'hexes'], hexes)),
        ...without.flatMap((unit, one) => unknown([...path, 'without', one], unit)),
        ...strengths.flatMap(({ unit }, one) => unknown([...path, 'strengths', one, 'unit'], unit)),
        ...groups.flatMap(({ side, hexes, units: named }, one) => [
          ...land([...path, 'groups', one, 'hexes'], hexes),
          ...named.flatMap(({ unit, strength }, each) => {
            const to = [...path, 'groups', one, 'units', each];
            const { side: own, kind } = known.get(unit) ?? {};
            if (own === undefined) return unknown([...to, 'unit'], unit);
            if (own !== side) return [{ path: to, reason: `${unit} belongs to the other side` }];
            return (kind === 'infantry') === strength > 0
              ? []
              : [{ path: to, reason: 'infantry needs “strength”, and no other unit can have it [1.2]' }];
          }),
        ]),
      ];
    },
  );
  const { reinforcements, points } = file;
  const grades = points.grades.map(({ least }) => least);
  const others: Fault[] = [
    ...outOfOrder(['points', 'grades'], 'least', grades, 'down'),
    ...reinforcements.units.flatMap(({ unit, hexes }, at) => [
      ...unknown(['reinforcements', 'units', at, 'unit'], unit),
      ...land(['reinforcements', 'units', at, 'hexes'], hexes),
    ]),
    ...points.held.flatMap(({ hexes }, at) => land(['points', 'held', at, 'hexes'], hexes)),
    ...points.lines.flatMap(({ from, to }, at) => [
      ...land(['points', 'lines', at, 'from'], from),
      ...land(['points', 'lines', at, 'to'], to),
    ]),
  ];
  if (faults.length + others.length > 0) return [...faults, ...others];
  return file.scenarios.flatMap((scenario, at) =>
    checkSetUp(groupsOf(file.scenarios, scenario), known, fortifications).map((reason) => ({
      path: ['scenarios', at],
      reason,
    })),
  );
}

/** The groups of a scenario: its base's with its changes, then its own. */
export function groupsOf(all: readonly ScenarioEntry[], scenario: ScenarioEntry): readonly GroupEntry[] {
  const { base, without = [], strengths = [], groups = [] } = scenario;
  const before = base === undefined ? undefined : all.find(({ id }) => id === base);
  const kept = (before ? groupsOf(all, before) : []).map((group) => ({
    ...group,
    units: group.units
      .filter(({ unit }) => !without.includes(unit))
      .map((one) => strengths.find(({ unit }) => unit === one.unit) ?? one),
  }));
  return [...kept, ...groups].filter(({ units }) => units.length > 0);
}

/** Each unit once, every group with room for its units, no hex for both sides [1.7, 2.4]. */
function checkSetUp(
  groups: readonly GroupEntry[],
  known: ReadonlyMap<string, { readonly kind: Kind }>,
  forts: UnitsFile['fortifications'],
): string[] {
  const placed = groups.flatMap(({ units }) => units.map(({ unit }) => unit));
  const twice = placed.find((unit, at) => placed.indexOf(unit) < at);
  if (twice !== undefined) return [`${twice} is set up twice`];
  const hexesOf = (side: string) => new Set(groups.flatMap((group) => (group.side === side ? group.hexes : [])));
  const shared = [...hexesOf('union')].find((hex) => hexesOf('confederate').has(hex));
  if (shared !== undefined) return [`both sides could set up in ${shared} [2.4]`];
  const foreign = forts.find(({ side, hex }) => hexesOf(side === 'union' ? 'confederate' : 'union').has(hex));
  if (foreign !== undefined) return [`a side could set up in the enemy fortification at ${foreign.hex}`];
  return groups.flatMap(({ side, hexes, units, where }) => {
    const all = hexes.length > 0 ? hexes : [...hexesOf(side)];
    const crowd = units.filter(({ unit }) => known.get(unit)?.kind !== 'leader').length;
    // Others of the side may have their place there too: half the room is enough for every way to deal them out.
    return crowd > STACK_LIMITS.infantry * all.length || all.length === 0
      ? [`there isn’t room for all units of the group “${where}”`]
      : [];
  });
}
