import type { DataFault, DataFiles } from '../../game/index.ts';
import { DataReader } from '../../kit/data-faults.ts';
import { hexMapOf } from '../../kit/hex/map-file.ts';
import { checkMap, checkUnits } from './data-checks.ts';
import { type MapFile, mapFile, type UnitEntry, type UnitsFile, unitsFile } from './data-file.ts';
import { type Field, FORMAT, HEX_GRID, type Kinds, type Piece } from './field.ts';

export const MAP = 'map.json';
export const UNITS = 'units.json';

/** Reads the map and the units into the field, or everything that is wrong with them. */
export function readField(files: DataFiles): Field | readonly DataFault[] {
  const reader = new DataReader(files);
  const map = reader.read(MAP, mapFile);
  if (map) reader.note(MAP, checkMap(map));
  const isSound = map !== null && reader.faults.length === 0;
  const units = reader.read(UNITS, unitsFile);
  // Where pieces stand cannot be judged on a map that is not sound.
  if (isSound && units) reader.note(UNITS, checkUnits(units, map));
  return map && units && reader.faults.length === 0 ? fieldOf(map, units) : reader.faults;
}

function fieldOf(map: MapFile, { units, basis, firstDayPoints = 0 }: UnitsFile): Field {
  const hexMap = hexMapOf<Kinds>(FORMAT, map);
  const pieces = units.map(piece);
  const { centres, range } = map.zones.activationNear;
  return {
    ...hexMap,
    exits: map.exits,
    commandZone: new Set(map.zones.commandControl),
    southZone: new Set(map.zones.activationSouth),
    alarms: new Set([...map.zones.activationSouth, ...centres.flatMap((hex) => HEX_GRID.within(hex, range))].sort()),
    lastDitch: map.lastDitchRoads,
    pieces,
    piece: new Map(pieces.map((one) => [one.id, one])),
    firstDayPoints,
    basis: basis ?? null,
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
