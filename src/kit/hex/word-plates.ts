import type { Item } from '../../game/index.ts';
import { cutCorners } from '../draw/card-frames.ts';
import { CARD } from '../draw/common-colours.ts';
import type { Box } from '../draw/geometry.ts';
import { BATTLE, ON_BATTLE } from '../draw/mark-colours.ts';
import { centred, widthOf } from '../draw/text-layout.ts';
import type { HexId } from './hex-grid.ts';
import { type HexPlot, hasLargeLetters, middle } from './hex-plot.ts';

/** Words on red beside a hex that is fought for. */
export interface WordPlate {
  readonly words: string;
  readonly box: Box;
}

/** Plates for hexes one after the other, each where it covers least of what is taken and of the plates before it. */
export function placePlates(
  plot: HexPlot,
  wanted: readonly { readonly hex: HexId; readonly words: string }[],
  taken: readonly Box[],
): WordPlate[] {
  const found: WordPlate[] = [];
  for (const { hex, words } of wanted)
    found.push({ words, box: plateBox(plot, hex, words, [...taken, ...found.map(({ box }) => box)]) });
  return found;
}

export function wordPlate(plot: HexPlot, { words, box }: WordPlate): Item[] {
  const size = sizeOn(plot);
  return [
    { kind: 'path', d: cutCorners(box, box.height * 0.22), fill: BATTLE, stroke: { colour: CARD, width: 1.6 } },
    centred(words, box.x + box.width / 2, box.y + box.height / 2 + size * 0.34, size, ON_BATTLE, 'bold'),
  ];
}

function sizeOn(plot: HexPlot): number {
  return hasLargeLetters(plot) ? 24 : 14;
}

/** Of the places about the rim of a hex the one that covers least; the earlier where they are alike. */
function plateBox(plot: HexPlot, hex: HexId, words: string, taken: readonly Box[]): Box {
  const size = sizeOn(plot);
  const { x, y } = middle(plot, hex);
  const width = widthOf(words, size, 'bold') + size * 0.8;
  const height = size * 1.15;
  const aside = 26 * plot.scale;
  const beside = [0, -0.4, 0.4, -0.8, 0.8].flatMap((part) => {
    const top = y + part * plot.half - height / 2;
    return [
      { x: x + aside, y: top },
      { x: x - aside - width, y: top },
    ];
  });
  const across = [0, -0.5, 0.5].flatMap((part) => {
    const left = x + part * plot.radius - width / 2;
    return [
      { x: left, y: y + plot.half - 1 },
      { x: left, y: y - plot.half - height + 1 },
    ];
  });
  let best: Box = { x: x + aside, y: y - height / 2, width, height };
  let least = Number.POSITIVE_INFINITY;
  for (const at of [...beside, ...across]) {
    const box = { ...at, width, height };
    const covered =
      taken.reduce((sum, other) => sum + shared(box, other), 0) + (width * height - shared(box, plot.view)) * 4;
    if (covered < least) [best, least] = [box, covered];
  }
  return best;
}

/** How many pixels two boxes have in common. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
