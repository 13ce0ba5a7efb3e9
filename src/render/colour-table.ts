import { LRUCache } from 'lru-cache';
import type { Colour, Palette } from '../game/index.ts';

/**
 * Maps any colour to the nearest of a palette. Colours are grouped by the upper six bits of each channel into 262,144 cells, each filled
 * when it is first used. A colour of the palette always maps to itself: its cell holds it, and a cell with several palette colours is
 * split into its 64 colours.
 */
export interface Table {
  /** An id that is never used again in this process. */
  readonly number: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** Each colour as four bytes in memory: r, g, b and an opaque alpha. */
  readonly rgba: Uint32Array;
  /** Writes the index of every pixel of `rgba` (four bytes each, as canvas's image data has them; alpha is ignored) to `indices`. */
  convert(rgba: Uint8ClampedArray, indices: Uint8Array): void;
  /**
   * Lays translucent colours over pixels given as indices: Porter and Duff's "over".
   * @param colours premultiplied: r, g, b and alpha from the lowest byte on
   */
  blend(colours: Uint32Array, from: number, count: number, indices: Uint8Array, at: number): void;
}

const CELLS = 1 << 18;
const IN_CELL = 1 << 6;
/** A cell not filled yet. */
const BLANK = 0xffff;
/** Cell values from here on are the number of a split. */
const SPLIT = 0x100;

/** Limited to 8 tables of half a megabyte: one for each system, and a few for tests. */
const tables = new LRUCache<string, Table>({ max: 8 });
/** Serialized palettes by object: serializing takes longer than the rest of finding a table. */
const contents = new WeakMap<Palette, string>();

let made = 0;

/** The table of a palette, shared by equal palettes and made on first use. Throws as `coloursOf`. */
export function tableOf(palette: Palette): Table {
  const content = contents.get(palette) ?? JSON.stringify([palette.inks, palette.blends]);
  contents.set(palette, content);
  const table = tables.get(content) ?? makeTable(coloursOf(palette));
  tables.set(content, table);
  return table;
}

function makeTable(colours: readonly Rgb[]): Table {
  const nearest = nearestOf(colours);
  const cells = new Uint16Array(CELLS).fill(BLANK);
  const splits: Uint8Array[] = [];
  for (const [cell, inside] of byCell(colours)) {
    if (inside.length === 1) cells[cell] = inside[0] as number;
    else cells[cell] = SPLIT + splits.push(split(cell, inside, colours)) - 1;
  }
  /** The index of a pixel whose cell may be blank or split. */
  const rare = (pixel: number): number => {
    const rgb = ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >> 16) & 0xff);
    const cell = cellOf(rgb);
    const index = cells[cell] as number;
    if (index < SPLIT) return index;
    if (index !== BLANK) return (splits[index - SPLIT] as Uint8Array)[withinCell(rgb)] as number;
    cells[cell] = nearest(colourIn(cell, MIDDLE));
    return cells[cell] as number;
  };
  const rgba = new Uint32Array(Uint8Array.from(colours.flatMap((rgb) => [...channelsOf(rgb), 255])).buffer);
  return {
    number: ++made,
    palette: Uint8Array.from(colours.flatMap(channelsOf)),
    rgba,
    blend(colours, from, count, indices, at) {
      for (let step = 0; step < count; step++) {
        const over = colours[from + step] as number;
        const under = rgba[indices[at + step] as number] as number;
        const clear = 255 - (over >>> 24);
        // Each channel of what is under is divided by 255 and rounded, as pixman does.
        const r = (under & 255) * clear + 128;
        const g = ((under >>> 8) & 255) * clear + 128;
        const b = ((under >>> 16) & 255) * clear + 128;
        const red = (over & 255) + ((r + (r >>> 8)) >>> 8);
        const green = ((over >>> 8) & 255) + ((g + (g >>> 8)) >>> 8);
        const blue = ((over >>> 16) & 255) + ((b + (b >>> 8)) >>> 8);
        let index = cells[((red & 0xfc) << 10) | ((green & 0xfc) << 4) | (blue >>> 2)] as number;
        if (index >= SPLIT) index = rare((blue << 16) | (green << 8) | red);
        indices[at + step] = index;
      }
    },
    convert(rgba, indices) {
      const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
      const { length } = pixels;
      let last = 0;
      let index = rare(last);
      for (let at = 0; at < length; at++) {
        // Little-endian: 0xaabbggrr.
        const pixel = pixels[at] as number;
        // Four in five pixels equal the one before.
        if (pixel !== last) {
          last = pixel;
          // `cellOf` inlined: over a million pixels the calls cost measurable time.
          index = cells[((pixel << 10) & 0x3f000) | ((pixel >> 4) & 0xfc0) | ((pixel >> 18) & 0x3f)] as number;
          if (index >= SPLIT) index = rare(pixel);
        }
        indices[at] = index;
      }
    },
  };
}

