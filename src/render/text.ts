import { createRequire } from 'node:module';
import { type CanvasRenderingContext2D as Context, createCanvas, registerFont, type TextMetrics } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Face, Lettering, Text } from '../game/index.ts';
import type { Matrix } from './flatten-groups.ts';
import { along, flatten, parsePath } from './path.ts';

/** The file of each typeface, by the name of its package. */
export const TYPEFACES: { readonly [face in Face]: string } = {
  title: '@expo-google-fonts/im-fell-english-sc/400Regular/IMFellEnglishSC_400Regular.ttf',
  text: '@expo-google-fonts/libre-caslon-text/400Regular/LibreCaslonText_400Regular.ttf',
  italic: '@expo-google-fonts/libre-caslon-text/400Regular_Italic/LibreCaslonText_400Regular_Italic.ttf',
  bold: '@expo-google-fonts/libre-caslon-text/700Bold/LibreCaslonText_700Bold.ttf',
};

const require = createRequire(import.meta.url);

/** Thrown if a typeface of the maps is not installed. `message` is for the person who runs the bot. */
export class MissingTypeface extends Error {
  override readonly name = 'MissingTypeface';
}

/**
 * The path of a typeface's file inside an installed package.
 * @throws MissingTypeface
 */
export function fontFile(file: string): string {
  try {
    return require.resolve(file);
  } catch (cause) {
    throw new MissingTypeface(`The typeface ${file} is missing. Run "npm ci" and start again.`, { cause });
  }
}

/** A name of our own for a typeface, so that no installed font takes its place. */
const familyOf = (face: string) => `Council ${face}`;

/** Measures text, on a canvas that is never rotated or scaled. */
let ruler: Context | undefined;

/**
 * Registers the maps' typefaces with canvas, once. Call it before the first canvas is made.
 * @throws MissingTypeface
 */
export function registerFonts(): void {
  if (ruler) return;
  for (const [face, file] of Object.entries(TYPEFACES)) registerFont(fontFile(file), { family: familyOf(face) });
  ruler = createCanvas(1, 1).getContext('2d');
}

/** A value for canvas's `font`; size in pixels. */
export function fontOf(face: Face, size: number): string {
  return `${size}px "${familyOf(face)}"`;
}

/** A text in one face and size (pixels), as one line. */
type Line = Pick<Text, 'face' | 'size' | 'text'>;

function measure({ face, size, text }: Line): TextMetrics {
  registerFonts();
  const context = ruler as Context;
  context.font = fontOf(face, size);
  return context.measureText(text);
}

/** Characters of the keys in the cache: some two thousand words, far more than a map has. */
const MOST_CHARACTERS = 60_000;
const metrics = new LRUCache<string, TextMetrics, Line>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
  memoMethod: (_key, _stale, { context }) => measure(context),
});

function metricsOf({ face, size, text }: Line): TextMetrics {
  return metrics.memo(`${face} ${size} ${text}`, { context: { face, size, text } });
}

/** The advance width of a text in one line, in pixels. */
export function textWidth(face: Face, size: number, text: string): number {
  return metricsOf({ face, size, text }).width;
}

interface Letter {
  readonly letter: string;
  /** Its start from the start of the line, and its own width, in pixels. */
  readonly x: number;
  readonly width: number;
}

/** Letters measured together: each one's measure includes all before it, so long texts are cut into groups. */
const TOGETHER = 64;

/** The letters of a text at their places in it, with kerning. */
export function lettersOf({ face, size, text }: Line): readonly Letter[] {
  const letters: Letter[] = [];
  let start = 0;
  let measured = '';
  for (const { segment: letter } of segmenter.segment(text)) {
    const last = letters.at(-1);
    // A new group begins with the last letter, so that this one stays kerned with it.
    if (last && letters.length % TOGETHER === 0) [start, measured] = [last.x, last.letter];
    measured += letter;
    const width = textWidth(face, size, letter);
    const end = measure({ face, size, text: measured }).width;
    letters.push({ letter, x: start + end - width, width });
  }
  return letters;
}

/** Keeps a letter and its combining marks together. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters of an item and the room they take. */
interface Letters {
  /** Points whose bounding box holds all letters, in pixels from the item's own origin. */
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Draws in steps. The caller restores the context afterwards. */
  draw(context: Context): Generator<void, void>;
}

/**
 * The largest font size in pixels, many times a sheet. The text engine applies a scale twice; past 65,535 it fails, and
 * then draws nothing of that face and size in the whole process again.
 */
const LARGEST_LETTERS = 32_000;

/**
 * The letters of an item. `null` if none are visible, or if they are too large for any sheet and are left out. Throws
 * if the path of a lettering is malformed.
 */
