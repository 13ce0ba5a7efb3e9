import type { Item } from '../../../game/index.ts';
import type { Box, Point } from '../../../kit/draw/geometry.ts';
import { boxesOf } from '../../../kit/draw/item-bounds.ts';
import { type MapLabel, mapLabel } from '../../../kit/draw/map-labels.ts';
import { inset, insetNames } from './inset.ts';
import type { LandFile } from './land-file.ts';
import { compass, railLines, railroads, scaleBars, towns } from './landmarks.ts';
import { Projection, type SheetSize } from './projection.ts';
import { relief } from './relief.ts';
import { riverNames, rivers, streamOf } from './rivers.ts';
import { border, paper } from './sheet-paper.ts';
import { roomFor, woods } from './woods.ts';

/** The sheet and all that the land's small marks keep clear of. */
interface EngravingLayout {
  readonly sheet: SheetSize;
  readonly boxes: { readonly [area: string]: Box };
  readonly inset: Box;
  /** Whether a mark that reaches `reach` pixels around a point would touch a box, a line or an arrow of the game. */
  readonly taken: (spot: Point, reach: number) => boolean;
}

/** Pixels around the foot of a tree that must be clear of the game's boxes, lines and arrows. */
const TREE = 7;

/** Draws a land from the paper to the frame. Names come apart, so that a picture can leave out each one that a mark would touch. */
export function engrave(
  land: LandFile,
  layout: EngravingLayout,
): { readonly ground: Item[]; readonly labels: MapLabel[] } {
  const projection = new Projection(land, layout.sheet, layout.boxes);
  const streams = land.rivers.map((river, index) => streamOf(projection, river, index));
  const rails = railLines(land, projection);
  const labels = [
    ...riverNames(land, streams, projection).map((name) => [name]),
    ...towns(land, projection),
    ...insetNames(land, layout.inset),
    scaleBars(land, projection),
  ].map(mapLabel);
  const rose = compass(land.compass);
  const isRoom = roomFor(streams, rails, [...labels.flatMap(({ boxes }) => boxes), ...rose.flatMap(boxesOf)]);
  return {
    labels,
    ground: [
      ...paper(layout.sheet),
      ...relief(land, projection),
      ...woods(land, (spot) => !layout.taken(spot, TREE) && isRoom(spot)),
      ...rivers(streams),
      ...railroads(rails),
      ...inset(land, layout.inset),
      ...rose,
      ...border(layout.sheet),
    ],
  };
}
