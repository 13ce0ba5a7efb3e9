import type { Item } from '../../../game/index.ts';
import { framedCard } from '../../../kit/draw/frames.ts';
import { CARD, HAIRLINE, INK } from '../../../kit/draw/inks.ts';
import { textAt, widthOf } from '../../../kit/draw/lettering.ts';
import { branchSymbol, starPath } from '../../../kit/draw/symbols.ts';
import {
  BANK,
  CLEAR,
  CROWN,
  FOREST,
  HACHURE,
  RAIL,
  REED,
  ROAD,
  ROAD_EDGE,
  ROUGH,
  SWAMP,
  TRAIL,
  TREE,
  WATER,
  WORK,
} from '../../../kit/land/land-inks.ts';
import type { Kind } from '../vocabulary.ts';
import { whiteFlag } from './counters.ts';
import { BURST, ZONE } from './inks.ts';
import { sidePlate } from './side-plate.ts';

/** Where the legend of the whole field lies. */
export const LEGEND = { x: 44, y: 1906, width: 1314, height: 122 } as const;

const SIZE = 16;
const STEP = 35;

interface Entry {
  readonly words: string;
  readonly sign: (x: number, y: number) => readonly Item[];
}

/** What the signs mean, in rows, with what they cost and do. */
export function legend(): Item[] {
  const { x, y, width } = LEGEND;
  const items: Item[] = framedCard(LEGEND, INK, 2);
  for (const [row, entries] of ENTRIES.entries()) {
    const wide = entries.map(({ words }) => widthOf(words, SIZE) * 1.1 + 46);
    const gap = (width - 36 - wide.reduce((sum, one) => sum + one, 0)) / (entries.length - 1);
    let left = x + 18;
    const line = y + 31 + row * STEP;
    for (const [index, { sign, words }] of entries.entries()) {
      items.push(...sign(left, line - 6), textAt(words, left + 46, line, SIZE, INK));
      left += (wide[index] as number) + gap;
    }
  }
  return items;
}

const swatch =
  (fill: `#${string}`, texture: (x: number, y: number) => Item[] = () => []) =>
  (x: number, y: number): Item[] => [
    { kind: 'rect', x, y: y - 13, width: 38, height: 26, fill, stroke: { colour: HAIRLINE, width: 1 } },
    ...texture(x, y),
  ];

const tree = (x: number, y: number): Item => ({
  kind: 'path',
  d: `M ${x - 5} ${y} C ${x - 6} ${y - 4} ${x - 3} ${y - 8} ${x} ${y - 8} C ${x + 3} ${y - 8} ${x + 6} ${y - 4} ${x + 5} ${y} Q ${x} ${y + 1.5} ${x - 5} ${y} Z`,
  fill: CROWN,
  stroke: { colour: TREE, width: 0.8 },
});

const line =
  (
    ...strokes: readonly { readonly colour: `#${string}`; readonly width: number; readonly dash?: readonly number[] }[]
  ) =>
  (x: number, y: number): Item[] =>
    strokes.map((stroke) => ({ kind: 'path', d: `M ${x} ${y} L ${x + 38} ${y}`, stroke }));

const branch =
  (kind: Kind) =>
  (x: number, y: number): readonly Item[] =>
    branchSymbol(kind, { x: x + 2, y: y - 11, width: 34, height: 22 }, INK, CARD);

