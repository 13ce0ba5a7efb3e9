import type { Item, Picture } from '../../../game/index.ts';
import { caption } from '../../../kit/draw/frames.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { INK } from '../../../kit/draw/house-inks.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexPath } from '../../../kit/hex/hex-plot.ts';
import { stackBoxes } from '../../../kit/hex/stacks.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import type { Field } from '../field.ts';
import type { View } from '../view.ts';
import { CLOSE, CLOSE_UP, WINDOW } from './close-up.ts';
import { stack, stacksSeen } from './counters.ts';
import { partGround } from './field-ground.ts';
import { LAND_STYLE } from './field-land-style.ts';
import { happened } from './happened.ts';
import { closeHeader } from './header.ts';
import { marksAbove } from './map-marks.ts';
import { PALETTE } from './palette.ts';

/** Scales a sketch may have, the largest that shows all first. */
const SCALES = [CLOSE, 1.5, 1.25, 1] as const;

/** Round some hexes, as large as they fit; where they do not, round one of them. */
export function plotFor(hexes: readonly HexId[], home: HexId): HexPlot {
  return WINDOW.plotFitting(hexes, SCALES, home);
}

/** What is drawn upon a close-up of the position. */
export interface Sketched {
  readonly title: string;
  /** Under the counters, and over them. */
  readonly under: readonly Item[];
  readonly over: readonly Item[];
  /** What names keep clear of, beside the counters. */
  readonly boxes?: readonly Box[];
  readonly words: readonly string[];
  /** Hexes with a heavy line about them: where it stands, or can come on. */
  readonly home: readonly HexId[];
  readonly alt: string;
}

export function drawn(
  field: Field,
  view: View,
  plot: HexPlot,
  { title, under, over, boxes = [], words, home, alt }: Sketched,
): Picture {
  const stacks = stacksSeen(field, view, plot);
  const s = plot.scale;
  return {
    alt,
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: partGround(field, plot, CLOSE_UP),
      items: [
        ...under,
        ...home.map((hex): Item => ({ kind: 'path', d: hexPath(plot, hex, 0), stroke: { colour: INK, width: 3 * s } })),
        ...stacks.flatMap(([hex, pieces]) => stack(plot, view, hex, pieces)),
        ...placeNames(field, plot, LAND_STYLE, [...stackBoxes(plot, stacks), ...boxes]),
        ...marksAbove(field, view, plot, happened(null, view.where)),
        ...over,
        ...closeHeader(field, view, plot, title, {}),
        ...caption(words, { x: 10, y: CLOSE_UP.height - 10, width: CLOSE_UP.width - 20, size: 24 }),
      ],
    },
  };
}
