import type { Box, Point } from '../../../kit/draw/geometry.ts';
import { distance, type Polyline, rounded } from '../../../kit/draw/lines.ts';
import type { Coordinates, LandFile } from './land-file.ts';

/** The picture that a land is drawn on, in pixels. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
}

/** Kilometres east and south of a place. A degree of longitude is taken to be as long everywhere as on `parallel`. */
export function kilometresFrom([north, east]: Coordinates, parallel: number): (place: Coordinates) => Point {
  const degree = { latitude: 110.99, longitude: 111.32 * Math.cos((parallel * Math.PI) / 180) };
  return ([latitude, longitude]) => ({
    x: (longitude - east) * degree.longitude,
    y: (north - latitude) * degree.latitude,
  });
}

/** Pixels beyond the edge of the sheet to which a line is drawn, so that the frame hides its end. */
const BEYOND = 8;
const MILE = 1.609344;

/** From the ground to the bent sheet. Anchors and control points get their own places; all else bends with them. */
export class Projection {
  readonly kilometres: (place: Coordinates) => Point;
  /** From kilometres to pixels. */
  readonly bend: (at: Point) => Point;
  readonly sheet: SheetSize;

  /** @param boxes the areas' boxes on the sheet, which the anchors name */
  constructor({ middle, anchors, controls }: LandFile, sheet: SheetSize, boxes: { readonly [area: string]: Box }) {
    this.sheet = sheet;
    this.kilometres = kilometresFrom(middle, middle[0]);
    const anchored = Object.entries(anchors).flatMap(([area, { at, part }]) => {
      const [right, down] = part;
      const box = boxes[area];
      return box ? [{ at, to: { x: box.x + box.width * right, y: box.y + box.height * down } }] : [];
    });
    this.bend = thinPlate([...anchored, ...controls].map(({ at, to }) => ({ from: this.kilometres(at), to })));
  }

  /** A place on the sheet, in pixels. */
  project(place: Coordinates): Point {
    return this.bend(this.kilometres(place));
  }

  /** A course over the ground as it runs on the sheet, in so many steps from each place to the next. */
  course(places: readonly Coordinates[], steps: number): Point[] {
    return rounded(places.map(this.kilometres), steps).map(this.bend);
  }

  /** The indexes of a line's visible part, end exclusive, with a point or two over the edge. */
  shown(line: Polyline): readonly [start: number, end: number] {
    const { width, height } = this.sheet;
    const isOn = ({ x, y }: Point) => x > -BEYOND && x < width + BEYOND && y > -BEYOND && y < height + BEYOND;
    const first = line.findIndex(isOn);
    return first < 0 ? [0, 0] : [Math.max(0, first - 2), line.findLastIndex(isOn) + 3];
  }

  /** Pixels that a mile from west to east takes about a place. */
  mileAt(about: Coordinates): number {
    const { x, y } = this.kilometres(about);
    return distance(this.bend({ x: x - MILE / 2, y }), this.bend({ x: x + MILE / 2, y }));
  }
}

/** A point of one plane and where it lies on the other. */
interface Fixed {
  readonly from: Point;
  readonly to: Point;
}

/**
 * The thin-plate spline through fixed points (Duchon 1977; Bookstein 1989). Of all maps that take each point to its
 * place it bends least. It throws if all the points lie in a line.
 */
export function thinPlate(fixed: readonly Fixed[]): (at: Point) => Point {
  const count = fixed.length;
  const rows = [
    ...fixed.map(({ from, to }) => [...fixed.map((other) => kernel(from, other.from)), 1, from.x, from.y, to.x, to.y]),
    [...fixed.map(() => 1), 0, 0, 0, 0, 0],
    [...fixed.map(({ from }) => from.x), 0, 0, 0, 0, 0],
    [...fixed.map(({ from }) => from.y), 0, 0, 0, 0, 0],
  ];
  const weights = solve(rows, 2) as [number, number][];
  const [base, across, down] = weights.slice(count) as [[number, number], [number, number], [number, number]];
  return (at) => {
    let x = base[0] + across[0] * at.x + down[0] * at.y;
    let y = base[1] + across[1] * at.x + down[1] * at.y;
    for (let index = 0; index < count; index++) {
      const pull = kernel(at, (fixed[index] as Fixed).from);
      const weight = weights[index] as [number, number];
      x += weight[0] * pull;
      y += weight[1] * pull;
    }
    return { x, y };
  };
}

/** r² log r. */
function kernel(a: Point, b: Point): number {
  const squared = (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
  return squared === 0 ? 0 : (squared * Math.log(squared)) / 2;
}

/**
 * Solves a square system of equations (Gauss, partial pivoting).
 * @param sides the number of right-hand sides, which are the last columns
 */
function solve(rows: number[][], sides: number): number[][] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(at(rows, row, column)) > Math.abs(at(rows, pivot, column))) pivot = row;
    }
    if (Math.abs(at(rows, pivot, column)) < 1e-9) throw new Error('The fixed points of a spline lie in a line');
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const source = rows[column] as number[];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = at(rows, row, column) / (source[column] as number);
      if (factor === 0) continue;
      const target = rows[row] as number[];
      for (let index = column; index < size + sides; index++) {
        target[index] = (target[index] as number) - factor * (source[index] as number);
      }
    }
  }
  return rows.map((row, index) => row.slice(size).map((value) => value / (row[index] as number)));
}

function at(rows: number[][], row: number, column: number): number {
  return (rows[row] as number[])[column] as number;
}
