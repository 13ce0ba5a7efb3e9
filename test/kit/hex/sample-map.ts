import * as z from 'zod';
import { HexGrid } from '../../../src/kit/hex/hex-grid.ts';
import type { HexMap, MapKinds } from '../../../src/kit/hex/hex-map.ts';
import { hexMapOf, type MapFormat, type MapParts, mapSchemas } from '../../../src/kit/hex/map-file.ts';

export const GRID = new HexGrid({ columns: 4, rowsOdd: 4, rowsEven: 3 });
export const FORMAT: MapFormat<MapKinds> = {
  grid: GRID,
  terrains: ['clear', 'woods'],
  waters: ['river', 'brook'],
  barring: ['river'],
  links: ['pike', 'lane'],
  places: ['town'],
  rules: { grid: '2', crossing: '5', works: '6' },
};
export const SCHEMA = z.strictObject(mapSchemas(FORMAT));

/** A map of sixteen hexes: a pike over a river, and a lane beside it. */
export function sample() {
  return {
    id: 'sample',
    title: 'Sample',
    grid: {
      columns: 4,
      rowsOdd: 4,
      rowsEven: 3,
      orientation: 'flat-top',
      evenColumns: 'half a hex lower',
      key: 'CCRR',
    },
    terrainKinds: ['clear', 'woods'],
    origin: 'made up',
    hexes: Object.fromEntries(GRID.ids.map((id) => [id, { t: id === '0202' ? 'woods' : 'clear' }])),
    sides: {
      '0201|0301': { river: true, water: 'Ny', crossing: 'bridge', crossingName: 'Mill Bridge' },
      '0201|0302': { river: true, water: 'Ny' },
      '0202|0302': { brook: true, water: 'Brook' },
      '0102|0202': { redoubt: { defended: '0202', enemy: '0102' } },
    },
    links: { '0101|0201': 'pike', '0201|0301': 'pike', '0202|0302': 'lane' },
    ways: [
      { name: 'Pike', kind: 'pike', path: ['0101', '0201', '0301'], leaves: [['0101', 'W']] },
      { name: 'Lane', kind: 'lane', path: ['0202', '0302'] },
    ],
    waters: [{ name: 'Ny', kind: 'river', sides: ['0201|0301', '0201|0302'], width: 2 }],
    works: [{ name: 'Lines', sides: ['0102|0202'] }],
    places: [{ hex: '0202', name: 'Town', kind: 'town' }],
  };
}

export const MAP: HexMap = hexMapOf(FORMAT, SCHEMA.parse(sample()) as MapParts<MapKinds>);
