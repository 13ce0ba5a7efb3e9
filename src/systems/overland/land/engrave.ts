import type { Colour, Item } from '../../../game/index.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, cornersOf, grown, type Point, pathOf } from '../../../kit/draw/geometry.ts';
import { itemBoxes } from '../../../kit/draw/item-bounds.ts';
import { softPath } from '../../../kit/draw/lines.ts';
import { swayAt } from '../../../kit/draw/noise.ts';
import { once } from '../../../kit/memo.ts';
import { inset, insetNames } from './inset.ts';
import type { LandFile } from './land-file.ts';
import { compass, railLines, railroads, scaleBars, towns } from './landmarks.ts';
import { type MapLabel, mapLabel } from './map-labels.ts';
import { Projection, type SheetSize } from './projection.ts';
import { relief } from './relief.ts';
import { riverNames, rivers, streamOf } from './rivers.ts';
import { AGES, INSET_PAPER, PAPER, SHEET_FADED } from './sheet-colours.ts';
import { roomFor, woods } from './woods.ts';

/** The sheet and all that the land's small marks keep clear of. */
interface EngravingLayout {
  readonly sheet: SheetSize;
  readonly boxes: { readonly [area: string]: Box };
  readonly inset: Box;
  /** Whether a box, a line or an arrow of the game is less than `reach` pixels from a point. */
  readonly isTaken: (spot: Point, reach: number) => boolean;
}

/** Pixels around the foot of a tree that must be clear of the game's boxes, lines and arrows. */
const TREE = 7;

/**
 * Draws a land from paper to frame. Its names are separate, so that a picture can leave out those that a mark touches.
 * The ground takes most of the time, so it is laid out only when it is needed.
 */
export function engrave(
  land: LandFile,
  layout: EngravingLayout,
): { readonly ground: () => readonly Item[]; readonly labels: readonly MapLabel[] } {
  const projection = new Projection(land, layout.sheet, layout.boxes);
  const streams = land.rivers.map((river, index) => streamOf(projection, river, index));
  const rails = railLines(land, projection);
  const labels = [
    ...riverNames(land, streams, projection).map((name) => [name]),
    ...towns(land, projection),
    ...insetNames(land, layout.inset),
    scaleBars(land, projection),
  ].map(mapLabel);
  const ground = once(() => {
    const rose = compass(land.compass);
    const hasRoom = roomFor(streams, rails, [...labels.flatMap(({ boxes }) => boxes), ...rose.flatMap(itemBoxes)]);
    return [
      ...paper(layout.sheet),
      ...relief(land, projection),
      ...woods(land, (spot) => !layout.isTaken(spot, TREE) && hasRoom(spot)),
      ...rivers(streams),
      ...railroads(rails),
      ...inset(land, layout.inset),
      ...rose,
      ...border(layout.sheet),
    ];
  });
  return { labels, ground };
}

/** In pixels: each tint of the paper begins `inset` from the sheet's edge, and its outline varies by `wander`. */
const RINGS: readonly { readonly inset: number; readonly wander: number }[] = [
  { inset: 13, wander: 5 },
  { inset: 26, wander: 9 },
  { inset: 46, wander: 18 },
  { inset: 74, wander: 34 },
];

function paper(sheet: SheetSize): Item[] {
  const [outer, ...fills] = [...AGES].reverse() as [Colour, ...Colour[]];
  return [
    { kind: 'rect', x: 0, y: 0, ...sheet, fill: outer },
    ...RINGS.map(
      ({ inset, wander }, ring): Item => ({
        kind: 'path',
        d: softPath(ringOf(sheet, inset, wander, ring), true),
        fill: fills[ring] ?? PAPER,
      }),
    ),
  ];
}

/** Points round the sheet, some 60 pixels apart. */
function ringOf({ width, height }: SheetSize, inset: number, wander: number, salt: number): Point[] {
  const [left, top, right, bottom] = [inset, inset, width - inset, height - inset];
  const [columns, rows] = [Math.round(width / 60), Math.round(height / 60)];
  const along = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 0.5)) / count);
  const round: Point[] = [
    ...along(left, right, columns).map((x) => ({ x, y: top })),
    ...along(top, bottom, rows).map((y) => ({ x: right, y })),
    ...along(right, left, columns).map((x) => ({ x, y: bottom })),
    ...along(bottom, top, rows).map((y) => ({ x: left, y })),
  ];
  const [first, ...rest] = round.map(({ x, y }, index) => ({
    x: x + swayAt(index, salt * 2) * wander * 0.5,
    y: y + swayAt(index, salt * 2 + 1) * wander * 0.5,
  }));
  return first ? [...rest, first] : [];
}

/** Pixels from the sheet's edge to the neatline, the outermost line of the frame. */
const NEATLINE = 3;
/** The graduated bar inside the neatline, in pixels. */
const BAR = { at: 5, width: 3.5 } as const;
/** Pixels from the sheet's edge to the hairline, the innermost line of the frame. */
const HAIRLINE = 10.5;
/** Pixels of one part of the bar, about. A side has an odd number of parts, so that all corners are filled. */
const PART = 24.5;

/** A double line round the sheet with black and white bars between. */
function border(sheet: SheetSize): Item[] {
  const frame = (inset: number, colour: Colour, width: number): Item => ({
    kind: 'rect',
    ...grown({ x: 0, y: 0, ...sheet }, -inset),
    stroke: { colour, width },
  });
  return [
    frame(HAIRLINE / 2, AGES[3], HAIRLINE),
    frame(NEATLINE, INK, 2),
    frame(BAR.at + BAR.width / 2, INSET_PAPER, BAR.width),
    { kind: 'path', d: bars(sheet), fill: SHEET_FADED },
    frame(HAIRLINE, SHEET_FADED, 1),
  ];
}

/** Every other part of the graduated bar, to be filled. */
function bars(sheet: SheetSize): string {
  const { at, width } = BAR;
  const [right, bottom] = [sheet.width - at, sheet.height - at];
  const parts = (length: number) => Math.floor(length / PART / 2) * 2 + 1;
  const [columns, rows] = [parts(sheet.width), parts(sheet.height)];
  const [across, down] = [(right - at) / columns, (bottom - at) / rows];
  const boxes: Box[] = [];
  for (let part = 0; part < columns; part += 2) {
    const x = at + part * across;
    boxes.push({ x, y: at, width: across, height: width }, { x, y: bottom - width, width: across, height: width });
  }
  for (let part = 0; part < rows; part += 2) {
    const y = at + part * down;
    boxes.push({ x: at, y, width, height: down }, { x: right - width, y, width, height: down });
  }
  return boxes.map((box) => pathOf(cornersOf(box), true)).join(' ');
}
