import { type CanvasRenderingContext2D as Context, createCanvas } from 'canvas';
import type { Face } from '../game/index.ts';
import { fontOf, registerFonts } from './fonts.ts';

/** A line of letters as the text engine sets it, kerning and all. Pixels. */
export interface Setting {
  readonly width: number;
  /** Where each letter begins, from the start of the line; and how wide it is by itself. */
  readonly letters: readonly Letter[];
}

export interface Letter {
  readonly letter: string;
  readonly x: number;
  readonly width: number;
}

/** Settings kept. The words of a map are few; a sentence of news comes and goes. */
const KEPT = 2000;
const widths = new Map<string, number>();
const settings = new Map<string, Setting>();

/** How wide a text is set, in pixels. */
export function widthOf(face: Face, size: number, text: string): number {
  return kept(widths, `${face} ${size} ${text}`, () => measure(face, size, text));
}

/** How far a text reaches above and below its baseline, in pixels. */
export function heightOf(face: Face, size: number, text: string): { readonly up: number; readonly down: number } {
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = rulerAt(face, size).measureText(text);
  return { up, down };
}

/** Where each letter of a text stands when the line is set as a whole. */
export function settingOf(face: Face, size: number, text: string): Setting {
  return kept(settings, `${face} ${size} ${text}`, () => {
    const letters = [...text];
    let before = '';
    return {
      width: widthOf(face, size, text),
      letters: letters.map((letter) => {
        before += letter;
        const width = widthOf(face, size, letter);
        return { letter, x: measure(face, size, before) - width, width };
      }),
    };
  });
}

function kept<T>(store: Map<string, T>, key: string, make: () => T): T {
  const known = store.get(key);
  if (known !== undefined) return known;
  // Cheaper than an order of use, and soon filled again.
  if (store.size >= KEPT) store.clear();
  const made = make();
  store.set(key, made);
  return made;
}

let ruler: Context | undefined;

function measure(face: Face, size: number, text: string): number {
  return rulerAt(face, size).measureText(text).width;
}

/** To measure apart with, on a canvas that nothing turns or scales. */
function rulerAt(face: Face, size: number): Context {
  registerFonts();
  ruler ??= createCanvas(1, 1).getContext('2d');
  ruler.font = fontOf(face, size);
  return ruler;
}
