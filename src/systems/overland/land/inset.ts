import type { Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, grown, holds, minus, type Point, pathOf, plus, scaled } from '../../../kit/draw/geometry.ts';
import { bandPath, evened, type Polyline, rounded, squarePath } from '../../../kit/draw/lines.ts';
import { centred } from '../../../kit/draw/text-layout.ts';
import type { Coordinates, LandFile } from './land-file.ts';
import { kilometresFrom } from './projection.ts';
import { hachures } from './relief.ts';
import { INSET_PAPER, LANE, SHEET_BANK, SHEET_FADED, SHEET_HACHURE } from './sheet-colours.ts';

type InsetFile = LandFile['inset'];

/** Pixels within the frame in which neither ridge nor river is drawn. */
const RIM = 6;

/** Projects places of the inset, in pixels of the sheet. */
function projectionOf(
  { middle, parallel, part: middleIn, bearing, along: alongScale, across: acrossScale }: InsetFile,
  frame: Box,
): (place: Coordinates) => Point {
  const kilometres = kilometresFrom(middle, parallel);
  const turn = (bearing * Math.PI) / 180;
  return (place) => {
    const { x: east, y: south } = kilometres(place);
    const along = east * Math.sin(turn) - south * Math.cos(turn);
    const across = east * Math.cos(turn) + south * Math.sin(turn);
    return {
      x: frame.x + frame.width * middleIn[0] + along * alongScale,
      y: frame.y + frame.height * middleIn[1] + across * acrossScale,
    };
  };
}

/** Country off the sheet in its own frame, without names. */
export function inset({ inset }: LandFile, frame: Box): Item[] {
  const project = projectionOf(inset, frame);
  const inside = (line: Polyline) => line.filter((at) => holds(grown(frame, -RIM), at));
  const course = (places: readonly Coordinates[], steps: number) => rounded(places.map(project), steps);
  // A ridge falls away on both sides.
  const ranges = inset.ranges.flatMap(({ spine, length, salt }) => {
    const line = inside(course(spine, 8));
    const slope = { length, every: 3.2, from: 1 };
    return [
      hachures(line, { ...slope, side: 'left', salt }),
      hachures(line, { ...slope, side: 'right', salt: salt + 5 }),
    ];
  });
  return [
    { kind: 'rect', ...frame, fill: INSET_PAPER },
    { kind: 'path', d: ranges.join(' '), fill: SHEET_HACHURE },
    ...inset.rivers.map((river): Item => {
      const line = evened(inside(course(river.course, 8)), 5);
      return { kind: 'path', d: bandPath(line, (at) => 1 + (at / line.length) * 1.4), fill: SHEET_BANK };
    }),
    ...inset.roads.map(
      (road): Item => ({ kind: 'path', d: squarePath(course(road.course, 6)), stroke: { colour: LANE, width: 2 } }),
    ),
    { kind: 'rect', ...frame, stroke: { colour: SHEET_FADED, width: 2 } },
  ];
}

/** One list for each name, a town's with its dot; the last is the north arrow. */
export function insetNames({ inset }: LandFile, frame: Box): Item[][] {
  const project = projectionOf(inset, frame);
  const dot = (town: Coordinates): Item => ({
    kind: 'circle',
    ...project(town),
    radius: 2.4,
    fill: INSET_PAPER,
    stroke: { colour: SHEET_FADED, width: 1.4 },
  });
  return [
    ...inset.names.map(({ text, from, to, town }): Item[] => [
      ...(town ? [dot(town)] : []),
      {
        kind: 'lettering',
        d: pathOf([plus(frame, from), plus(frame, to)]),
        text,
        face: 'title',
        size: 11.5,
        fill: INK,
        spacing: 1,
        halo: { colour: INSET_PAPER, width: 3 },
      },
    ]),
    north(plus(frame, inset.north), project(inset.middle), project([inset.middle[0] + 0.1, inset.middle[1]])),
  ];
}

/** Pixels: the north arrow's length, its barbs, and how far they stand out. */
const ARROW = { length: 17, barb: 6.5, out: 2.8 } as const;

/**
 * The arrow to the north, which the inset needs because it is turned. The letter is over the tip.
 * @param from a point, and `to` another that is north of it
 */
function north(middle: Point, from: Point, to: Point): Item[] {
  const up = scaled(minus(to, from), 1);
  const at = (ahead: number, aside: number): Point => ({
    x: middle.x + up.x * ahead - up.y * aside,
    y: middle.y + up.y * ahead + up.x * aside,
  });
  const { length, barb, out } = ARROW;
  const [head, left, right] = [at(length / 2, 0), at(length / 2 - barb, -out), at(length / 2 - barb, out)];
  const letter = centred('N', head.x - 2, head.y - 4, 12, INK, 'title');
  return [
    { kind: 'path', d: pathOf([at(-length / 2, 0), head]), stroke: { colour: SHEET_FADED, width: 1.3 } },
    { kind: 'path', d: pathOf([head, left, right], true), fill: SHEET_FADED },
    { ...letter, halo: { colour: INSET_PAPER, width: 3 } },
  ];
}
