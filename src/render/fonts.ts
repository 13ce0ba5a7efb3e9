import { createRequire } from 'node:module';
import { type CanvasRenderingContext2D as Context, createCanvas, registerFont } from 'canvas';
import { LRUCache } from 'lru-cache';
import type { Face } from '../game/index.ts';

interface Typeface {
  /** The family name registered with canvas; a name of our own, so that no installed font takes its place. */
  readonly family: string;
  readonly file: string;
}

const TYPEFACES: { readonly [face in Face]: Typeface } = {
  title: {
    family: 'Council Title',
    file: '@expo-google-fonts/im-fell-english-sc/400Regular/IMFellEnglishSC_400Regular.ttf',
  },
  text: {
    family: 'Council Text',
    file: '@expo-google-fonts/libre-caslon-text/400Regular/LibreCaslonText_400Regular.ttf',
  },
  italic: {
    family: 'Council Italic',
    file: '@expo-google-fonts/libre-caslon-text/400Regular_Italic/LibreCaslonText_400Regular_Italic.ttf',
  },
  bold: {
    family: 'Council Bold',
    file: '@expo-google-fonts/libre-caslon-text/700Bold/LibreCaslonText_700Bold.ttf',
  },
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

let registered = false;

/**
 * Registers the maps' typefaces with canvas, once. Call it before the first canvas is made.
 * @throws MissingTypeface
 */
export function registerFonts(): void {
  if (registered) return;
  for (const { family, file } of Object.values(TYPEFACES)) registerFont(fontFile(file), { family });
  registered = true;
}

/** A value for canvas's `font`; size in pixels. */
export function fontOf(face: Face, size: number): string {
  return `${size}px "${TYPEFACES[face].family}"`;
}

/** The file each face is drawn with. */
export function fontFiles(): { readonly [face in Face]: string } {
  const { title, text, italic, bold } = TYPEFACES;
  return {
    title: fontFile(title.file),
    text: fontFile(text.file),
    italic: fontFile(italic.file),
    bold: fontFile(bold.file),
  };
}

/** A line of letters as the text engine lays it out, with kerning, in pixels. */
export interface Setting {
  readonly width: number;
  /** Each letter's start, from the start of the line, and its own width. */
  readonly letters: readonly Letter[];
}

/** In pixels. */
interface TextExtent {
  /** The advance width. */
  readonly width: number;
  /** The letters' reach above and below the baseline. */
  readonly up: number;
  readonly down: number;
}

interface Letter {
  readonly letter: string;
  readonly x: number;
  readonly width: number;
}

/** A line of text to be measured. */
interface Line {
  readonly face: Face;
  readonly size: number;
  readonly text: string;
}

/** Characters of the keys in each cache: some two thousand words, far more than a map has. */
const KEPT = 60_000;

function cached<V extends object>(measure: (line: Line) => V): (face: Face, size: number, text: string) => V {
  const known = new LRUCache<string, V, Line>({
    maxSize: KEPT,
    sizeCalculation: (_, key) => key.length,
    memoMethod: (_key, _stale, { context }) => measure(context),
  });
  return (face, size, text) => known.memo(`${face} ${size} ${text}`, { context: { face, size, text } });
}

export const extentOfText = cached((line): TextExtent => {
  const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = rulerFor(line).measureText(line.text);
  return { width, up, down };
});

export function textWidth(face: Face, size: number, text: string): number {
  return extentOfText(face, size, text).width;
}

/** Lays a text out as one line, with the position of each letter. */
export const settingOf = cached(set);

/** Letters measured together. Each letter's measure includes all before it in its group, so long texts are cut into groups. */
const TOGETHER = 64;

function set({ face, size, text }: Line): Setting {
  const letters: Letter[] = [];
  let start = 0;
  let before = '';
  for (const letter of lettersOf(text)) {
    const last = letters.at(-1);
    // A new group begins with the last letter, so that this one stays kerned with it.
    if (last && letters.length % TOGETHER === 0) [start, before] = [last.x, last.letter];
    before += letter;
    const width = textWidth(face, size, letter);
    const end = rulerFor({ face, size, text: before }).measureText(before).width;
    letters.push({ letter, x: start + end - width, width });
  }
  return { width: textWidth(face, size, text), letters };
}

/** Latin letters and punctuation, none of which combine into one grapheme. */
const SINGLE = /^[\u0020-\u02ff\u2010-\u2027]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text's letters, each with its combining marks. */
export function lettersOf(text: string): readonly string[] {
  return SINGLE.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

let ruler: Context | undefined;

/** A context to measure with, on a canvas that is never rotated or scaled. */
function rulerFor({ face, size }: Line): Context {
  registerFonts();
  ruler ??= createCanvas(1, 1).getContext('2d');
  ruler.font = fontOf(face, size);
  return ruler;
}
