import { MemoPer, oncePer } from '../memo.ts';
import { compact, count } from '../plain-english.ts';
import { nameIndex, nameKey } from '../typed-names.ts';
import { columnOf, type HexId } from './hex-grid.ts';
import type { Hex, HexMap } from './hex-map.ts';

/** "1004 New Cold Harbor", "0607 by Duane’s Bridge", "1106 near Watt", "2210". */
export function hexLabel(map: HexMap, hex: HexId): string {
  const found = map.hex.get(hex);
  return found ? labels.get(map, hex, () => labelOf(map, found)) : hex;
}

/** Like `hexLabel`, but a hex without a name gets its number alone: "1107 Watt", "1106". */
export function hexBriefly(map: HexMap, hex: HexId): string {
  return map.hex.get(hex)?.name ? hexLabel(map, hex) : hex;
}

/**
 * A short name of a hex for a picture: "1004 New Cold Harbor". A hex that is only near a place gets its number alone.
 */
export function shortHex(map: HexMap, hex: HexId): string {
  return hexLabel(map, hex).replace(/ (near|by|to|from) .*$/, '');
}

/** Finds a hex by its number, with or without more text after it, or by the name of its place; null if none fits. */
export function findHex(map: HexMap, text: string): HexId | null {
  const [, number] = /^\s*(\d{4})(?!\d)/.exec(text) ?? [];
  if (number !== undefined) return map.hex.has(number) ? number : null;
  return placesOf(map).get(nameKey(text)) ?? null;
}

/** Labels of hexes, made when they are first needed: all labels of a large map take a quarter of a second. */
const labels = new MemoPer<HexMap, string>();

const placesOf = oncePer((map: HexMap) => {
  // If two places have the same name, it means the last one.
  const named = [...map.hex.values()].filter(({ name }) => name !== null).reverse();
  return nameIndex(named, ({ id }) => id, [({ name }) => [name ?? '', withoutBrackets(name ?? '')]]);
});

function withoutBrackets(name: string): string {
  return name.replace(/ \(.*\)$/, '');
}

/** The most hexes from a place at which a hex is named after it. */
const NEAR = 2;

/** An exit is named after its road: “To New Orleans” is the New Orleans road. */
function byRoad(name: string): string {
  return name.replace(/^(?:to|from) (.+)$/i, '$1 road');
}

function labelOf(map: HexMap, { id, name, sides }: Hex): string {
  if (name !== null) return `${id} ${byRoad(name)}`;
  const off = map.places.find(({ hex, kind }) => hex === id && kind === 'off');
  if (off) return `${id} ${byRoad(off.name)}`;
  const crossing = sides.find(({ crossingName }) => crossingName !== null);
  if (crossing) return `${id} by ${crossing.crossingName}`;
  let [nearest, least]: [string | null, number] = [null, NEAR + 1];
  for (const place of map.places) {
    const far = map.grid.distance(id, place.hex);
    if (place.kind !== 'off' && far < least) [nearest, least] = [place.name, far];
  }
  return nearest === null ? id : `${id} near ${byRoad(withoutBrackets(nearest))}`;
}

/** The names of the directions, clockwise as they are numbered. */
export const DIRECTION_NAMES = ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west'] as const;

/** "2 hexes north-east": the distance and the rough direction. */
export function wayInWords({ grid }: Pick<HexMap, 'grid'>, from: HexId, to: HexId): string {
  const across = columnOf(to) - columnOf(from);
  const down = (grid.halvesDown(to) - grid.halvesDown(from)) / 2;
  const vertical = Math.abs(down) < 0.5 ? '' : down < 0 ? 'north' : 'south';
  const horizontal = Math.abs(across) * 2 < Math.abs(down) ? '' : across < 0 ? 'west' : across > 0 ? 'east' : '';
  return `${count(grid.distance(from, to), 'hex')} ${compact(vertical, horizontal).join('-')}`;
}
