import type { Item } from '../../game/index.ts';
import { cutCorners } from './card-frames.ts';
import { INK } from './common-colours.ts';
import type { PrintedStyle } from './counter-items.ts';
import type { Box } from './geometry.ts';
import { centred, widthOf } from './text-layout.ts';

/** Words on a plate in the colours and the shape of a side's counters. */
function sidePlate({ fill, text, edge, cut }: PrintedStyle, box: Box, words: string, size: number): Item[] {
  const item = centred(words, box.x + box.width / 2, box.y + box.height / 2 + size * 0.35, size, text, 'bold');
  return [
    cut === 0
      ? { kind: 'rect', ...box, fill, stroke: { colour: INK, width: 1.5 } }
      : { kind: 'path', d: cutCorners(box, box.height * 0.25), fill, stroke: { colour: edge, width: 2 } },
    { ...item, maxWidth: box.width - size * 0.4 },
  ];
}

/** Plates beside each other, the last of them ending at `right`; `left`: where the first begins. */
export function sidePlates(
  sides: readonly { readonly style: PrintedStyle; readonly words: string }[],
  { right, y, size }: { readonly right: number; readonly y: number; readonly size: number },
): { readonly items: readonly Item[]; readonly left: number } {
  const items: Item[] = [];
  let end = right;
  let left = right;
  for (const { style, words } of sides.toReversed()) {
    const wide = widthOf(words, size, 'bold');
    left = end - wide - size;
    end = left - 8;
    items.push(...sidePlate(style, { x: left, y, width: wide + size, height: size * 1.5 }, words, size));
  }
  return { items, left };
}
