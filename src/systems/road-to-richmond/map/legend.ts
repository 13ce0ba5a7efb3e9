import type { Item } from '../../../game/index.ts';
import { SIDE_STYLES } from '../../../kit/draw/side-inks.ts';
import { sidePlate } from '../../../kit/draw/side-plates.ts';
import { LEGEND_SIGNS, type LegendSign, legendRows } from '../../../kit/land/map-legend.ts';
import { SIDES } from '../vocabulary.ts';

/** Where the legend of the whole field lies. */
const LEGEND = { x: 44, y: 1906, width: 1314, height: 122 } as const;

const SIGNS = {
  ...LEGEND_SIGNS,
  arrival: (x: number, y: number) =>
    SIDES.toReversed().flatMap((side, at) =>
      sidePlate(SIDE_STYLES[side], { x: x + 20 * at, y: y - 9, width: 18, height: 18 }, '2', 12),
    ),
} satisfies { readonly [sign: string]: LegendSign };

/** What the signs mean, in rows, with what they cost and do. */
const ROWS: readonly { readonly [sign in keyof typeof SIGNS]?: string }[] = [
  {
    clear: 'clear 1',
    forest: 'forest 3',
    rough: 'rough 3, ×2',
    swamp: 'swamp forest 6, ×2',
    road: 'road 1',
    trail: 'trail 1 or 2',
    railroad: 'railway, as trail',
    exit: 'way off the map',
  },
  {
    creek: 'creek: no crossing, no attack',
    stream: 'stream +1, ×2',
    crossing: 'bridge +0, ford +1, ×2',
    redoubt: 'redoubt ×2 on toothed side',
    zone: 'command control zone',
  },
  {
    infantry: 'infantry',
    artillery: 'artillery',
    cavalry: 'cavalry',
    train: 'the Train',
    arrival: 'turns of arrival',
    moved: 'moved',
    fought: 'has fought',
    ineffective: 'ineffective',
  },
];

export function legend(): Item[] {
  const entries = ROWS.map((row) =>
    Object.entries(row).map(([sign, words]) => ({ words, sign: SIGNS[sign as keyof typeof SIGNS] })),
  );
  return legendRows(LEGEND, entries);
}