export function lettersIn(item: Text | Lettering, place: Matrix): Letters | null {
  const [a, b, c, d] = place;
  const scale = Math.max(1, Math.hypot(a, b), Math.hypot(c, d));
  if (item.text.trim() === '' || item.size * scale ** 2 > LARGEST_LETTERS) return null;
  if (item.kind === 'lettering') return lettersAlong(item);
  return (item.maxWidth ?? 1) <= 0 ? null : lettersOfText(item, place);
}

function lettersOfText(text: Text, place: Matrix): Letters {
  const { size, spacing = 0, halo } = text;
  const gaps = spacing === 0 ? 0 : Math.max(0, [...segmenter.segment(text.text)].length - 1);
  const { width: advance, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = metricsOf(text);
  const width = advance + spacing * gaps;
  const narrowed = text.maxWidth !== undefined && width > text.maxWidth;
  const scale = narrowed ? (text.maxWidth as number) / width : 1;
  const start = -width * ANCHOR[text.align ?? 'left'];
  // Letters overhang their advance widths in proportion to their size.
  const [aside, above] = [size / 2 + (halo?.width ?? 0), 2 + (halo?.width ?? 0)];
  return {
    corners: [start - aside, start + width + aside].flatMap((x) =>
      [-up - above, down + above].map((y) => [text.x + x * scale, text.y + y] as const),
    ),
    *draw(context) {
      context.translate(text.x, text.y);
      context.scale(scale, 1);
      context.translate(start, 0);
      // Canvas has no letter spacing, and its text engine lays a whole line out without regard to scale.
      const isLetterByLetter = spacing !== 0 || narrowed || isScaled(place);
      const pieces = isLetterByLetter ? lettersOf(text) : [{ letter: text.text, x: 0 }];
      yield* drawLetters(context, text, function* (ink) {
        for (const [index, { letter, x }] of pieces.entries()) yield context[ink](letter, x + index * spacing, 0);
      });
    },
  };
}

const ANCHOR = { left: 0, center: 0.5, right: 1 } as const;

/** Draws all halos first, so that none covers a letter. */
function* drawLetters(
  context: Context,
  { face, size, fill, halo }: Text | Lettering,
  draw: (ink: 'strokeText' | 'fillText') => Iterable<void>,
): Generator<void, void> {
  context.font = fontOf(face, size);
  // Canvas ignores a width of 0 and would draw a line of 1.
  if (halo && halo.width > 0) {
    context.strokeStyle = halo.colour;
    context.lineWidth = halo.width;
    context.lineCap = 'butt';
    context.lineJoin = 'round';
    context.setLineDash([...(halo.dash ?? [])]);
    yield* draw('strokeText');
  }
  context.fillStyle = fill;
  yield* draw('fillText');
}

function isScaled([a, b, c, d]: Matrix): boolean {
  return Math.abs(Math.hypot(a, b) - 1) > 1e-6 || Math.abs(Math.hypot(c, d) - 1) > 1e-6;
}

/** A letter on its path. */
interface PlacedLetter {
  readonly letter: string;
  /** The centre of its baseline, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Radians, clockwise. */
  readonly angle: number;
  /** Pixels. */
  readonly width: number;
}

function lettersAlong(lettering: Lettering): Letters {
  const placed = placeLetters(lettering);
  const reach = lettering.size * 1.5 + (lettering.halo?.width ?? 0);
  return {
    corners: placed.flatMap(({ x, y }) => [-reach, reach].map((out) => [x + out, y + out] as const)),
    draw: (context) =>
      drawLetters(context, lettering, function* (ink) {
        for (const { letter, x, y, angle, width } of placed) {
          context.save();
          context.translate(x, y);
          context.rotate(angle);
          context[ink](letter, -width / 2, 0);
          context.restore();
          // The first letter at an angle takes a while (`TURN`).
          yield;
        }
      }),
  };
}

/** Letters are turned by multiples of this, 3°: the first letter at an angle takes most of a millisecond. */
const TURN = Math.PI / 60;

/**
 * Places each letter of a lettering except blanks. A text longer than its path loses its spacing first, then continues
 * straight past both ends.
 */
export function placeLetters(lettering: Lettering): readonly PlacedLetter[] {
  const { d, spacing = 0 } = lettering;
  const path = flatten(parsePath(d));
  const letters = lettersOf(lettering);
  const advance = metricsOf(lettering).width;
  const gaps = Math.max(0, letters.length - 1);
  const room = gaps === 0 ? 0 : (path.length - advance) / gaps;
  const space = Math.min(spacing, Math.max(0, room));
  const start = (path.length - advance - space * gaps) / 2;
  return letters.flatMap(({ letter, x, width }, index) => {
    if (letter.trim() === '') return [];
    const from = start + x + index * space;
    const [begin, end] = [along(path, from), along(path, from + width)];
    const angle = Math.atan2(end.y - begin.y, end.x - begin.x);
    return { letter, ...along(path, from + width / 2), angle: Math.round(angle / TURN) * TURN, width };
  });
}
