import { type Box, between, type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { columnOf, type HexId, rowOf } from '../../../kit/hex/grid.ts';
import { type Field, HEX_GRID } from '../field.ts';

/**
 * How the field lies on a picture: hexes of whole pixels, so that what repeats looks the same and packs well. `radius` is from the
 * middle of a hex to its eastern corner, even; `half` to its northern side. `x`, `y`: where the field's upper left corner is.
 */
export interface Plot extends Point {
  readonly radius: number;
  readonly half: number;
  /** What of it is seen. */
  readonly view: Box;
}

export const WHOLE_RADIUS = 36;
const WHOLE_HALF = 31;
/** Close-ups are drawn twice as large as the whole field. */
export const CLOSE = 2;

export function plotOf(scale: number, { x, y }: Point, view: Box): Plot {
  return { radius: WHOLE_RADIUS * scale, half: WHOLE_HALF * scale, x, y, view };
}

/** How many times larger than on the whole field things are. */
export function scaleOf({ radius }: Plot): number {
  return radius / WHOLE_RADIUS;
}

/** Width and height of the whole field. */
export function extentOf({ radius, half }: Pick<Plot, 'radius' | 'half'>): { width: number; height: number } {
  return { width: radius * 36.5, height: half * 56 };
}

/** The middle of a hex. */
export function middle({ radius, half, x, y }: Pick<Plot, 'radius' | 'half' | 'x' | 'y'>, hex: HexId): Point {
  const column = columnOf(hex);
  return { x: x + radius * (1.5 * column - 0.5), y: y + half * (2 * rowOf(hex) - (column % 2 === 0 ? 0 : 1)) };
}

/** Corners clockwise from the north-western one; side d lies between corner d and the next. */
const CORNERS: readonly (readonly [number, number])[] = [
  [-0.5, -1],
  [0.5, -1],
  [1, 0],
  [0.5, 1],
  [-0.5, 1],
  [-1, 0],
];

export function corner(plot: Plot, hex: HexId, index: number): Point {
  const { x, y } = middle(plot, hex);
  const [across, down] = CORNERS[index % 6] as readonly [number, number];
  return { x: x + across * plot.radius, y: y + down * plot.half };
}

export function corners(plot: Plot, hex: HexId): readonly Point[] {
  return CORNERS.map((_, index) => corner(plot, hex, index));
}

/** The two ends of a hexside, clockwise round its first hex. */
export function sideOf(plot: Plot, hex: HexId, direction: number): readonly [Point, Point] {
  return [corner(plot, hex, direction), corner(plot, hex, direction + 1)];
}

/** In which direction a neighbour lies. Throws where it is none. */
export function directionTo(from: HexId, to: HexId): number {
  for (let direction = 0; direction < 6; direction++) if (HEX_GRID.neighbour(from, direction) === to) return direction;
  throw new Error(`${from} and ${to} are not neighbours`);
}

export function hexPath(plot: Plot, hex: HexId, inset = 0): string {
  const at = middle(plot, hex);
  const part = 1 - inset / plot.half;
  return pathOf(
    corners(plot, hex).map((point) => between(at, point, part)),
    true,
  );
}

/** Hexes of which something is seen, with a ring about them: what is drawn of one may reach over its sides. */
export function hexesSeen(field: Field, plot: Plot): readonly HexId[] {
  const { view, radius, half } = plot;
  return field.hexes.filter((hex) => {
    const { x, y } = middle(plot, hex);
    return (
      x > view.x - radius * 2.6 &&
      x < view.x + view.width + radius * 2.6 &&
      y > view.y - half * 3.1 &&
      y < view.y + view.height + half * 3.1
    );
  });
}

/** Whether the middle of a hex is seen, so many pixels within the edges. */
export function isSeen(plot: Plot, hex: HexId, within = 0): boolean {
  const { x, y } = middle(plot, hex);
  const { view } = plot;
  return (
    x >= view.x + within &&
    x <= view.x + view.width - within &&
    y >= view.y + within &&
    y <= view.y + view.height - within
  );
}

/** Stretches of a line that are seen, or all but; each index of it is in one at most. */
export function stretches<T>(line: readonly T[], plot: Plot, at: (one: T) => Point): readonly (readonly T[])[] {
  const near = line.map((one) => isNear(plot, at(one)));
  const found: T[][] = [];
  let open = false;
  for (const [index, one] of line.entries()) {
    const kept = near[index - 1] || near[index] || near[index + 1];
    if (!kept) open = false;
    else if (open) found.at(-1)?.push(one);
    else {
      found.push([one]);
      open = true;
    }
  }
  return found.filter((part) => part.length > 1);
}

/** Whether a point is seen or not far from it. */
export function isNear({ view, radius }: Plot, { x, y }: Point, by = radius): boolean {
  return x > view.x - by && x < view.x + view.width + by && y > view.y - by && y < view.y + view.height + by;
}
