import AREA_FILE from '../../../assets/road-to-richmond/areas.json' with { type: 'json' };
import type { HexId } from '../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../kit/hex/hex-map.ts';
import { trace } from '../../kit/hex/search.ts';
import { oncePer } from '../../kit/memo.ts';

import { type Field, HEX_GRID } from './field.ts';

/** The field divided into areas around well-known places, for members who read the position instead of seeing it. */
export interface FieldArea {
  readonly id: string;
  readonly name: string;
  /** Inside a sentence: "at Gaines' Mill". */
  readonly at: string;
  readonly bank: string;
  /** The hex the area is named after. */
  readonly centre: HexId;
  /** A hex belongs to the area that has the nearest of these. */
  readonly round: readonly HexId[];
}

const { river, south, areas } = AREA_FILE;

/** From north-west to south-east, as members read them. */
export const AREAS: readonly FieldArea[] = areas;

export function areaOf(field: Field, hex: HexId): FieldArea {
  return areasOf(field).get(hex) ?? (AREAS[0] as FieldArea);
}

const areasOf = oncePer((field: Field): ReadonlyMap<HexId, FieldArea> => {
  // Everything reachable on foot from the south-west corner without crossing the river, even by bridge.
  const southBank = trace([south], (hex) =>
    sidesOf(field, hex).flatMap(({ to, waterName }) => (waterName === river ? [] : [to])),
  );
  return new Map(field.hexes.map((hex) => [hex, nearest(hex, southBank.has(hex) ? 'south' : 'north')]));
});

function nearest(hex: HexId, bank: FieldArea['bank']): FieldArea {
  const far = ({ round }: FieldArea) => Math.min(...round.map((one) => HEX_GRID.distance(hex, one)));
  const there = AREAS.filter((area) => area.bank === bank);
  return there.reduce((best, area) => (far(area) < far(best) ? area : best));
}
