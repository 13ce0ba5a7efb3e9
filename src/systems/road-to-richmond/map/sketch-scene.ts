import type { Item, Picture } from '../../../game/index.ts';
import { caption } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexPath } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { mapNames } from '../../../kit/land/place-names.ts';
import type { Field } from '../field.ts';
import type { View } from '../view.ts';
import { boxesOf, stackItemsOf } from './counters.ts';
import { LAND_STYLE, partGround } from './field-ground.ts';
import { closeHeader } from './header.ts';
import { happened } from './last-order-marks.ts';
import { marksAbove } from './map-marks.ts';
import { PALETTE } from './palette.ts';

/** What is drawn upon a close-up of the position. */
export interface Sketched {
  readonly title: string;
  /** Under the counters, and over them. */
  readonly under: readonly Item[];
  readonly over: readonly Item[];
  /** What names keep clear of, beside the counters. */
  readonly boxes?: readonly Box[];
  /** How far a hex's block stands beside the middle, on a plot for a phone. */
  readonly aside?: (hex: HexId) => number;
  readonly words: readonly string[];
  /** Hexes with a heavy line about them: where it stands, or can come on. */
  readonly home: readonly HexId[];
  readonly alt: string;
}

export function drawn(
  field: Field,
  view: View,
  plot: HexPlot,
  { title, under, over, boxes = [], aside, words, home, alt }: Sketched,
): Picture {
  const s = plot.scale;
  return {
    alt,
    scene: {
      ...CLOSE_UP,
      palette: PALETTE,
      ground: partGround(field, plot),
      items: [
        ...under,
        ...home.map((hex): Item => ({ kind: 'path', d: hexPath(plot, hex, 0), stroke: { colour: INK, width: 3 * s } })),
        ...stackItemsOf(field, view, plot, aside),
        ...mapNames(field, plot, LAND_STYLE, [...boxesOf(field, view, plot), ...boxes]),
        ...marksAbove(field, view, plot, happened(null, view.where)),
        ...over,
        ...closeHeader(field, view, plot, title, {}),
        ...caption(words, { x: 10, y: CLOSE_UP.height - 10, width: CLOSE_UP.width - 20, size: 24 }),
      ],
    },
  };
}
