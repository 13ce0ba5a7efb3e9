import type { Colour, Item, Text } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { across, evened, type Polyline, squarePath } from '../../../kit/draw/lines.ts';
import { centred, textItem } from '../../../kit/draw/text-layout.ts';
import type { LandFile } from './land-file.ts';
import type { Projection } from './projection.ts';
import { PAPER, PLACE_NAME, SHEET_FADED, SHEET_HACHURE, SHEET_RAIL } from './sheet-colours.ts';

/** The size of a name's letters, in pixels. */
const SIZE = 14;
/** The radius of a town's mark, in pixels. */
const MARK = 2.6;

/** One list for each name: a town's with its dot, a country's with all its lines. */
export function towns({ towns, country }: LandFile, projection: Projection): Item[][] {
  return [
    ...towns.map(({ name, at, label: { right, down, align } }): Item[] => {
      const { x, y } = projection.project(at);
      return [
        { kind: 'circle', x, y, radius: MARK, fill: PAPER, stroke: { colour: SHEET_FADED, width: 1.6 } },
        { ...onPaper(textItem(name, x + right, y + down, SIZE, PLACE_NAME)), align },
      ];
    }),
    ...country.map(({ lines, at }): Item[] => {
      const { x, y } = projection.project(at);
      return lines.map((line, row) => ({
        ...onPaper(textItem(line, x, y + row * SIZE, SIZE, PLACE_NAME, 'italic')),
        align: 'center',
      }));
    }),
  ];
}

function onPaper(text: Text): Text {
  return { ...text, halo: { colour: PAPER, width: 4 } };
}

/** Pixels between the ties, and how far a tie stands out on either side. */
const TIE = { every: 8, out: 2.5 } as const;

/** The railroads on the sheet, with one point for each tie. */
export function railLines({ railroads }: LandFile, projection: Projection): readonly Point[][] {
  return railroads.map(({ course }) => {
    const line = evened(projection.course(course, 8), TIE.every);
    return line.slice(...projection.shown(line));
  });
}

/** A fine line with ties across, all railroads in two paths. */
export function railroads(lines: readonly Polyline[]): Item[] {
  return [
    { kind: 'path', d: lines.map(squarePath).join(' '), stroke: { colour: SHEET_RAIL, width: 1.3 } },
    { kind: 'path', d: lines.flatMap(ties).join(' '), stroke: { colour: SHEET_RAIL, width: 1.1 } },
  ];
}

function ties(line: Polyline): string[] {
  return line.slice(1, -1).map((at, index) => {
    const side = across(line, index + 1);
    const end = (out: number) => ({ x: at.x + side.x * out, y: at.y + side.y * out });
    return pathOf([end(-TIE.out), end(TIE.out)]);
  });
}

/** The sheet has no single scale, so each of several places has its own bar of a mile, half black and half white. */
export function scaleBars({ scale: { at, miles } }: LandFile, projection: Projection): Item[] {
  return miles.flatMap(({ text, about }, row): Item[] => {
    const y = at.y + row * 16;
    const length = projection.mileAt(about);
    const bar = { kind: 'rect', x: at.x, y: y - 7, height: 6 } as const;
    return [
      { ...bar, width: length, fill: PAPER, stroke: { colour: INK, width: 1 } },
      { ...bar, width: length / 2, fill: INK },
      textItem(text, at.x + length + 7, y, 13, INK, 'italic'),
    ];
  });
}

/** The rose's parts, in pixels from its middle. */
const REACH = {
  /** The points to the four winds. */
  great: 33,
  /** The points between them. */
  small: 20,
  ring: 15,
  /** The notch in which two points meet. */
  waist: 5,
} as const;

/** A rose of eight points, each half in shade; north is up. */
export function compass(at: Point): Item[] {
  const ring = (radius: number): Item => ({
    kind: 'circle',
    x: 0,
    y: 0,
    radius,
    stroke: { colour: SHEET_HACHURE, width: 1 },
  });
  const items = [
    ring(REACH.ring),
    ring(REACH.ring + 3),
    ...[1, 3, 5, 7].flatMap((eighth) => wind(eighth, REACH.small, SHEET_HACHURE)),
    ...[0, 2, 4, 6].flatMap((eighth) => wind(eighth, REACH.great, SHEET_FADED)),
    centred('N', 0, -REACH.great - 4, 20, SHEET_FADED, 'title'),
  ];
  return [{ kind: 'group', ...at, items }];
}

/** One point of the rose, its left half light and its right half in shade. */
function wind(eighth: number, reach: number, ink: Colour): Item[] {
  const at = (turn: number, out: number): Point => {
    const angle = ((eighth + turn) * Math.PI) / 4;
    return { x: Math.sin(angle) * out, y: -Math.cos(angle) * out };
  };
  const half = (side: 1 | -1) => pathOf([{ x: 0, y: 0 }, at(0, reach), at(side, REACH.waist)], true);
  const stroke = { colour: ink, width: 0.9 };
  return [
    { kind: 'path', d: half(-1), fill: PAPER, stroke },
    { kind: 'path', d: half(1), fill: ink, stroke },
  ];
}
