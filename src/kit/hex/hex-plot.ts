import { type Box, between, grown, type Point, pathOf } from '../draw/geometry.ts';
import { columnOf, type HexGrid, type HexId, hexId } from './hex-grid.ts';

/**
 * The size of a hex in whole pixels, so that items that recur look the same and compress well. `radius` is from its
 * middle to its eastern corner, and even; `half` is from its middle to its northern side.
 */
export interface HexSize {
  readonly radius: number;
  readonly half: number;
}

/** The place of a grid in a picture. `x` and `y` are its upper left corner. */
export interface HexPlot extends Point, HexSize {
  readonly grid: HexGrid;
  readonly size: HexSize;
  /** The scale, 1 on the whole map. */
  readonly scale: number;
  readonly view: Box;
  /**
   * Letters are as large as in a close-up, whatever the scale: eleven pixels on a phone, in a picture of 800 pixels.
   */
  readonly forPhone?: true;
}

/** Whether letters are as large as in a close-up. */
export function hasLargeLetters({ scale, forPhone }: Pick<HexPlot, 'scale' | 'forPhone'>): boolean {
  return scale > 1 || forPhone === true;
}

export function hexPlot(grid: HexGrid, size: HexSize, scale: number, { x, y }: Point, view: Box): HexPlot {
  return { grid, size, scale, radius: size.radius * scale, half: size.half * scale, x, y, view };
}

/** The whole grid with its corner at 0, 0 and no view, for items that are computed once and placed elsewhere. */
export function plotFromCorner({ grid, size }: Pick<HexPlot, 'grid' | 'size'>, scale = 1): HexPlot {
  return hexPlot(grid, size, scale, { x: 0, y: 0 }, { x: 0, y: 0, width: 0, height: 0 });
}

export function extentOf({ grid, radius, half }: Pick<HexPlot, 'grid' | 'radius' | 'half'>): {
  readonly width: number;
  readonly height: number;
} {
  const rows = [1, 2].map((column) => 2 * grid.rowsIn(column) + (grid.isLower(column) ? 1 : 0));
  return { width: radius * (1.5 * grid.columns + 0.5), height: half * Math.max(...rows) };
}

export function middle(
  { grid, radius, half, x, y }: Pick<HexPlot, 'grid' | 'radius' | 'half' | 'x' | 'y'>,
  hex: HexId,
): Point {
  return { x: x + radius * (1.5 * columnOf(hex) - 0.5), y: y + half * grid.halvesDown(hex) };
}

/**
 * A square around the middle of a hex.
 * @param by half its side; by default half the height of the hex
 */
export function hexBox(plot: HexPlot, hex: HexId, by = plot.half): Box {
  return grown({ ...middle(plot, hex), width: 0, height: 0 }, by);
}

/** The corners clockwise from the north-western one. Side d is between corner d and the next. */
const CORNERS: readonly (readonly [number, number])[] = [
  [-0.5, -1],
  [0.5, -1],
  [1, 0],
  [0.5, 1],
  [-0.5, 1],
  [-1, 0],
];

export function corner(plot: HexPlot, hex: HexId, index: number): Point {
  return cornerAbout(plot, middle(plot, hex), index);
}

export function corners(plot: HexPlot, hex: HexId): readonly Point[] {
  const at = middle(plot, hex);
  return CORNERS.map((_, index) => cornerAbout(plot, at, index));
}

function cornerAbout({ radius, half }: HexSize, { x, y }: Point, index: number): Point {
  const [across, down] = CORNERS[index % 6] as readonly [number, number];
  return { x: x + across * radius, y: y + down * half };
}

/** The two ends of a hexside, clockwise around the hex. */
export function sideOf(plot: HexPlot, hex: HexId, direction: number): readonly [Point, Point] {
  return [corner(plot, hex, direction), corner(plot, hex, direction + 1)];
}

export function hexPath(plot: HexPlot, hex: HexId, inset = 0): string {
  const at = middle(plot, hex);
  const part = 1 - inset / plot.half;
  return pathOf(
    corners(plot, hex).map((point) => between(at, point, part)),
    true,
  );
}

/** The hexes in view and a ring of hexes around them, since the items of those may reach into the view. */
export function hexesSeen(plot: HexPlot): readonly HexId[] {
  const { view, radius, half } = plot;
  const [aside, above] = [radius * 2.6, half * 3.1];
  const { x, y, width, height } = view;
  return hexesIn(plot, { x: x - aside, y: y - above, width: width + 2 * aside, height: height + 2 * above });
}

/** The hexes whose middles are in a box, column by column. */
export function hexesIn(plot: HexPlot, box: Box): readonly HexId[] {
  const { grid, radius, half } = plot;
  const column = (x: number) => ((x - plot.x) / radius + 0.5) / 1.5;
  const row = (y: number, isLower: boolean) => ((y - plot.y) / half + (isLower ? 0 : 1)) / 2;
  const found: HexId[] = [];
  const last = Math.min(grid.columns, Math.floor(column(box.x + box.width)));
  for (let at = Math.max(1, Math.ceil(column(box.x))); at <= last; at++) {
    const isLower = grid.isLower(at);
    const lowest = Math.min(grid.rowsIn(at), Math.floor(row(box.y + box.height, isLower)));
    for (let down = Math.max(1, Math.ceil(row(box.y, isLower))); down <= lowest; down++) {
      const hex = hexId(at, down);
      if (grid.has(hex)) found.push(hex);
    }
  }
  return found;
}

/** Whether the middle of a hex is in view, so many pixels within its edges. */
export function isSeen(plot: HexPlot, hex: HexId, within = 0): boolean {
  const { x, y } = middle(plot, hex);
  const { view } = plot;
  return (
    x >= view.x + within &&
    x <= view.x + view.width - within &&
    y >= view.y + within &&
    y <= view.y + view.height - within
  );
}

/** The stretches of a line that are in view or nearly so, with the point before and the point after. */
export function stretches<T>(line: readonly T[], plot: HexPlot, at: (one: T) => Point): readonly (readonly T[])[] {
  const near = line.map((one) => isNear(plot, at(one)));
  const isShown = (index: number) => near[index - 1] || near[index] || near[index + 1];
  const found: T[][] = [];
  for (const [index, one] of line.entries()) {
    if (!isShown(index)) continue;
    if (index > 0 && isShown(index - 1)) found.at(-1)?.push(one);
    else found.push([one]);
  }
  return found.filter((part) => part.length > 1);
}

/** Whether a point is in view or near it. */
export function isNear({ view, radius }: HexPlot, { x, y }: Point, by = radius): boolean {
  return x > view.x - by && x < view.x + view.width + by && y > view.y - by && y < view.y + view.height + by;
}

/**
 * The box of a hex's number, which is about twice as wide as it is high. It is at the northern side, far enough left to
 * leave room for an arrow over that side.
 */
export function numberBox(plot: HexPlot, hex: HexId): Box {
  const size = plot.scale > 1 ? 22 : 10;
  const { x, y } = middle(plot, hex);
  return { x: x - 4 * plot.scale - size, y: y - plot.half + 1, width: size * 2, height: size * 0.76 };
}
