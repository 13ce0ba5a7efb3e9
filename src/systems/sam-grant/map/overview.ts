import type { Item } from '../../../game/index.ts';
import { CARD, INK } from '../../../kit/draw/common-colours.ts';
import { type Box, contains, grown, overlap } from '../../../kit/draw/geometry.ts';
import { boundsOf } from '../../../kit/draw/item-bounds.ts';
import {
  blockStyle,
  clusters,
  laidOut,
  OVERVIEW_LETTERS,
  type OverviewBlock,
  overviewBlock,
} from '../../../kit/draw/overview-blocks.ts';
import { centred, haloed, textAt, textBox, typeset, widthOf } from '../../../kit/draw/text-layout.ts';
import { type HexPlot, middle } from '../../../kit/hex/hex-plot.ts';
import { placeNames } from '../../../kit/land/place-names.ts';
import { oncePer } from '../../../kit/memo.ts';
import { sum } from '../../../kit/subsets.ts';
import type { Theatre } from '../theatre.ts';
import type { View } from '../view.ts';
import { OVERVIEW_LEGEND } from '../words/game-status.ts';
import { SIDE_LINES, SIDE_STYLES } from './palette.ts';
import { WHOLE_STYLE } from './theatre-ground.ts';

/** Pixels below the whole map. */
export const FOOT = 40;
/** Points of a city that is named. */
const LARGE = 2;
/** Points of a city whose name stands beside its block. */
const NAMED_BESIDE = 3;

/** Everything that changes on the whole map: whose the cities are, and how many blocks stand where. */
export function overviewItems(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  const blocks = laidOut(blocksOf(theatre, view, plot), plot.view);
  const taken = blocks.map(({ box }) => grown(box, 3));
  const names = placeNames(named(theatre), plot, WHOLE_STYLE, taken);
  return [
    ...cities(theatre, view, plot),
    ...names,
    ...besideBlocks(theatre, plot, blocks, names, taken),
    ...blocks.flatMap(overviewBlock),
  ];
}

/** Names of large cities beside the block that stands on them, where no name stands yet and there is room. */
function besideBlocks(
  theatre: Theatre,
  plot: HexPlot,
  blocks: readonly { readonly box: Box }[],
  names: readonly Item[],
  blocked: readonly Box[],
): Item[] {
  const taken = [...blocked, ...names.map(boundsOf)];
  const known = names.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  return named(theatre).places.flatMap(({ hex, name }): Item[] => {
    if (known.includes(typeset(name))) return [];
    const block = blocks.find(({ box }) => contains(box, { ...middle(plot, hex), width: 0, height: 0 }));
    if (!block || (theatre.city.get(hex)?.points ?? 0) < NAMED_BESIDE) return [];
    const { x, y, width, height } = block.box;
    const aside = (widthOf(name, OVERVIEW_LETTERS, 'bold') + width) / 2 + 14;
    const [mid, level] = [x + width / 2, y + height / 2 + OVERVIEW_LETTERS * 0.35];
    const sites = [
      [mid, y - 7],
      [mid, y + height + OVERVIEW_LETTERS * 0.8],
      [mid + aside, level],
      [mid - aside, level],
    ] as const;
    for (const [left, top] of sites) {
      const words = centred(name, left, top, OVERVIEW_LETTERS, INK, 'bold');
      const box = textBox(words);
      if (!contains(plot.view, box) || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      return [haloed(words)];
    }
    return [];
  });
}

/** What the numbers say. */
export function foot(width: number, height: number): Item[] {
  const words = textAt(typeset(OVERVIEW_LEGEND), 14, height - 13, OVERVIEW_LETTERS, INK);
  return [{ ...words, maxWidth: width - 28 }];
}

/** Blocks of a side in a hex and beside it are one, where most stand. */
function blocksOf(theatre: Theatre, view: View, plot: HexPlot): readonly OverviewBlock[] {
  return clusters(theatre.grid, view.stacks, ({ count }) => count, 1).map((stacks) => {
    const [{ side, hex }] = stacks;
    const isCutOff = stacks.some(({ supplied }) => !supplied);
    const words = String(sum(stacks.map(({ count }) => count)));
    return { words, at: middle(plot, hex), style: blockStyle(SIDE_STYLES[side], isCutOff), line: SIDE_LINES[side] };
  });
}

/** A dot for each city that is worth points, in the colour of whose it is. */
function cities(theatre: Theatre, view: View, plot: HexPlot): Item[] {
  return [...theatre.city.values()].flatMap(({ hex, points }): Item[] => {
    const holders = view.stacks.filter((stack) => stack.hex === hex);
    const side = holders.length > 1 ? null : (holders[0]?.side ?? theatre.home.get(hex) ?? null);
    if (points === 0 || side === null) return [];
    const stroke = { colour: CARD, width: 1.5 };
    return [
      { kind: 'circle', ...middle(plot, hex), radius: points >= LARGE ? 6.5 : 4.5, fill: SIDE_LINES[side], stroke },
    ];
  });
}

/** Cities worth most come first, where there is room for a name. */
const named = oncePer((theatre: Theatre): Theatre => {
  const points = (hex: string) => theatre.city.get(hex)?.points ?? 0;
  const places = theatre.places.filter(({ hex }) => points(hex) >= LARGE);
  return { ...theatre, places: places.sort((one, other) => points(other.hex) - points(one.hex)) };
});
