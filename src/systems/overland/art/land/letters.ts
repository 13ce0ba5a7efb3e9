import type { Face, Lettering, Text } from '../../../../game/index.ts';
import type { Point } from '../../../../kit/draw/geometry.ts';
import { across, distance, evened } from '../../../../kit/draw/lines.ts';
import { around, type Edges } from './edges.ts';
import { outlines } from './outline.ts';

/**
 * Where letters stand, without a typeface at hand: what each takes at the most in the faces of the house, in parts of their size.
 * A line of some letters is never wider than this says, and seldom by more than a seventh narrower.
 */
const ADVANCES: readonly (readonly [letters: string, width: number])[] = [
  [' .,:;·’()ijl', 0.34],
  ['frstIJ1-', 0.46],
  ['mw', 0.92],
  ['ABCDEFGHKLNOPQRSTUVXYZ&–…−', 0.8],
  ['MW', 1.09],
];
const OTHERS = 0.64;
const ADVANCE = new Map(ADVANCES.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width] as const)));
const FACES: { readonly [face in Face]: number } = { text: 1, italic: 1, title: 1, bold: 1.11 };
/** How far letters reach from their baseline, in parts of their size; the small capitals of titles have no tails. */
const UP = 0.92;
const DOWN = 0.04;
const TAIL = 0.28;

/** How far a line of letters reaches above and below its baseline, in pixels. */
function heightOf({ text, face, size }: Text | Lettering): readonly [up: number, down: number] {
  const tails = face === 'title' ? /[,;()JQ]/ : /[,;()gjpqyJQ]/;
  return [size * UP, size * (tails.test(text) ? TAIL : DOWN)];
}

/** Pixels that a line of letters takes at the most. */
function atMost({ text, face, size, spacing = 0 }: Pick<Text, 'text' | 'face' | 'size' | 'spacing'>): number {
  let width = 0;
  for (const letter of text) width += (ADVANCE.get(letter) ?? OTHERS) * size * FACES[face] + spacing;
  return width;
}

/** What the letters of a text cover. */
export function textEdges(text: Text): Edges {
  const width = Math.min(atMost(text), text.maxWidth ?? Infinity);
  const left = text.x - width * { left: 0, center: 0.5, right: 1 }[text.align ?? 'left'];
  const [up, down] = heightOf(text);
  return { left, top: text.y - up, right: left + width, bottom: text.y + down };
}

/** Pixels of a baseline that one box stands for, about. */
const STRIDE = 6;

/** What letters along a path cover, in small boxes. */
export function letteringEdges(lettering: Lettering): Edges[] {
  const { d, middle = 0.5 } = lettering;
  const path = outlines(d)[0] ?? [];
  const length = path.reduce((sum, point, index) => sum + distance(path[index - 1] ?? point, point), 0);
  const width = atMost(lettering);
  const from = length * middle - width / 2;
  const over = Math.max(0, -from, from + width - length) + 1;
  // A point for every pixel.
  const line = evened(lengthened(path, over), 1);
  const [up, down] = heightOf(lettering);
  const count = Math.max(1, Math.round(width / STRIDE));
  const ahead = width / count / 2;
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round(over + from + (index * 2 + 1) * ahead);
    const point = line[at] as Point;
    const side = across(line, at);
    const beside = (along: number, below: number): Point => ({
      x: point.x + side.y * along + side.x * below,
      y: point.y - side.x * along + side.y * below,
    });
    return around([beside(-ahead, -up), beside(ahead, -up), beside(-ahead, down), beside(ahead, down)]);
  });
}

/** A line that goes straight on past both its ends. */
function lengthened(line: readonly Point[], by: number): readonly Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (by === 0 || !first || !last) return line;
  const beyond = (end: Point, { x, y }: Point) => ({ x: end.x + y * by, y: end.y - x * by });
  const [back, on] = [across(line, 0), across(line, line.length - 1)];
  return [beyond(first, { x: -back.x, y: -back.y }), ...line, beyond(last, on)];
}
