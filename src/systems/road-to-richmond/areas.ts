import type { HexId } from '../../kit/hex/grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { trace } from '../../kit/hex/search.ts';
import { oncePer } from '../../kit/memo.ts';

import { type Field, HEX_GRID } from './field.ts';

/** The field in areas round well-known places, for whoever reads the position instead of seeing it. */
export interface Area {
  readonly id: string;
  readonly name: string;
  /** Inside a sentence: "at Gaines' Mill". */
  readonly at: string;
  readonly bank: 'north' | 'south';
  /** Hexes nearest to one of these belong to it. */
  readonly round: readonly HexId[];
}

/** From the north-west to the south-east, as they are read. */
export const AREAS: readonly Area[] = [
  {
    id: 'mechanicsville',
    name: 'The Mechanicsville road',
    at: 'on the Mechanicsville road',
    bank: 'north',
    round: ['0103', '0303'],
  },
  { id: 'gaines-mill', name: "Gaines' Mill", at: "at Gaines' Mill", bank: 'north', round: ['0605', '0904', '0902'] },
  {
    id: 'cold-harbor',
    name: 'Cold Harbor',
    at: 'round Cold Harbor',
    bank: 'north',
    round: ['1004', '1405', '1302', '1602'],
  },
  {
    id: 'boatswains-swamp',
    name: "Boatswain's Swamp",
    at: "along Boatswain's Swamp",
    bank: 'north',
    round: ['0907', '1107', '1408', '1310'],
  },
  {
    id: 'old-church',
    name: 'The Old Church road',
    at: 'on the Old Church road',
    bank: 'north',
    round: ['1901', '2004', '2203'],
  },
  {
    id: 'dispatch-road',
    name: 'The Dispatch road',
    at: 'on the Dispatch road',
    bank: 'north',
    round: ['1607', '1810', '1815', '2110'],
  },
  {
    id: 'dispatch-station',
    name: 'Dispatch Station',
    at: 'round Dispatch Station',
    bank: 'north',
    round: ['2019', '2124', '2326', '2420'],
  },
  { id: 'old-tavern', name: 'Old Tavern', at: 'before Old Tavern', bank: 'south', round: ['0107', '0205', '0110'] },
  { id: 'goldings', name: "Golding's", at: "at Golding's", bank: 'south', round: ['0408', '0409', '0511'] },
  { id: 'trents', name: "Trent's", at: "round Trent's", bank: 'south', round: ['0712', '0813', '1014'] },
  {
    id: 'seven-pines',
    name: 'Fair Oaks and Seven Pines',
    at: 'at Fair Oaks and Seven Pines',
    bank: 'south',
    round: ['0114', '0117', '0317', '0415'],
  },
  {
    id: 'savages-station',
    name: "Savage's Station",
    at: "at Savage's Station",
    bank: 'south',
    round: ['0819', '0616', '0617', '1019'],
  },
  {
    id: 'white-oak-swamp',
    name: 'White Oak Swamp',
    at: 'in White Oak Swamp',
    bank: 'south',
    round: ['0124', '0423', '0722', '0327', '0728'],
  },
  {
    id: 'grapevine-bridge',
    name: 'Below Grapevine Bridge',
    at: 'below Grapevine Bridge',
    bank: 'south',
    round: ['1115', '1318', '1221'],
  },
  {
    id: 'bottoms-bridge',
    name: "Bottom's Bridge",
    at: "at Bottom's Bridge",
    bank: 'south',
    round: ['1424', '1625', '1726'],
  },
  {
    id: 'white-oak-bridge',
    name: 'White Oak Bridge',
    at: 'before White Oak Bridge',
    bank: 'south',
    round: ['1528', '1127'],
  },
];

export function areaOf(field: Field, hex: HexId): Area {
  return areas(field).get(hex) ?? (AREAS[0] as Area);
}

const areas = oncePer((field: Field): ReadonlyMap<HexId, Area> => {
  // All that can be walked to from the south-west corner without crossing the river, by bridge or not.
  const south = trace(['0128'], (hex) =>
    sidesOf(field, hex).flatMap(({ to, waterName }) => (waterName === RIVER ? [] : [to])),
  );
  return new Map(field.hexes.map((hex) => [hex, nearest(hex, south.has(hex) ? 'south' : 'north')]));
});

function nearest(hex: HexId, bank: Area['bank']): Area {
  const far = ({ round }: Area) => Math.min(...round.map((one) => HEX_GRID.distance(hex, one)));
  const there = AREAS.filter((area) => area.bank === bank);
  return there.reduce((best, area) => (far(area) < far(best) ? area : best));
}

const RIVER = 'Chickahominy River';