function cellOf(rgb: Rgb): number {
  return ((rgb >> 6) & 0x3f000) | ((rgb >> 4) & 0xfc0) | ((rgb >> 2) & 0x3f);
}

function withinCell(rgb: Rgb): number {
  return ((rgb >> 12) & 0x30) | ((rgb >> 6) & 0xc) | (rgb & 0x3);
}

/** The colour within a cell that represents all of it. */
const MIDDLE = 0b101010;

function colourIn(cell: number, within: number): Rgb {
  const upper = ((cell & 0x3f000) << 6) | ((cell & 0xfc0) << 4) | ((cell & 0x3f) << 2);
  return upper | ((within & 0x30) << 12) | ((within & 0xc) << 6) | (within & 0x3);
}

function byCell(colours: readonly Rgb[]): Map<number, number[]> {
  const inside = new Map<number, number[]>();
  for (const [index, colour] of colours.entries()) {
    const cell = cellOf(colour);
    inside.set(cell, [...(inside.get(cell) ?? []), index]);
  }
  return inside;
}

/** For each colour of a cell, the nearest of the palette's colours inside. */
function split(cell: number, inside: readonly number[], colours: readonly Rgb[]): Uint8Array {
  const nearest = nearestOf(inside.map((index) => colours[index] as Rgb));
  return Uint8Array.from({ length: IN_CELL }, (_, within) => inside[nearest(colourIn(cell, within))] as number);
}

/** Returns a function that finds the index of the colour that looks nearest. */
export function nearestOf(colours: readonly Rgb[]): (rgb: Rgb) => number {
  const labs = labsOf(colours);
  const sought = new Float64Array(3);
  return (rgb) => {
    putLab(rgb, sought, 0);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < colours.length; at++) {
      const distance = colourDistance(sought, 0, labs, at);
      if (distance >= least) continue;
      least = distance;
      best = at;
    }
    return best;
  };
}

/** A file's palette has 256; one of a GIF's is transparent. */
const MOST_COLOURS = 255;

/**
 * Steps nearer than this to a colour already taken (OKLab distance) are left out. Nobody can tell them apart along the edge of a letter,
 * and taking them too makes Overland's map 6 % larger.
 */
const TOLD_APART = 0.025;

/**
 * The colours of a palette, 255 at most, without repeats: its inks in their order, then steps of its blends. Each step taken is the one
 * that differs most (to the eye) from all colours taken so far, until the difference is too small. Long blends thus get more places than
 * short ones, and a blend close beside another gets none. The result is deterministic. Throws if there are no inks or more than 255, at
 * an ink that is not `#rrggbb`, and at a blend of a colour that is not an ink.
 */
