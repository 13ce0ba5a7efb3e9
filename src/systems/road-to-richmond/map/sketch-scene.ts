import type { Item, Picture } from '../../../game/index.ts';
import { caption } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { type HexPlot, hexPath } from '../../../kit/hex/hex-plot.ts';
import { CLOSE_UP } from '../../../kit/hex/hex-window.ts';
import { mapNames } from '../../../kit/land/place-names.ts';
import type { Field } from '../field.ts';
import type { View } from '../state.ts';
import { boxesOf, stackItemsOf } from './counters.ts';
import { LAND_STYLE, partGround } from './field-ground.ts';
import { closeHeader } from './header.ts';
import { happened } from './last-order-marks.ts';
import { marksAbove } from './map-marks.ts';
import { PALETTE } from './palette.ts';

/** Drawn on top of a close-up of the position. */
export interface Sketched {
  readonly title: string;
  /** Items below the counters, and items above them. */
  readonly under: readonly Item[];
  readonly over: readonly Item[];
  /** Areas beside the counters that names must avoid. */
  readonly boxes?: readonly Box[];
  /** Pixels by which a hex's block is moved from the middle, on a plot for a phone. */
  readonly aside?: (hex: HexId) => number;
  readonly words: readonly string[];
  /** Hexes with a heavy outline: the unit's own, or its entry hexes. */
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
