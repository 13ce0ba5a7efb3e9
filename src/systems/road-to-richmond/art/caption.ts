import type { Item } from '../../../game/index.ts';
import { CARD, INK } from './inks.ts';
import { widthOf } from './type.ts';

/** Lines on a card at the foot of a map, the last of them ending at `y`. */
export function caption(
  lines: readonly string[],
  { x, y, width, size }: { readonly x: number; readonly y: number; readonly width: number; readonly size: number },
): Item[] {
  if (lines.length === 0) return [];
  const step = size * 1.3;
  const height = step * lines.length + size * 0.6;
  const wide = Math.min(width, Math.max(...lines.map((line) => widthOf(line, size))) + size);
  return [
    { kind: 'rect', x, y: y - height, width: wide, height, radius: 4, fill: CARD, stroke: { colour: INK, width: 1.5 } },
    ...lines.map(
      (text, index): Item => ({
        kind: 'text',
        text,
        x: x + size * 0.5,
        y: y - height + size * 1.15 + step * index,
        size,
        face: 'text',
        fill: INK,
        maxWidth: wide - size,
      }),
    ),
  ];
}
