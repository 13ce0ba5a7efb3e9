import type { Colour, Item } from '../../game/index.ts';
import { CARD, HAIRLINE, INK } from './common-colours.ts';
import { type Box, grown } from './geometry.ts';
import { widthOf } from './text-layout.ts';

/** A box with its corners cut off. */
export function cutCorners({ x, y, width, height }: Box, cut: number): string {
  const [right, bottom] = [x + width, y + height];
  return (
    `M ${x + cut} ${y} L ${right - cut} ${y} L ${right} ${y + cut} L ${right} ${bottom - cut} ` +
    `L ${right - cut} ${bottom} L ${x + cut} ${bottom} L ${x} ${bottom - cut} L ${x} ${y + cut} Z`
  );
}

/** A card on the map, with a thin line `inset` pixels within its edge. */
export function framedCard(box: Box, edge: Colour = INK, width = 2.5, inset = 4): Item[] {
  return [
    { kind: 'rect', ...box, fill: CARD, stroke: { colour: edge, width } },
    { kind: 'rect', ...grown(box, -inset), stroke: { colour: HAIRLINE, width: 1 } },
  ];
}

/** A frame for a title. Quarter circles are cut from its corners. It has a thick edge, and a thin line within. */
export function cartouche(
  box: Box,
  { fill, edge, inner, shadow }: { readonly [part in 'fill' | 'edge' | 'inner' | 'shadow']: Colour },
): Item[] {
  return [
    { kind: 'path', d: cartouchePath({ ...box, x: box.x + 5, y: box.y + 6 }, 16), fill: shadow },
    { kind: 'path', d: cartouchePath(box, 16), fill, stroke: { colour: edge, width: 3.5 } },
    { kind: 'path', d: cartouchePath(grown(box, -7), 15), stroke: { colour: inner, width: 1.5 } },
  ];
}

function cartouchePath({ x, y, width, height }: Box, corner: number): string {
  const [right, bottom] = [x + width, y + height];
  return (
    `M ${x + corner} ${y} L ${right - corner} ${y} Q ${right - corner} ${y + corner} ${right} ${y + corner} ` +
    `L ${right} ${bottom - corner} Q ${right - corner} ${bottom - corner} ${right - corner} ${bottom} ` +
    `L ${x + corner} ${bottom} Q ${x + corner} ${bottom - corner} ${x} ${bottom - corner} ` +
    `L ${x} ${y + corner} Q ${x + corner} ${y + corner} ${x + corner} ${y} Z`
  );
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
