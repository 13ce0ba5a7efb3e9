import type { Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/card-frames.ts';
import { INK } from '../../../kit/draw/common-colours.ts';
import { type Box, freeBox } from '../../../kit/draw/geometry.ts';
import { textAt, typeset, wrapped } from '../../../kit/draw/text-layout.ts';
import { type HexPlot, type HexSize, hexPlot } from '../../../kit/hex/hex-plot.ts';
import { type Field, HEX_GRID } from '../field.ts';
import type { View } from '../state.ts';
import { SIDES } from '../vocabulary.ts';
import { scoredBy } from '../words/game-status.ts';
import { LEGEND } from '../words/picture-words.ts';
import { stacksSeen } from './counters.ts';
import { type Happened, scene } from './last-order-marks.ts';
import { offMapLine } from './off-map.ts';
import { blockBox } from './stack-blocks.ts';

/** The whole field at twice its size on a phone, where it is 400 pixels wide. */
export const OVERVIEW = { width: 800, height: 1218 } as const;
const SIZE: HexSize = { radius: 20, half: 17 };
const MAP: Box = { x: 35, y: 108, width: 730, height: 952 };
const FOOT: Box = { x: 8, y: 1068, width: 784, height: 142 };

export const OVERVIEW_PLOT: HexPlot = {
  ...hexPlot(HEX_GRID, SIZE, 1, MAP, { x: 0, y: 96, width: OVERVIEW.width, height: FOOT.y - 96 }),
  forPhone: true,
};

const LETTERS = 22;
const STEP = 26;

/** The sizes of a card that may cover the map for a moment, and the step between positions tried for it. */
const CARD_ROOMS = [
  { width: 400, height: 240 },
  { width: 290, height: 172 },
] as const;
const TRIED = 30;

/** A free box for a card, clear of units and of the last events, tried from the north-east on; `null` if there is none. */
export function freeOf(field: Field, view: View, past: Happened): Box | null {
  const hexes = [...stacksSeen(field, view, OVERVIEW_PLOT).map(([hex]) => hex), ...scene(past)];
  const taken = hexes.map((hex) => blockBox(OVERVIEW_PLOT, hex));
  for (const size of CARD_ROOMS) {
    const free = freeBox(MAP, size, TRIED, taken);
    if (free) return free;
  }
  return null;
}

/** Under the map: the units off it, or at the end the score; the legend; the seal. */
export function foot(field: Field, view: View, seal: readonly string[]): Item[] {
  const width = FOOT.width - 32;
  const lines = view.over
    ? SIDES.flatMap((side) => wrapped(scoredBy(field, view, side), width, LETTERS, 2))
    : [
        ...SIDES.map((side) => offMapLine(field, view, side)),
        LEGEND.blocks,
        view.variant === 'first-day' ? `${LEGEND.red} ${LEGEND.farms}` : LEGEND.red,
      ];
  return [
    ...framedCard(FOOT, INK, 2),
    ...[...lines, ...seal].map(
      (words, at): Item => ({
        ...textAt(typeset(words), FOOT.x + 16, FOOT.y + 28 + at * STEP, LETTERS, INK),
        maxWidth: width,
      }),
    ),
  ];
}
