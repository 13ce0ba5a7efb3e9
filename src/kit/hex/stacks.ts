import type { Item } from '../../game/index.ts';
import { BATTLE, INK } from '../draw/common-colours.ts';
import { COUNTER_SIZES, type CounterShape, counterPlate, type PrintedStyle } from '../draw/counter-items.ts';
import { type Box, centre, enclosing, grown, movedInto } from '../draw/geometry.ts';
import { centred, haloed } from '../draw/text-layout.ts';
import type { HexId } from './hex-grid.ts';
import { type HexPlot, isSeen, middle, numberBox } from './hex-plot.ts';

/** The scale for which the sizes of counters are given. */
const CLOSE = 2;
const STEP = COUNTER_SIZES.bar.height + 1;
/** Pixels of a whole map between a counter and the edge of the picture, where its marks have room. */
const EDGE = 5;

/** The box of a hex's counters. If the middle of the hex is in view, so is the whole box. */
export function stackBox(plot: HexPlot, hex: HexId, count: number): Box {
  return keptWhole(plot, hex, boxIn(plot, hex, count));
}

/** Moves a box off the edge of the picture if its hex is in view. Counters and number move up or down together. */
function keptWhole(plot: HexPlot, hex: HexId, box: Box): Box {
  if (!isSeen(plot, hex)) return box;
  const room = grown(plot.view, -EDGE * plot.scale);
  const both = enclosing([boxIn(plot, hex, 2), numberBox(plot, hex)]);
  return { ...movedInto(room, box), y: box.y + movedInto(room, both).y - both.y };
}

function boxIn(plot: HexPlot, hex: HexId, count: number): Box {
  const { x, y } = middle(plot, hex);
  const scale = plot.scale / CLOSE;
  const { card, bar } = COUNTER_SIZES;
  // The number of the hex stands above.
  const number = numberBox(plot, hex);
  const top = y + Math.round(number.y + number.height + 1 - y);
  if (count === 1) {
    const { width, height } = card;
    return { x: x - (width / 2) * scale, y: top + scale, width: width * scale, height: height * scale };
  }
  const high = STEP * count - 1;
  const fit = Math.min(scale, (y + plot.half - 2 - top) / high);
  return { x: x - (bar.width / 2) * fit, y: top, width: bar.width * fit, height: high * fit };
}

/** The counters of a hex. A single one is large; several are below each other, and smaller the more there are. */
export function stackItems<Unit>(
  plot: HexPlot,
  hex: HexId,
  units: readonly Unit[],
  counter: (unit: Unit, shape: CounterShape, x: number, y: number, scale: number) => Item,
): Item[] {
  const { x, y, width, height } = stackBox(plot, hex, units.length);
  if (units.length === 1) return units.map((unit) => counter(unit, 'card', x, y, plot.scale / CLOSE));
  const fit = width / COUNTER_SIZES.bar.width;
  const step = (height + fit) / units.length;
  return units.map((unit, index) => counter(unit, 'bar', x, y + index * step, fit));
}

export function stackNumberBox(plot: HexPlot, hex: HexId): Box {
  return keptWhole(plot, hex, numberBox(plot, hex));
}

/** The number of an occupied hex, drawn above everything there. */
export function stackNumber(plot: HexPlot, hex: HexId): Item {
  const { x, y, width, height } = stackNumberBox(plot, hex);
  const size = width / 2;
  return haloed(centred(hex, x + size, y + height, size, INK), size / 5);
}

/** The size of letters on an overview. It is legible on a phone, where a picture is half as wide. */
export const OVERVIEW_LETTERS = 22;

/** The style of a side's block on an overview: its edge is red if its units are cut off. */
export function blockStyle(style: PrintedStyle, isCutOff: boolean): PrintedStyle {
  return { ...style, ...(isCutOff ? { edge: BATTLE, width: 4 } : { width: Math.min(style.width, 1.6) }) };
}

/**
 * A block with a number or a few letters.
 * @param margin pixels of its width that the letters must leave free; absent if they certainly have room
 */
export function numberBlock(box: Box, style: PrintedStyle, words: string, margin?: number): Item[] {
  const { x, y } = centre(box);
  const letters = centred(words, x, y + OVERVIEW_LETTERS * 0.35, OVERVIEW_LETTERS, style.text, 'bold');
  return [
    ...counterPlate(box, { ...style, cut: style.cut * 0.6 }),
    margin === undefined ? letters : { ...letters, maxWidth: box.width - margin },
  ];
}
