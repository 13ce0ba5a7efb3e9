import type { HexId } from './hex-grid.ts';
import { type HexMap, type Hexside, sidesOf } from './hex-map.ts';

/** The map in words, for members who don't see it. */

/** Clockwise, as hexsides are numbered. */
export const DIRECTIONS = ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west'] as const;

/** Ways out of a hex and waters about it, by direction: "north a road, Duane’s Bridge over the Chickahominy River". */
export function sidesInWords(map: HexMap, hex: HexId): readonly string[] {
  return sidesOf(map, hex).flatMap((side) => {
    const what = sideWords(side);
    return what === '' ? [] : [`${DIRECTIONS[side.direction]} ${what}`];
  });
}

function sideWords({ link, water, waterName, crossing, crossingName, redoubt }: Hexside): string {
  const works = redoubt === null ? '' : redoubt === 'out' ? 'a redoubt facing out' : 'the face of a redoubt';
  const over = crossing === null ? '' : (crossingName ?? `a ${crossing}`);
  const wet = water === null ? '' : (waterName ?? water);
  const name = over === '' || wet === '' ? `${over}${wet}` : `${over} over ${wet.replace(/^.* River$/, 'the $&')}`;
  return [link === null ? '' : `a ${link}`, name, works].filter((part) => part !== '').join(', ');
}

/** "2 hexes north-east": how far, and roughly which way. */
export function wayInWords({ grid }: Pick<HexMap, 'grid'>, from: HexId, to: HexId): string {
  const far = grid.distance(from, to);
  const across = Number(to.slice(0, 2)) - Number(from.slice(0, 2));
  const down = (grid.halvesDown(to) - grid.halvesDown(from)) / 2;
  const vertical = Math.abs(down) < 0.5 ? '' : down < 0 ? 'north' : 'south';
  const horizontal = Math.abs(across) * 2 < Math.abs(down) ? '' : across < 0 ? 'west' : across > 0 ? 'east' : '';
  const way = [vertical, horizontal].filter((part) => part !== '').join('-');
  return `${far === 1 ? '1 hex' : `${far} hexes`} ${way}`;
}