export function coloursOf(palette: Palette): readonly Rgb[] {
  const colours = [...new Set(palette.inks.map((ink) => rgbOf(ink)))];
  if (colours.length === 0) throw new Error('A palette has no inks');
  if (colours.length > MOST_COLOURS) throw new Error(`A palette has ${colours.length} inks`);
  const steps = palette.blends.flatMap((ends) => stepsOf(palette, ends));
  const labs = labsOf(steps);
  /** For each step, the squared distance to the nearest colour taken. */
  const distances = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY);
  const lab = new Float64Array(3);
  for (let taken = 0; taken < colours.length && taken < MOST_COLOURS; taken++) {
    putLab(colours[taken] as Rgb, lab, 0);
    let farthest = 0;
    for (let at = 0; at < steps.length; at++) {
      distances[at] = Math.min(distances[at] as number, colourDistance(lab, 0, labs, at));
      if ((distances[at] as number) > (distances[farthest] as number)) farthest = at;
    }
    const isLast = taken === colours.length - 1 && colours.length < MOST_COLOURS;
    if (isLast && (distances[farthest] ?? 0) > TOLD_APART ** 2) colours.push(steps[farthest] as Rgb);
  }
  return colours;
}

export function rgbOf(colour: Colour): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`Not an ink: ${colour}`);
  return Number.parseInt(colour.slice(1), 16);
}

/** Red, green and blue, 0 to 255. */
export function channelsOf(rgb: Rgb): readonly [number, number, number] {
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
}

/** Only every third of 255 steps is examined: they are still closer than `TOLD_APART`, and the search takes a third of the time. */
const STRIDE = 3;

/** The colours from one ink to another, as the edge of a shape mixes them: in equal steps of sRGB. */
function stepsOf({ inks }: Palette, ends: readonly [Colour, Colour]): Rgb[] {
  for (const end of ends) if (!inks.includes(end)) throw new Error(`A palette blends ${end}, which is not an ink`);
  const [from, to] = [channelsOf(rgbOf(ends[0])), channelsOf(rgbOf(ends[1]))];
  const across = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
  const count = Math.max(...across.map(Math.abs));
  const steps: Rgb[] = [];
  for (let step = STRIDE; step < count; step += STRIDE) {
    const part = step / count;
    const r = Math.round(from[0] + across[0] * part);
    const g = Math.round(from[1] + across[1] * part);
    const b = Math.round(from[2] + across[2] * part);
    steps.push((r << 16) | (g << 8) | b);
  }
  return steps;
}

/** A colour as one number, 0xrrggbb. */
type Rgb = number;

/** A colour in OKLab, a space where distance is roughly perceived difference (Björn Ottosson, 2020). Lightness 0 to 1. */
type Lab = readonly [lightness: number, a: number, b: number];

/** Colours in OKLab, three numbers each, one after another. */
type Labs = Float64Array;

/** Linear light, 0 to 1, by the value of an sRGB channel (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

export function labsOf(colours: readonly Rgb[]): Labs {
  const labs = new Float64Array(colours.length * 3);
  for (let index = 0; index < colours.length; index++) putLab(colours[index] as Rgb, labs, index);
  return labs;
}

export function labOf(rgb: Rgb): Lab {
  return [...labsOf([rgb])] as [number, number, number];
}

/** Writes a colour to its place among others. */
function putLab(rgb: Rgb, labs: Labs, index: number): void {
  const r = LIGHT[rgb >> 16] as number;
  const g = LIGHT[(rgb >> 8) & 255] as number;
  const b = LIGHT[rgb & 255] as number;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  labs[index * 3] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  labs[index * 3 + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  labs[index * 3 + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
}

/** The squared distance between two colours. */
export function colourDistance(some: Labs, i: number, others: Labs, j: number): number {
  const l = (some[i * 3] as number) - (others[j * 3] as number);
  const a = (some[i * 3 + 1] as number) - (others[j * 3 + 1] as number);
  const b = (some[i * 3 + 2] as number) - (others[j * 3 + 2] as number);
  return l * l + a * a + b * b;
}
