import type { Box, Point } from '../../draw/geometry.ts';
import { distance, type Polyline, rounded } from '../../draw/lines.ts';
import type { Coordinates, LandFile } from './land-file.ts';
import { thinPlate } from './spline.ts';

/** The picture that a land is drawn on, in pixels. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
}

/** Kilometres east and south of a place, where a degree of longitude is as long as on a parallel. */
export function kilometresFrom([north, east]: Coordinates, parallel: number): (place: Coordinates) => Point {
  const degree = { latitude: 110.99, longitude: 111.32 * Math.cos((parallel * Math.PI) / 180) };
  return ([latitude, longitude]) => ({
    x: (longitude - east) * degree.longitude,
    y: (north - latitude) * degree.latitude,
  });
}

/** Pixels over the edge of the sheet that a line is still followed: the frame hides its end. */
const BEYOND = 8;
const MILE = 1.609344;

/** From the ground to a sheet without a scale: places that were set lie where they were set, all else bends with them. */
export class Projection {
  readonly kilometres: (place: Coordinates) => Point;
  /** From kilometres to pixels. */
  readonly bend: (at: Point) => Point;
  readonly sheet: SheetSize;

  /** @param boxes of the areas that the land has anchors for */
  constructor({ middle, anchors, controls }: LandFile, sheet: SheetSize, boxes: { readonly [area: string]: Box }) {
    this.sheet = sheet;
    this.kilometres = kilometresFrom(middle, middle[0]);
    const held = Object.entries(anchors).flatMap(
      ([
        area,
        {
          at,
          part: [right, down],
        },
      ]) => {
        const box = boxes[area];
        return box ? [{ at, to: { x: box.x + box.width * right, y: box.y + box.height * down } }] : [];
      },
    );
    this.bend = thinPlate([...held, ...controls].map(({ at, to }) => ({ from: this.kilometres(at), to })));
  }

  /** A place on the sheet, in pixels. */
  project(place: Coordinates): Point {
    return this.bend(this.kilometres(place));
  }

  /** A course over the ground as it runs on the sheet, in so many steps from each place to the next. */
  course(places: readonly Coordinates[], steps: number): Point[] {
    return rounded(places.map(this.kilometres), steps).map(this.bend);
  }

  /** The part of a line that shows, with a point or two over the edge: from the first index, up to but not with the second. */
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
