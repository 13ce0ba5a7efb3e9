import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { sidesOf } from '../../../kit/hex/hex-map.ts';
import { costsFromNearest, FAR } from '../../../kit/hex/search.ts';
import { oncePer } from '../../../kit/memo.ts';
import { type Field, type FieldHexside, HEX_GRID } from '../field.ts';
import { reaches } from '../rules/combat/contact.ts';
import { isWater, sees } from '../rules/combat/line-of-sight.ts';
import { costOf } from '../rules/movement/movement-costs.ts';

/** The field as the machine looks at it: hexes by their place in `Field.hexes`. */
export interface MachineMap {
  readonly field: Field;
  readonly ids: readonly HexId[];
  readonly place: ReadonlyMap<HexId, number>;
  readonly links: readonly (readonly MachineLink[])[];
  /** Terrain that doubles a defence. */
  readonly rugged: readonly boolean[];
  readonly zone: readonly boolean[];
  /** Hexes that guns in one bombard, in range and sight. */
  targets(from: number): readonly number[];
}

/** A hexside that can be crossed and fought across. */
export interface MachineLink {
  readonly to: number;
  /** Points to enter `to`, and to come from there. */
  readonly cost: number;
  readonly back: number;
  /** A road or trail crosses it. */
  readonly way: boolean;
  readonly water: boolean;
  readonly redoubt: FieldHexside['redoubt'];
}

export const machineMapOf = oncePer((field: Field): MachineMap => {
  const ids = field.hexes;
  const place = HEX_GRID.index;
  const fired = new Map<number, readonly number[]>();
  return {
    field,
    ids,
    place,
    links: ids.map((id) => sidesOf(field, id).flatMap((side) => (side.barred ? [] : [link(field, place, id, side)]))),
    rugged: ids.map((id) => ['rough', 'forest_rough'].includes(field.hex.get(id)?.terrain ?? '')),
    zone: ids.map((id) => field.commandZone.has(id)),
    targets(from) {
      const id = ids[from] as HexId;
      const hexes =
        fired.get(from) ?? ids.flatMap((to, at) => (reaches(field, id, to) && sees(field, id, to) ? [at] : []));
      fired.set(from, hexes);
      return hexes;
    },
  };
});

function link(field: Field, place: ReadonlyMap<HexId, number>, from: HexId, side: FieldHexside): MachineLink {
  return {
    to: place.get(side.to) as number,
    cost: costOf(field, from, side.to) ?? FAR,
    back: costOf(field, side.to, from) ?? FAR,
    way: side.link !== null,
    water: isWater(side),
    redoubt: side.redoubt,
  };
}

/**
 * Points to get from each hex to the nearest of some, by the cheapest way, however many turns it takes.
 * @param toll points more to enter a hex; FAR: it is not entered
 */
export function pointsTo(
  { links }: MachineMap,
  goals: Iterable<number>,
  toll: (hex: number) => number = () => 0,
): Int16Array {
  return costsFromNearest(links, goals, ({ back }, from) => back + toll(from));
}

/** Points that the nearest of some pieces needs to each hex. */
export function pointsFrom({ links }: MachineMap, from: readonly number[]): Int16Array {
  return costsFromNearest(links, from, ({ cost }) => cost);
}