const ENTRIES: readonly (readonly Entry[])[] = [
  [
    { words: 'clear 1', sign: swatch(CLEAR) },
    { words: 'forest 3', sign: swatch(FOREST, (x, y) => [tree(x + 11, y + 3), tree(x + 26, y + 7)]) },
    {
      words: 'rough 3, ×2',
      sign: swatch(ROUGH, (x, y) => [
        {
          kind: 'path',
          d: [10, 14, 18, 22, 26].map((at) => `M ${x + at + 2} ${y - 5} L ${x + at - 2} ${y + 6}`).join(' '),
          stroke: { colour: HACHURE, width: 1.2 },
        },
      ]),
    },
    {
      words: 'swamp forest 6, ×2',
      sign: swatch(SWAMP, (x, y) => [
        tree(x + 11, y + 2),
        {
          kind: 'path',
          d: `M ${x + 17} ${y + 7} L ${x + 32} ${y + 7} M ${x + 21} ${y + 5} L ${x + 20} ${y + 1} M ${x + 25} ${y + 5} L ${x + 25} ${y} M ${x + 29} ${y + 5} L ${x + 30} ${y + 1}`,
          stroke: { colour: REED, width: 1.1 },
        },
      ]),
    },
    { words: 'road 1', sign: line({ colour: ROAD_EDGE, width: 5.6 }, { colour: ROAD, width: 3 }) },
    { words: 'trail 1 or 2', sign: line({ colour: TRAIL, width: 1.8, dash: [6, 3.5] }) },
    {
      words: 'railway, a trail',
      sign: line({ colour: RAIL, width: 8, dash: [1.6, 5] }, { colour: RAIL, width: 2.2 }),
    },
    {
      words: 'way off the map',
      sign: (x, y) => [
        {
          kind: 'path',
          d: `M ${x + 4} ${y} L ${x + 11} ${y - 12} L ${x + 27} ${y - 12} L ${x + 34} ${y} L ${x + 27} ${y + 12} L ${x + 11} ${y + 12} Z`,
          stroke: { colour: ZONE, width: 2.4 },
        },
      ],
    },
  ],
  [
    { words: 'creek: no crossing, no attack', sign: line({ colour: BANK, width: 11 }, { colour: WATER, width: 8 }) },
    { words: 'stream +1, ×2', sign: line({ colour: BANK, width: 3.4 }, { colour: WATER, width: 1.6 }) },
    {
      words: 'bridge +0, ford +1, ×2',
      sign: (x, y) => [
        ...line({ colour: BANK, width: 11 }, { colour: WATER, width: 8 })(x, y),
        { kind: 'rect', x: x + 15, y: y - 8, width: 8, height: 16, fill: CARD },
        {
          kind: 'path',
          d: `M ${x + 12} ${y - 11} L ${x + 15} ${y - 8} L ${x + 15} ${y + 8} L ${x + 12} ${y + 11} M ${x + 26} ${y - 11} L ${x + 23} ${y - 8} L ${x + 23} ${y + 8} L ${x + 26} ${y + 11}`,
          stroke: { colour: INK, width: 2 },
        },
      ],
    },
    {
      words: 'redoubt ×2 towards its teeth',
      sign: (x, y) => [
        { kind: 'path', d: `M ${x} ${y + 4} L ${x + 38} ${y + 4}`, stroke: { colour: WORK, width: 4.4 } },
        {
          kind: 'path',
          d: [3, 11, 19, 27, 35].map((at) => `M ${x + at} ${y + 4} L ${x + at} ${y - 5}`).join(' '),
          stroke: { colour: WORK, width: 2.2 },
        },
      ],
    },
    { words: 'command control zone', sign: line({ colour: ZONE, width: 2.4, dash: [9, 5] }) },
  ],
  [
    { words: 'infantry', sign: branch('infantry') },
    { words: 'artillery', sign: branch('artillery') },
    { words: 'cavalry', sign: branch('cavalry') },
    { words: 'the Train', sign: branch('train') },
    {
      words: 'turns of arrival',
      sign: (x, y) => [
        ...sidePlate('union', { x, y: y - 9, width: 18, height: 18 }, '2', 12),
        ...sidePlate('confederate', { x: x + 20, y: y - 9, width: 18, height: 18 }, '2', 12),
      ],
    },
    {
      words: 'moved',
      sign: (x, y) => [
        {
          kind: 'path',
          d: `M ${x + 14} ${y - 9} L ${x + 28} ${y} L ${x + 14} ${y + 9} Z`,
          fill: CARD,
          stroke: { colour: INK, width: 1.6 },
        },
      ],
    },
    {
      words: 'has fought',
      sign: (x, y) => [
        { kind: 'path', d: starPath(8, 11, 5, { x: x + 20, y }), fill: BURST, stroke: { colour: INK, width: 1.4 } },
      ],
    },
    {
      words: 'ineffective',
      sign: (x, y) => [{ kind: 'group', x: x + 8, y: y + 6, scale: 0.75, items: whiteFlag(16) }],
    },
  ],
];
