import type { Colour, Item } from '../../game/index.ts';
import { CARD, HAIRLINE, INK } from './common-colours.ts';
import { type Box, grown } from './geometry.ts';
import { widthOf } from './text-layout.ts';

export function cutCorners({ x, y, width, height }: Box, cut: number): string {
  const [right, bottom] = [x + width, y + height];
  return (
    `M ${x + cut} ${y} L ${right - cut} ${y} L ${right} ${y + cut} L ${right} ${bottom - cut} ` +
    `L ${right - cut} ${bottom} L ${x + cut} ${bottom} L ${x} ${bottom - cut} L ${x} ${y + cut} Z`
  );
}

/** A card on the map, with a thin line `inset` pixels within its edge. */
export function framedCard(box: Box, edge: Colour, width: number, inset = 4): Item[] {
  return [
    { kind: 'rect', ...box, fill: CARD, stroke: { colour: edge, width } },
    { kind: 'rect', ...grown(box, -inset), stroke: { colour: HAIRLINE, width: 1 } },
  ];
}

/**
 * A card with lines of text at the foot of a map.
 * @param y the lower edge
 */
export function caption(
  lines: readonly string[],
  { x, y, width, size }: { readonly x: number; readonly y: number; readonly width: number; readonly size: number },
): Item[] {
  if (lines.length === 0) return [];
  const step = size * 1.3;
  const height = step * lines.length + size * 0.6;
  const wide = Math.min(width, Math.max(...lines.map((line) => widthOf(line, size))) + size);
  const text = { kind: 'text', x: x + size * 0.5, size, face: 'text', fill: INK, maxWidth: wide - size } as const;
  return [
    { kind: 'rect', x, y: y - height, width: wide, height, radius: 4, fill: CARD, stroke: { colour: INK, width: 1.5 } },
    ...lines.map((line, index) => ({ ...text, text: line, y: y - height + size * 1.15 + step * index })),
  ];
}
