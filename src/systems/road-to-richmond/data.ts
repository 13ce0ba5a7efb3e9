import type { z } from 'zod';
import type { DataFault, DataFiles, Json } from '../../game/index.ts';
import { columnOf, type HexId, rowOf, sideKey } from '../../kit/hex/grid.ts';
import { checkMap, checkUnits, type Fault } from './data-checks.ts';
import { type MapFile, mapFile, type UnitEntry, unitsFile } from './data-file.ts';
import { type Field, HEX_GRID, type Hex, type Hexside, type Piece } from './field.ts';
export const MAP = 'map.json';
export const UNITS = 'units.json';

/** Reads the map and the units into the field, or everything that is wrong with them. */
export function readField(files: DataFiles): Field | readonly DataFault[] {
  const map = mapFile.safeParse(files[MAP] ?? null);
  const units = unitsFile.safeParse(files[UNITS] ?? null);
  const ofMap = map.success ? checkMap(map.data) : misshapen(map.error, files[MAP] ?? null);
  const ofUnits = units.success
    ? // Where pieces stand cannot be judged on a map that is not sound.
      map.success && ofMap.length === 0
      ? checkUnits(units.data, map.data)
      : []
    : misshapen(units.error, files[UNITS] ?? null);
  const faults = [
    ...ofMap.map((fault) => ({ file: MAP, ...fault })),
    ...ofUnits.map((fault) => ({ file: UNITS, ...fault })),
  ];
  if (!map.success || !units.success || faults.length > 0) return faults;
  return fieldOf(map.data, units.data.units);
}

export function isFaults(read: Field | readonly DataFault[]): read is readonly DataFault[] {
  return Array.isArray(read);
}

/** Faults of shape in words for whoever edits the file, each at the very entry it is about. */
function misshapen(error: z.ZodError, data: Json): Fault[] {
  return error.issues.flatMap((issue): Fault[] => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], reason: 'there is no entry of this name here' }));
    if (issue.code === 'invalid_key') return [{ path, reason: issue.issues[0]?.message ?? issue.message }];
    return [{ path, reason: isThere(data, path) ? issue.message : 'is missing' }];
  });
}

function isThere(data: unknown, [key, ...rest]: Fault['path']): boolean {
  if (key === undefined) return true;
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return false;
  return isThere((data as { readonly [key: string | number]: unknown })[key], rest);
}

function fieldOf(map: MapFile, units: readonly UnitEntry[]): Field {
  const hexes = Object.keys(map.hexes).sort();
  const pieces = units.map(piece);
  const near = (hex: HexId) =>
    map.zones.activationNear.centres.some((centre) => HEX_GRID.distance(hex, centre) <= map.zones.activationNear.range);
  return {
    title: map.title,
    hexes,
    hex: new Map(hexes.map((id) => [id, hex(map, id)])),
    places: map.places,
    ways: map.ways.map(({ rail = false, leaves = [], ...way }) => ({ ...way, rail, leaves })),
    waters: map.waters.map(({ name, kind, sides }) => ({ name, kind, sides })),
    works: map.works,
    exits: map.exits,
    commandZone: new Set(map.zones.commandControl),
    southZone: new Set(map.zones.activationSouth),
    alarms: new Set([...map.zones.activationSouth, ...hexes.filter(near)].sort()),
    lastDitch: map.lastDitchRoads,
    pieces,
    piece: new Map(pieces.map((one) => [one.id, one])),
  };
}

function hex(map: MapFile, id: HexId): Hex {
  const { t, name } = map.hexes[id] as MapFile['hexes'][string];
  const sides = [0, 1, 2, 3, 4, 5].flatMap((direction) => {
    const to = HEX_GRID.neighbour(id, direction);
    return to === null ? [] : [hexside(map, id, to, direction)];
  });
  return {
    id,
    column: columnOf(id),
    row: rowOf(id),
    terrain: t,
    name: name ?? null,
    sides,
    hasWay: sides.some(({ link }) => link !== null),
  };
}

function hexside(map: MapFile, from: HexId, to: HexId, direction: number): Hexside {
  const key = sideKey(from, to);
  const { creek, stream, lake, water, crossing, crossingName, redoubt } = map.sides[key] ?? {};
  return {
    to,
    direction,
    water: creek ? 'creek' : stream ? 'stream' : lake ? 'lake' : null,
    waterName: water ?? null,
    crossing: crossing ?? null,
    crossingName: crossingName ?? null,
    link: map.links[key] ?? null,
    redoubt: redoubt ? (redoubt.defended === from ? 'out' : 'in') : null,
    barred: (creek === true || lake === true) && crossing === undefined,
  };
}

function piece(
  { id, side, type, strength, designation, name, setup, arrives, entry, alternateEntry }: UnitEntry,
  index: number,
): Piece {
  return {
    id,
    index,
    side,
    kind: type,
    strength,
    designation,
    name,
    setup: setup ?? null,
    arrives: arrives ?? null,
    entry: entry ?? [],
    otherEntry: alternateEntry?.hex ?? null,
  };
}
