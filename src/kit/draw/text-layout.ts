import type { Colour, Face, Lettering, Text } from '../../game/index.ts';
import { CARD } from './common-colours.ts';
import { around, type Box, type Point } from './geometry.ts';
import { across, distance, evened } from './lines.ts';
import { outlines } from './path-outlines.ts';

/** As it is printed: data has typewriter's apostrophes. */
export function typeset(text: string): string {
  return text.replaceAll("'", '’');
}

/** Words from a point on a baseline. */
export function textAt(text: string, x: number, y: number, size: number, fill: Colour, face: Face = 'text'): Text {
  return { kind: 'text', text, x, y, size, fill, face };
}

/** Words about a middle, on a baseline. */
export function centred(text: string, x: number, y: number, size: number, fill: Colour, face: Face = 'text'): Text {
  return { ...textAt(text, x, y, size, fill, face), align: 'center' };
}

export function haloed(item: Text, width = item.size / 4, colour: Colour = CARD): Text {
  return { ...item, halo: { colour, width, cap: 'round' } };
}

/** Parts of the size that letters are wide, roughly: enough to see whether words have room. */
const EMS = widths([
  [" ,.'’:;|ijlt()!-", 0.3],
  ['ABCDEFGHIJKLNOPQRSTUVXYZ', 0.7],
  ['mwMW', 0.82],
]);
const USUAL = 0.5;

function widths(of: readonly (readonly [letters: string, width: number])[]): ReadonlyMap<string, number> {
  return new Map(of.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width] as const)));
}

/** About how wide words are set, in pixels. */
export function widthOf(text: string, size: number, face: Face = 'text'): number {
  let ems = 0;
  for (const letter of text) ems += EMS.get(letter) ?? USUAL;
  return ems * size * (face === 'bold' ? 1.1 : face === 'italic' ? 0.94 : 1);
}

/** About where a text stands. */
export function textBox({ text, x, y, size, face, align }: Text): Box {
  const width = widthOf(text, size, face);
  return { x: x - width * ALIGNED[align ?? 'left'], y: y - size * 0.8, width, height: size };
}

/** The part of a text that is left of its point. */
const ALIGNED = { left: 0, center: 0.5, right: 1 } as const;

/** As much of a text as has room, at a size, with an ellipsis where there is more. */
export function fitting(text: string, width: number, size: number, face: Face = 'text'): string {
  if (widthOf(text, size, face) <= width) return text;
  let kept = text;
  while (kept.length > 1 && widthOf(`${kept}…`, size, face) > width) kept = kept.slice(0, -1);
  return `${kept.replace(/[ ,;:]+$/, '')}…`;
}

/** A text in lines that have room, at most so many: the last takes what is left, with an ellipsis where there is more. */
export function wrapped(text: string, width: number, size: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && (lines.length === most || widthOf(longer, size) <= width)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => fitting(line, width, size));
}

/**
 * The widths of words set below each other, each as much narrowed as the longest has to be: a column looks of one piece. By the
 * count of their letters.
 */
export function columnWidth(words: readonly string[], room: number): (word: string) => number {
  const longest = Math.max(...words.map((word) => word.length));
  return (word) => (room * (word.length + 1)) / (longest + 1);
}

/**
 * What each letter takes at the most in the faces of the house, in parts of its size. A line of some letters is never wider than this
 * says, and seldom by more than a seventh narrower.
 */
const MOST = widths([
  [' .,:;·’()ijl', 0.34],
  ['frstIJ1-', 0.46],
  ['mw', 0.92],
  ['ABCDEFGHKLNOPQRSTUVXYZ&–…−', 0.8],
  ['MW', 1.09],
]);
const OTHERS = 0.64;
const FACES: { readonly [face in Face]: number } = { text: 1, italic: 1, title: 1, bold: 1.11 };
/** How far letters reach from their baseline, in parts of their size; the small capitals of titles have no tails. */
const UP = 0.92;
const DOWN = 0.04;
const TAIL = 0.28;

/** Pixels that a line of letters takes at the most. */
function mostWidth({ text, face, size, spacing = 0 }: Pick<Text, 'text' | 'face' | 'size' | 'spacing'>): number {
  let width = 0;
  for (const letter of text) width += (MOST.get(letter) ?? OTHERS) * size * FACES[face] + spacing;
  return width;
}

/** How far a line of letters reaches above and below its baseline, in pixels. */
function heightOf({ text, face, size }: Text | Lettering): readonly [up: number, down: number] {
  const tails = face === 'title' ? /[,;()JQ]/ : /[,;()gjpqyJQ]/;
  return [size * UP, size * (tails.test(text) ? TAIL : DOWN)];
}

/** What the letters of a text cover at the most. */
export function textBounds(text: Text): Box {
  const width = Math.min(mostWidth(text), text.maxWidth ?? Infinity);
  const [up, down] = heightOf(text);
  return { x: text.x - width * ALIGNED[text.align ?? 'left'], y: text.y - up, width, height: up + down };
}

/** Pixels of a baseline that one box stands for, about. */
const STRIDE = 6;

/** What letters along a path cover at the most, in small boxes. */
export function letteringBounds(lettering: Lettering): Box[] {
  const { d, middle = 0.5 } = lettering;
  const path = outlines(d)[0] ?? [];
  const length = path.reduce((sum, point, index) => sum + distance(path[index - 1] ?? point, point), 0);
  const width = mostWidth(lettering);
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
  if (!first || !last) return line;
  const beyond = (end: Point, { x, y }: Point, along: number) => ({ x: end.x + y * along, y: end.y - x * along });
  return [beyond(first, across(line, 0), -by), ...line, beyond(last, across(line, line.length - 1), by)];
}
