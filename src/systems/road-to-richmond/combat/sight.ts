import { sidesOf } from '../board.ts';
import { centre, distance, type Field, type Hexside } from '../field.ts';
import type { HexId, Terrain } from '../vocabulary.ts';

/** How far guns reach: the target counts, their own hex does not [9.1]. */
export const LEAST_RANGE = 2;
export const RANGE = 3;

/** What blocks sight between the ends of its line [9.4]. */
const BLOCKS: ReadonlySet<Terrain> = new Set(['forest', 'forest_rough', 'town']);

/** The straight line from the middle of one hex to that of another. */
export interface Line {
  /**
   * Every way from hex to hex, both ends in it, that the line may be said to take: one, or two where it runs along a hexside and a hex
   * lies on each hand. At the edge of the field there may be no more than one of the two.
   */
  readonly ways: readonly (readonly HexId[])[];
  /** It runs along a hexside. */
  readonly along: boolean;
  /** That hexside as seen from one of its hexes; null: the line runs along none, or along the edge of the field. */
  readonly under: Hexside | null;
}

/** @returns null where they are one hex, or further apart than guns reach */
export function lineOf(field: Field, from: HexId, to: HexId): Line | null {
  switch (distance(from, to)) {
    case 1:
      return { ways: [[from, to]], along: false, under: null };
    case 2: {
      const between = sidesOf(field, from).flatMap((side) => (distance(side.to, to) === 1 ? [side.to] : []));
      const ways = between.map((hex) => [from, hex, to]);
      const [left, right] = between;
      const under = left && right ? sideBetween(field, left, right) : null;
      return { ways, along: under !== null || !(left && isMiddle(left, from, to)), under };
    }
    case 3: {
      const first = nearest(field, from, to, 1 / 3);
      const second = nearest(field, to, from, 1 / 3);
      return first === null || second === null
        ? null
        : { ways: [[from, first, second, to]], along: false, under: null };
    }
    default:
      return null;
  }
}

function isMiddle(hex: HexId, from: HexId, to: HexId): boolean {
  const [a, b, between] = [centre(from), centre(to), centre(hex)];
  return Math.hypot((a.x + b.x) / 2 - between.x, (a.y + b.y) / 2 - between.y) < 0.1;
}

/** Of the hexes next to `from` that the line to `to`, three away, can take: the one it runs through. */
function nearest(field: Field, from: HexId, to: HexId, part: number): HexId | null {
  const [start, end] = [centre(from), centre(to)];
  const [x, y] = [start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part];
  const off = (hex: HexId) => Math.hypot(centre(hex).x - x, centre(hex).y - y);
  let best: HexId | null = null;
  for (const side of sidesOf(field, from))
    if (distance(side.to, to) === 2 && (best === null || off(side.to) < off(best))) best = side.to;
  return best;
}

/** Whether guns in one hex see another within their reach [9.4]. Pieces never block, nor does what lies beyond the edge of the field. */
export function sees(field: Field, from: HexId, to: HexId): boolean {
  const line = lineOf(field, from, to);
  if (!line) return false;
  if (line.along && line.under === null) return true;
  return line.ways.some((way) => way.slice(1, -1).every((hex) => !blocks(field, hex)));
}

/** The hex on the line that blocks sight, the nearest to the guns; null: they see. */
export function blockedBy(field: Field, from: HexId, to: HexId): HexId | null {
  if (sees(field, from, to)) return null;
  return lineOf(field, from, to)?.ways[0]?.find((hex, at) => at > 0 && blocks(field, hex)) ?? null;
}

function blocks(field: Field, hex: HexId): boolean {
  const terrain = field.hex.get(hex)?.terrain;
  return terrain !== undefined && BLOCKS.has(terrain);
}

/** Whether a line crosses water: a stream, creek, lake, bridge or ford [9.5]. */
export function crossesWater(field: Field, from: HexId, to: HexId): boolean {
  const line = lineOf(field, from, to);
  if (!line) return false;
  if (line.under !== null && isWater(line.under)) return true;
  return line.ways.every((way) =>
    way.some((hex, at) => {
      const side = at > 0 ? sideBetween(field, way[at - 1] as HexId, hex) : null;
      return side !== null && isWater(side);
    }),
  );
}

/** Whether a line enters its target over a redoubt, from the enemy face of it [9.5]. */
export function entersRedoubt(field: Field, from: HexId, to: HexId): boolean {
  const line = lineOf(field, from, to);
  return line?.ways.every((way) => sideBetween(field, to, way.at(-2) as HexId)?.redoubt === 'out') ?? false;
}

export function isWater({ water, crossing }: Hexside): boolean {
  return water !== null || crossing !== null;
}

/** The hexside between two hexes as seen from the first; null: they are not adjacent. */
export function sideBetween(field: Field, one: HexId, other: HexId): Hexside | null {
  return sidesOf(field, one).find(({ to }) => to === other) ?? null;
}
