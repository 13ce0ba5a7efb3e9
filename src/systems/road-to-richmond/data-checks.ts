import { hexId, sideKey } from '../../kit/hex/grid.ts';
import type { MapFile, UnitEntry, UnitsFile } from './data-file.ts';
import { HEX_GRID, STACK_LIMIT } from './field.ts';

/** Where in a file, and why it cannot stand. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** What is wrong with a map of the right shape. */
export function checkMap(map: MapFile): Fault[] {
  return [...hexes(map), ...sides(map), ...links(map), ...drawn(map), ...zones(map), ...edges(map)];
}

/** Both ends of a hexside, where it is one; null: it is not. */
export function endsOf(key: string): readonly [string, string] | null {
  const [one, other] = key.split('|') as [string, string];
  const next = [0, 1, 2, 3, 4, 5].some((direction) => known(one) && HEX_GRID.neighbour(one, direction) === other);
  return next && sideKey(one, other) === key ? [one, other] : null;
}

function known(hex: string): boolean {
  return HEX_GRID.has(hex);
}

function unknown(path: Fault['path'], hex: string): Fault[] {
  return known(hex) ? [] : [{ path, reason: `there is no hex ${hex} on the field [1.2]` }];
}

function unpaired(path: Fault['path'], key: string): Fault[] {
  if (endsOf(key)) return [];
  return [{ path, reason: 'must name two adjacent hexes, the smaller first' }];
}

function hexes(map: MapFile): Fault[] {
  const faults: Fault[] = [];
  for (let column = 1; column <= map.grid.columns; column++) {
    for (let row = 1; HEX_GRID.has(hexId(column, row)); row++) {
      const hex = hexId(column, row);
      if (!(hex in map.hexes)) faults.push({ path: ['hexes', hex], reason: 'is missing' });
    }
  }
  for (const hex of Object.keys(map.hexes)) faults.push(...unknown(['hexes', hex], hex));
  return faults;
}

function sides(map: MapFile): Fault[] {
  return Object.entries(map.sides).flatMap(([key, { creek, stream, lake, water, crossing, crossingName, redoubt }]) => {
    const path = ['sides', key];
    const faults = unpaired(path, key);
    const waters = [creek, stream, lake].filter((one) => one).length;
    if (waters > 1) faults.push({ path, reason: 'is at most one of creek, stream and lake' });
    if (waters > 0 !== (water !== undefined))
      faults.push({ path, reason: 'has the name of its water, and only with one' });
    if (crossing && !creek && !lake)
      faults.push({ path: [...path, 'crossing'], reason: 'crosses no creek and no lake' });
    if (crossingName !== undefined && !crossing)
      faults.push({ path: [...path, 'crossingName'], reason: 'names no crossing' });
    if (redoubt && (redoubt.defended === redoubt.enemy || sideKey(redoubt.defended, redoubt.enemy) !== key))
      faults.push({ path: [...path, 'redoubt'], reason: 'lies between the two hexes of its own hexside [4.3]' });
    return faults;
  });
}

function links(map: MapFile): Fault[] {
  return Object.keys(map.links).flatMap((key) => {
    const faults = unpaired(['links', key], key);
    const { creek, lake, crossing } = map.sides[key] ?? {};
    if ((creek || lake) && !crossing)
      faults.push({ path: ['links', key], reason: 'runs through a creek or a lake without a bridge or ford [4]' });
    return faults;
  });
}

/** What is drawn must be what is played. */
function drawn(map: MapFile): Fault[] {
  const faults: Fault[] = [];
  const covered = new Set<string>();
  map.ways.forEach(({ kind, path, leaves = [] }, way) => {
    path.forEach((hex, at) => {
      faults.push(...unknown(['ways', way, 'path', at], hex));
      const before = path[at - 1];
      if (before === undefined) return;
      const key = sideKey(before, hex);
      covered.add(key);
      const link = map.links[key];
      // A trail that joins a road for a while is drawn over it.
      if (link === undefined || (kind === 'road' && link !== 'road'))
        faults.push({
          path: ['ways', way, 'path', at],
          reason: `there is no ${kind} from ${before} to ${hex} in links`,
        });
    });
    leaves.forEach(([hex], at) => {
      if (!path.includes(hex)) faults.push({ path: ['ways', way, 'leaves', at], reason: 'is no hex of its path' });
      else if (!atEdge(hex))
        faults.push({ path: ['ways', way, 'leaves', at], reason: 'is not at the edge of the field' });
    });
  });
  for (const key of Object.keys(map.links))
    if (!covered.has(key)) faults.push({ path: ['links', key], reason: 'is in no way, and so would not be drawn' });
  map.waters.forEach(({ kind, sides: along }, water) => {
    along.forEach((key, at) => {
      if (!map.sides[key]?.[kind])
        faults.push({ path: ['waters', water, 'sides', at], reason: `there is no ${kind} at this hexside in sides` });
    });
  });
  map.works.forEach(({ sides: along }, work) => {
    along.forEach((key, at) => {
      if (!map.sides[key]?.redoubt)
        faults.push({ path: ['works', work, 'sides', at], reason: 'there is no redoubt at this hexside in sides' });
    });
  });
  return faults;
}

