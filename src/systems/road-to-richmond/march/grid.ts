import { sidesOf } from '../board.ts';
import type { Field, Hexside } from '../field.ts';
import type { HexId, Terrain } from '../vocabulary.ts';

/** The field as arrays, for the search of ways: hexes by their place in `Field.hexes`, and the sides that may be crossed. */
export interface Grid {
  readonly ids: readonly HexId[];
  readonly index: ReadonlyMap<HexId, number>;
  /** Where the sides of a hex begin in the three lists below; those of the last end at their length. */
  readonly first: Int32Array;
  readonly to: Int16Array;
  /** Points to enter `to` from there. */
  readonly cost: Int8Array;
  /** 1: a road or trail crosses the side. */
  readonly link: Uint8Array;
  /** 1: a Confederate piece there sets off early arrival [13.1]. */
  readonly alarm: Uint8Array;
}

const known = new WeakMap<Field, Grid>();

export function gridOf(field: Field): Grid {
  let grid = known.get(field);
  if (!grid) {
    grid = made(field);
    known.set(field, grid);
  }
  return grid;
}

function made(field: Field): Grid {
  const ids = field.hexes;
  const index = new Map(ids.map((id, at) => [id, at]));
  const first = new Int32Array(ids.length + 1);
  const open = ids.flatMap((id, at) => {
    const sides = sidesOf(field, id).filter(({ barred }) => !barred);
    first[at + 1] = (first[at] as number) + sides.length;
    return sides;
  });
  return {
    ids,
    index,
    first,
    to: Int16Array.from(open, ({ to }) => index.get(to) as number),
    cost: Int8Array.from(open, (side) => crossing(field, side)),
    link: Uint8Array.from(open, ({ link }) => (link ? 1 : 0)),
    alarm: Uint8Array.from(ids, (id) => (field.alarms.has(id) ? 1 : 0)),
  };
}

/** Points to step from a hex into the next [3.4–3.6, 4]; null: there is no crossing, or they are not adjacent. */
export function costOf(field: Field, from: HexId, to: HexId): number | null {
  const side = sidesOf(field, from).find((one) => one.to === to);
  return side && !side.barred ? crossing(field, side) : null;
}

function crossing(field: Field, { to, link, water, crossing: by }: Hexside): number {
  // Streams and creeks under a road are bridged [3.4].
  if (link === 'road') return 1;
  const terrain = field.hex.get(to)?.terrain ?? 'clear';
  const ground = link === 'trail' ? TO_ENTER_BY_TRAIL[terrain] : TO_ENTER[terrain];
  return ground + (water === 'stream' || by === 'ford' ? 1 : 0);
}

/** [4] */
export const TO_ENTER: Readonly<Record<Terrain, number>> = { clear: 1, town: 1, forest: 3, rough: 3, forest_rough: 6 };
/** [3.5] */
export const TO_ENTER_BY_TRAIL: Readonly<Record<Terrain, number>> = {
  clear: 1,
  town: 1,
  forest: 2,
  rough: 2,
  forest_rough: 2,
};
