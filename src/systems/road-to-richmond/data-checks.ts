import type { Fault } from '../../kit/data-faults.ts';
import { MapChecks } from '../../kit/hex/map-checks.ts';
import type { MapFile, UnitEntry, UnitsFile } from './data-file.ts';
import { FORMAT, type Kinds, STACK_LIMIT } from './field.ts';

/** What is wrong with a map of the right shape. */
export function checkMap(map: MapFile): Fault[] {
  const { zones, exits, lastDitchRoads, entries } = map;
  const checks = new MapChecks<Kinds>(FORMAT, map);
  return [
    ...checks.all(),
    ...checks.eachOnce(['zones', 'commandControl'], zones.commandControl),
    ...checks.eachOnce(['zones', 'southOfChickahominy'], zones.southOfChickahominy),
    ...checks.eachOnce(['zones', 'activationSouth'], zones.activationSouth),
    ...checks.eachOnce(['zones', 'activationNear', 'centres'], zones.activationNear.centres),
    ...Object.keys(exits).flatMap((hex) => checks.leavesMap(['exits', hex], hex)),
    ...lastDitchRoads.flatMap((hex, at) => checks.leavesMap(['lastDitchRoads', at], hex)),
    ...Object.entries(entries).flatMap(([side, listed]) =>
      listed.flatMap((hex, at) => checks.onMap(['entries', side, at], hex)),
    ),
  ];
}

/** What is wrong with units of the right shape, on a map that is sound. */
export function checkUnits({ units }: UnitsFile, map: MapFile): Fault[] {
  const faults: Fault[] = [];
  const add = (path: Fault['path'], reason: string) => faults.push({ path, reason });
  units.forEach((unit, at) => {
    const path = ['units', at];
    if (units.findIndex(({ id }) => id === unit.id) < at) add([...path, 'id'], `${unit.id} is named twice`);
    if (unit.id[0] !== unit.side[0])
      add([...path, 'id'], `the id of a ${unit.side} piece must begin with ${unit.side[0]}`);
    const twin = units.findIndex((other) => other.designation.toLowerCase() === unit.designation.toLowerCase());
    if (twin < at) add([...path, 'designation'], `${unit.designation} is the designation of another piece`);
    faults.push(...comes(unit, path, map));
  });
  const trains = units.flatMap(({ type }, at) => (type === 'train' ? [at] : []));
  if (trains.length !== 1) add(['units'], `there must be one Train [1.5], not ${trains.length}`);
  for (const at of trains) if (units[at]?.side !== 'union') add(['units', at, 'side'], 'the Train must be Union [1.5]');
  return [...faults, ...crowded(units)];
}

/** Either it is there at the start, or it arrives by entry hexes of its side. */
function comes({ side, setup, arrives, entry, alternateEntry }: UnitEntry, path: Fault['path'], map: MapFile): Fault[] {
  if ((setup === undefined) === (arrives === undefined))
    return [{ path, reason: 'needs either "setup", the hex it starts in, or "arrives", the turn it comes in' }];
  const checks = new MapChecks<Kinds>(FORMAT, map);
  if (setup !== undefined) return checks.onMap([...path, 'setup'], setup);
  if (entry === undefined) return [{ path: [...path, 'entry'], reason: 'is missing' }];
  const open = (at: Fault['path'], hex: string): Fault[] => {
    if (!FORMAT.grid.has(hex)) return checks.onMap(at, hex);
    return map.entries[side].includes(hex)
      ? []
      : [{ path: at, reason: `${hex} isn’t an entry hex of the ${side} side` }];
  };
  return [
    ...entry.flatMap((hex, at) => open([...path, 'entry', at], hex)),
    ...(alternateEntry ? open([...path, 'alternateEntry', 'hex'], alternateEntry.hex) : []),
  ];
}

/** Stacking at the start [5]. */
function crowded(units: readonly UnitEntry[]): Fault[] {
  return units.flatMap(({ setup, side, type }, at) => {
    if (setup === undefined) return [];
    const path = ['units', at, 'setup'];
    const before = units.slice(0, at).filter((other) => other.setup === setup);
    if (before.some((other) => other.side !== side)) return [{ path, reason: `${setup} is held by the other side` }];
    if (before.length >= STACK_LIMIT) return [{ path, reason: `${setup} is full: two pieces to a hex [5.1]` }];
    if (before.length > 0 && [...before, { type }].some((one) => one.type === 'train'))
      return [{ path, reason: 'the Train must stand alone [5.2]' }];
    return [];
  });
}
