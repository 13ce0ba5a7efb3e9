import type { Colour, Item, Path, Stroke } from '../../game/index.ts';
import { whiteFlag } from '../draw/counter-items.ts';
import { framedCard } from '../draw/frames.ts';
import type { Box } from '../draw/geometry.ts';
import { CARD, HAIRLINE, INK } from '../draw/house-inks.ts';
import { BURST, ZONE } from '../draw/mark-inks.ts';
import { type Branch, branchSymbol, starPath } from '../draw/symbols.ts';
import { textAt, widthOf } from '../draw/text-layout.ts';
import { WATER_STROKES } from './hex-waters.ts';
import { WAY_STROKES } from './hex-ways.ts';
import { CLEAR, CROWN, FOREST, HACHURE, REED, ROUGH, SWAMP, TREE, WORK } from './land-inks.ts';

/** A small drawing from a point to the right, 38 pixels wide and 26 high. */
export type LegendSign = (x: number, y: number) => readonly Item[];

const SIZE = 16;
const STEP = 35;

/** What the signs of a map mean, in rows over its whole width. */
export function legendRows(
  box: Box,
  rows: readonly (readonly { readonly words: string; readonly sign: LegendSign }[])[],
): Item[] {
  const items: Item[] = framedCard(box, INK, 2);
  for (const [row, entries] of rows.entries()) {
    const wide = entries.map(({ words }) => widthOf(words, SIZE) * 1.1 + 46);
    const gap = (box.width - 36 - wide.reduce((sum, one) => sum + one, 0)) / (entries.length - 1);
    let left = box.x + 18;
    const line = box.y + 31 + row * STEP;
    for (const [index, { sign, words }] of entries.entries()) {
      items.push(...sign(left, line - 6), textAt(words, left + 46, line, SIZE, INK));
      left += (wide[index] as number) + gap;
    }
  }
  return items;
}

const swatch =
  (fill: Colour, texture: LegendSign = () => []): LegendSign =>
  (x, y) => [
    { kind: 'rect', x, y: y - 13, width: 38, height: 26, fill, stroke: { colour: HAIRLINE, width: 1 } },
    ...texture(x, y),
  ];

const tree = (x: number, y: number): Item => ({
  kind: 'path',
  d: `M ${x - 5} ${y} C ${x - 6} ${y - 4} ${x - 3} ${y - 8} ${x} ${y - 8} C ${x + 3} ${y - 8} ${x + 6} ${y - 4} ${x + 5} ${y} Q ${x} ${y + 1.5} ${x - 5} ${y} Z`,
  fill: CROWN,
  stroke: { colour: TREE, width: 0.8 },
});

const path = (d: string, colour: Colour, width: number, fill?: Colour): Path => ({
  kind: 'path',
  d,
  ...(fill ? { fill } : {}),
  stroke: { colour, width },
});

const line =
  (strokes: readonly Stroke[]): LegendSign =>
  (x, y) =>
    strokes.map(({ cap: _, ...stroke }) => ({ kind: 'path', d: `M ${x} ${y} L ${x + 38} ${y}`, stroke }));

const branch =
  (kind: Branch): LegendSign =>
  (x, y) =>
    branchSymbol(kind, { x: x + 2, y: y - 11, width: 34, height: 22 }, INK, CARD);

/** Signs of land, ways, works, branches and counters, as maps have them. */
export const LEGEND_SIGNS = {
  clear: swatch(CLEAR),
  forest: swatch(FOREST, (x, y) => [tree(x + 11, y + 3), tree(x + 26, y + 7)]),
  rough: swatch(ROUGH, (x, y) => [
    path([10, 14, 18, 22, 26].map((at) => `M ${x + at + 2} ${y - 5} L ${x + at - 2} ${y + 6}`).join(' '), HACHURE, 1.2),
  ]),
  swamp: swatch(SWAMP, (x, y) => [
    tree(x + 11, y + 2),
    path(
      `M ${x + 17} ${y + 7} L ${x + 32} ${y + 7} M ${x + 21} ${y + 5} L ${x + 20} ${y + 1} M ${x + 25} ${y + 5} L ${x + 25} ${y} M ${x + 29} ${y + 5} L ${x + 30} ${y + 1}`,
      REED,
      1.1,
    ),
  ]),
  road: line(WAY_STROKES.road),
  trail: line(WAY_STROKES.trail),
  railroad: line(WAY_STROKES.railroad),
  creek: line(WATER_STROKES.creek),
  stream: line(WATER_STROKES.stream),
  crossing: (x, y) => [
    ...line(WATER_STROKES.creek)(x, y),
    { kind: 'rect', x: x + 15, y: y - 8, width: 8, height: 16, fill: CARD },
    path(
      `M ${x + 12} ${y - 11} L ${x + 15} ${y - 8} L ${x + 15} ${y + 8} L ${x + 12} ${y + 11} M ${x + 26} ${y - 11} L ${x + 23} ${y - 8} L ${x + 23} ${y + 8} L ${x + 26} ${y + 11}`,
      INK,
      2,
    ),
  ],
  redoubt: (x, y) => [
    path(`M ${x} ${y + 4} L ${x + 38} ${y + 4}`, WORK, 4.4),
    path([3, 11, 19, 27, 35].map((at) => `M ${x + at} ${y + 4} L ${x + at} ${y - 5}`).join(' '), WORK, 2.2),
  ],
  exit: (x, y) => [
    path(
      `M ${x + 4} ${y} L ${x + 11} ${y - 12} L ${x + 27} ${y - 12} L ${x + 34} ${y} L ${x + 27} ${y + 12} L ${x + 11} ${y + 12} Z`,
      ZONE,
      2.4,
    ),
  ],
  zone: line([{ colour: ZONE, width: 2.4, dash: [9, 5] }]),
  infantry: branch('infantry'),
  artillery: branch('artillery'),
  cavalry: branch('cavalry'),
  train: branch('train'),
  moved: (x, y) => [path(`M ${x + 14} ${y - 9} L ${x + 28} ${y} L ${x + 14} ${y + 9} Z`, INK, 1.6, CARD)],
  fought: (x, y) => [path(starPath(8, 11, 5, { x: x + 20, y }), INK, 1.4, BURST)],
  ineffective: (x, y) => [{ kind: 'group', x: x + 8, y: y + 6, scale: 0.75, items: whiteFlag(16) }],
} as const satisfies { readonly [sign: string]: LegendSign };
