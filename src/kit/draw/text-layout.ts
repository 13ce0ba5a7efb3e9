import type { Colour, Face, Lettering, Text } from '../../game/index.ts';
import { CARD, INK } from './common-colours.ts';
import { around, type Box, type Point } from './geometry.ts';
import { across, distance, evened, outlines } from './lines.ts';

/** Replaces the typewriter's apostrophes of data by those of print. */
export function typeset(text: string): string {
  return text.replaceAll("'", '’');
}

export function textItem(text: string, x: number, y: number, size: number, fill: Colour, face: Face = 'text'): Text {
  return { kind: 'text', text, x, y, size, fill, face };
}

/** Words with their middle at a point on the baseline. */
export function centred(text: string, x: number, y: number, size: number, fill: Colour, face: Face = 'text'): Text {
  return { ...textItem(text, x, y, size, fill, face), align: 'center' };
}

/** Words with a pale edge, which stand out on any land. */
export function haloed(item: Text, width = item.size / 4): Text {
  return { ...item, halo: { colour: CARD, width, cap: 'round' } };
}

/** The width of each letter from the space to the tilde in our fonts, in hundredths of the size, without kerning. */
const ADVANCES: { readonly [face in Face]: readonly number[] } = {
  text: parsed(
    '27 30 37 67 54 81 81 22 30 30 48 50 26 46 26 36 64 42 58 55 58 55 59 49 60 59 28 29 52 57 52 41 88 74 70 77 81 69 65 81 86 37 36 78 66 101 83 84',
    '66 84 73 60 75 77 72 109 79 71 68 32 36 32 50 70 17 52 60 54 61 56 35 51 62 30 28 59 29 91 61 62 62 60 42 44 35 60 57 85 58 57 51 33 27 33 59',
  ),
  bold: parsed(
    '25 33 37 67 56 101 82 22 32 32 48 49 28 44 28 38 64 46 60 57 60 56 60 53 62 60 30 30 51 55 51 42 92 78 75 81 88 73 68 86 92 42 41 81 70 107 88 87',
    '69 87 78 65 78 82 78 121 84 74 73 34 38 34 48 68 18 58 66 57 67 60 42 58 68 36 33 67 36 101 68 64 68 66 49 47 41 66 63 98 66 63 57 34 28 34 57',
  ),
  title: parsed(
    '21 27 50 80 55 75 75 27 26 26 49 56 26 46 22 34 49 37 47 37 49 36 42 46 39 44 26 28 54 46 54 36 75 67 66 72 80 69 64 80 86 43 41 72 71 94 86 83',
    '58 82 75 51 73 84 66 96 81 68 71 42 29 45 47 47 52 44 42 49 52 46 41 50 58 30 30 51 43 69 56 54 43 56 48 35 51 56 45 63 47 45 46 41 24 41 55',
  ),
  italic: parsed(
    '28 34 37 67 58 96 93 22 32 33 49 51 29 48 28 34 64 43 61 59 56 54 58 52 62 58 33 33 59 63 58 48 92 75 72 74 80 71 64 80 86 39 38 74 70 99 82 80',
    '65 80 74 59 74 78 73 103 74 72 70 36 63 36 50 72 12 60 58 50 60 48 32 53 60 34 31 56 32 89 63 56 57 57 46 44 34 62 61 90 57 55 56 36 31 36 59',
  ),
};
const SPACE = 32;
/** The widths of dashes and quotation marks, which are about the same in all faces. */
const SIGNS = new Map([...'–—…·’‘“”'].map((sign, index) => [sign, [75, 107, 84, 29, 22, 26, 46, 46][index]]));
/** The width of any other character. */
const USUAL = 58;

function parsed(...lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => line.split(' ').map(Number));
}

/** The width of words in pixels, within 8 % for a name. */
export function widthOf(text: string, size: number, face: Face = 'text'): number {
  const advances = ADVANCES[face];
  let width = 0;
  for (const letter of text) width += advances[letter.charCodeAt(0) - SPACE] ?? SIGNS.get(letter) ?? USUAL;
  return (width * size) / 100;
}

export function textBox({ text, x, y, size, face, align }: Text): Box {
  const width = widthOf(text, size, face);
  return { x: x - width * ALIGNED[align ?? 'left'], y: y - size * 0.8, width, height: size };
}

/** The part of a text's width that is left of its point. */
const ALIGNED = { left: 0, center: 0.5, right: 1 } as const;

/** Cuts a text to a width, with an ellipsis. */
export function fitting(text: string, width: number, size: number, face: Face = 'text'): string {
  if (widthOf(text, size, face) <= width) return text;
  let start = text;
  while (start.length > 1 && widthOf(`${start}…`, size, face) > width) start = start.slice(0, -1);
  return `${start.replace(/[ ,;:]+$/, '')}…`;
}

/** Breaks a text into at most so many lines. The last gets the rest, cut to the width. */
export function wrapped(text: string, width: number, size: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && (lines.length === most || widthOf(longer, size) <= width)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => fitting(line, width, size));
}

/** The greatest factor by which kerning, or dashes in small capitals, widen a line. */
const WIDENING: { readonly [face in Face]: number } = { text: 1.06, bold: 1.06, italic: 1.06, title: 1.14 };
/** How far letters reach from their baseline, in parts of their size. Titles' small capitals have no tails. */
const UP = 0.92;
const DOWN = 0.04;
const TAIL = 0.28;

/** An upper bound of a line's width in pixels. */
function mostWidth({ text, face, size, spacing = 0 }: Pick<Text, 'text' | 'face' | 'size' | 'spacing'>): number {
  return widthOf(text, size, face) * WIDENING[face] + spacing * text.length;
}

/** How far a line of letters reaches above and below its baseline, in pixels. */
function heightOf({ text, face, size }: Text | Lettering): readonly [up: number, down: number] {
  const tails = face === 'title' ? /[,;()JQ]/ : /[,;()gjpqyJQ]/;
  return [size * UP, size * (tails.test(text) ? TAIL : DOWN)];
}

/** A box in which a text certainly fits. */
export function textBounds(text: Text): Box {
  const width = Math.min(mostWidth(text), text.maxWidth ?? Infinity);
  const [up, down] = heightOf(text);
  return { x: text.x - width * ALIGNED[text.align ?? 'left'], y: text.y - up, width, height: up + down };
}

/** About the length of the part of a baseline that one box covers, in pixels. */
const STRIDE = 6;

/** Small boxes in which letters along a path certainly fit. */
export function letteringBounds(lettering: Lettering): Box[] {
  const path = outlines(lettering.d)[0] ?? [];
  const length = path.reduce((sum, point, index) => sum + distance(path[index - 1] ?? point, point), 0);
  const width = mostWidth(lettering);
  const from = (length - width) / 2;
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

/** A line continued straight on at both ends by so many pixels. */
function lengthened(line: readonly Point[], by: number): readonly Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return line;
  const beyond = (end: Point, { x, y }: Point, along: number) => ({ x: end.x + y * along, y: end.y - x * along });
  return [beyond(first, across(line, 0), -by), ...line, beyond(last, across(line, line.length - 1), by)];
}

interface TextLines {
  readonly x: number;
  /** The first baseline. */
  readonly y: number;
  readonly step: number;
  readonly size: number;
  readonly face?: Face;
  readonly maxWidth: number;
}

/** Lines of text below each other. Long ones are narrowed, because no word can be left out. */
export function textLines(lines: readonly string[], { x, y, step, size, face, maxWidth }: TextLines): Text[] {
  return lines.map((words, at) => ({ ...textItem(typeset(words), x, y + at * step, size, INK, face), maxWidth }));
}