function zones({ zones: of }: MapFile): Fault[] {
  const list = (path: Fault['path'], listed: readonly string[]) =>
    listed.flatMap((hex, at) => [
      ...unknown([...path, at], hex),
      ...(listed.indexOf(hex) < at ? [{ path: [...path, at], reason: `${hex} is named twice` }] : []),
    ]);
  return [
    ...list(['zones', 'commandControl'], of.commandControl),
    ...list(['zones', 'southOfChickahominy'], of.southOfChickahominy),
    ...list(['zones', 'activationSouth'], of.activationSouth),
    ...list(['zones', 'activationNear', 'centres'], of.activationNear.centres),
  ];
}

function edges(map: MapFile): Fault[] {
  const onWay = new Set(Object.keys(map.links).flatMap((key) => key.split('|')));
  const exit = (path: Fault['path'], hex: string) => {
    if (!known(hex)) return unknown(path, hex);
    if (!atEdge(hex)) return [{ path, reason: `${hex} is not at the edge of the field` }];
    return onWay.has(hex) ? [] : [{ path, reason: `no road or trail leads to ${hex}` }];
  };
  return [
    ...Object.keys(map.exits).flatMap((hex) => exit(['exits', hex], hex)),
    ...map.lastDitchRoads.flatMap((hex, at) => exit(['lastDitchRoads', at], hex)),
    ...Object.entries(map.entries).flatMap(([side, listed]) =>
      listed.flatMap((hex, at) => unknown(['entries', side, at], hex)),
    ),
    ...map.places.flatMap(({ hex }, at) => unknown(['places', at, 'hex'], hex)),
  ];
}

function atEdge(hex: string): boolean {
  return [0, 1, 2, 3, 4, 5].some((direction) => HEX_GRID.neighbour(hex, direction) === null);
}

/** What is wrong with units of the right shape, on a map that is sound. */
export function checkUnits({ units }: UnitsFile, map: MapFile): Fault[] {
  const faults: Fault[] = [];
  const add = (path: Fault['path'], reason: string) => faults.push({ path, reason });
  units.forEach((unit, at) => {
    const path = ['units', at];
    if (units.findIndex(({ id }) => id === unit.id) < at) add([...path, 'id'], `${unit.id} is named twice`);
    if (unit.id[0] !== unit.side[0])
      add([...path, 'id'], `a piece of the ${unit.side} side has an id that begins with ${unit.side[0]}`);
    const twin = units.findIndex((other) => other.designation.toLowerCase() === unit.designation.toLowerCase());
    if (twin < at) add([...path, 'designation'], `${unit.designation} is the designation of another piece`);
    faults.push(...comes(unit, path, map));
  });
  const trains = units.flatMap(({ type }, at) => (type === 'train' ? [at] : []));
  if (trains.length !== 1) add(['units'], `there is one Train [1.5], not ${trains.length}`);
  for (const at of trains) if (units[at]?.side !== 'union') add(['units', at, 'side'], 'the Train is Union [1.5]');
  return [...faults, ...crowded(units)];
}

/** Either it is there at the start, or it arrives by entry hexes of its side. */
function comes({ side, setup, arrives, entry, alternateEntry }: UnitEntry, path: Fault['path'], map: MapFile): Fault[] {
  if ((setup === undefined) === (arrives === undefined))
    return [{ path, reason: 'either starts in a hex, by setup, or arrives in a turn, by arrives' }];
  if (setup !== undefined) return unknown([...path, 'setup'], setup);
  if (entry === undefined) return [{ path: [...path, 'entry'], reason: 'is missing' }];
  const open = (at: Fault['path'], hex: string): Fault[] => {
    if (!known(hex)) return unknown(at, hex);
    return map.entries[side].includes(hex) ? [] : [{ path: at, reason: `${hex} is no entry hex of the ${side} side` }];
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
      return [{ path, reason: 'the Train stacks with nothing [5.2]' }];
    return [];
  });
}
