import { type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import type { Face } from '../../game/index.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { fontOf, registerFonts } from './fonts.ts';

/** A line of letters as the text engine lays it out, with kerning, in pixels. */
export interface Setting {
  readonly width: number;
  /** Each letter's start, from the start of the line, and its own width. */
  readonly letters: readonly Letter[];
}

interface Height {
  readonly up: number;
  readonly down: number;
}

export interface Letter {
  readonly letter: string;
  readonly x: number;
  readonly width: number;
}

/** Letters kept in each cache: some two thousand words, far more than a map has. */
const KEPT = 20_000;
const widths = new BoundedCache<number>(KEPT);
const heights = new BoundedCache<Height>(KEPT);
const settings = new BoundedCache<Setting>(KEPT);

export function widthOf(face: Face, size: number, text: string): number {
  const key = `${face} ${size} ${text}`;
  return widths.get(key) ?? widths.keep(key, measure(face, size, text), text.length);
}

/** A text's reach above and below its baseline, in pixels. */
export function heightOf(face: Face, size: number, text: string): Height {
  const key = `${face} ${size} ${text}`;
  const known = heights.get(key);
  if (known) return known;
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = rulerAt(face, size).measureText(text);
  return heights.keep(key, { up, down }, text.length);
}

/** Lays a text out as one line, with the position of each letter. */
export function settingOf(face: Face, size: number, text: string): Setting {
  const key = `${face} ${size} ${text}`;
  return settings.get(key) ?? settings.keep(key, set(face, size, text), text.length);
}

/** Letters measured together. Each letter's measure includes all before it in its group, so long texts are cut into groups. */
const TOGETHER = 64;

function set(face: Face, size: number, text: string): Setting {
  const letters: Letter[] = [];
  let start = 0;
  let before = '';
  for (const letter of lettersOf(text)) {
    const last = letters.at(-1);
    // A new group begins with the last letter, so that this one stays kerned with it.
    if (last && letters.length % TOGETHER === 0) [start, before] = [last.x, last.letter];
    before += letter;
    const width = widthOf(face, size, letter);
    letters.push({ letter, x: start + measure(face, size, before) - width, width });
  }
  return { width: widthOf(face, size, text), letters };
}

/** Latin letters and punctuation, none of which combine into one grapheme. */
const SINGLE = /^[\u0020-\u02ff\u2010-\u2027]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text's letters, each with its combining marks. */
export function lettersOf(text: string): readonly string[] {
  return SINGLE.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

let ruler: Context | undefined;

function measure(face: Face, size: number, text: string): number {
  return rulerAt(face, size).measureText(text).width;
}

/** A context to measure with, on a canvas that is never rotated or scaled. */
function rulerAt(face: Face, size: number): Context {
  registerFonts();
  ruler ??= createCanvas(1, 1).getContext('2d');
  ruler.font = fontOf(face, size);
  return ruler;
}
