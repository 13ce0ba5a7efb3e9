import type { Colour, Face, Text } from '../../../game/index.ts';
import type { Box } from '../../../kit/draw/geometry.ts';
import { CARD } from './inks.ts';

/** Parts of the size that letters are wide, roughly: enough to see whether words have room. */
const EMS: ReadonlyMap<string, number> = new Map([
  ...[..." ,.'’:;|ijlt()!-"].map((letter) => [letter, 0.3] as const),
  ...[...'ABCDEFGHIJKLNOPQRSTUVXYZ'].map((letter) => [letter, 0.7] as const),
  ...[...'mwMW'].map((letter) => [letter, 0.82] as const),
]);
const USUAL = 0.5;

/** About how wide words are set, in pixels. */
export function widthOf(text: string, size: number, face: Face = 'text'): number {
  return emsOf(text) * size * (face === 'bold' ? 1.1 : face === 'italic' ? 0.94 : 1);
}

function emsOf(text: string): number {
  let ems = 0;
  for (const letter of text) ems += EMS.get(letter) ?? USUAL;
  return ems;
}

/** As it is printed: the map's data has typewriter's apostrophes. */
export function typeset(text: string): string {
  return text.replaceAll("'", '’');
}

/** Words about a middle, on a baseline. */
export function centred(text: string, x: number, y: number, size: number, fill: Colour, face: Face = 'text'): Text {
  return { kind: 'text', text, x, y, size, fill, face, align: 'center' };
}

export function haloed(item: Text, width = item.size / 4, colour: Colour = CARD): Text {
  return { ...item, halo: { colour, width, cap: 'round' } };
}

/** About where centred words stand. */
export function boxOf({ text, x, y, size, face, align }: Text): Box {
  const width = widthOf(text, size, face);
  const left = align === 'center' ? x - width / 2 : align === 'right' ? x - width : x;
  return { x: left, y: y - size * 0.8, width, height: size };
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** As much of a text as has room, at a size, with an ellipsis where there is more of it. */
export function fitting(text: string, width: number, size: number, face: Face = 'text'): string {
  if (widthOf(text, size, face) <= width) return text;
  let kept = text;
  while (kept.length > 1 && widthOf(`${kept}…`, size, face) > width) kept = kept.slice(0, -1);
  return `${kept.replace(/[ ,;:]+$/, '')}…`;
}
