import { LRUCache } from 'lru-cache';
import type { Palette } from '../game/index.ts';
import { apart, channelsOf, coloursOf, labsOf, putLab, type Rgb } from './colours.ts';

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

/**
 * Returns a function that finds the index of the colour that looks nearest. It searches outwards from colours of equal lightness, until
 * the difference in lightness alone exceeds the distance of the nearest found.
 */
export function nearestOf(colours: readonly Rgb[]): (rgb: Rgb) => number {
  const unsorted = labsOf(colours);
  const order = [...colours.keys()].sort((a, b) => (unsorted[a * 3] as number) - (unsorted[b * 3] as number));
  const labs = labsOf(order.map((index) => colours[index] as Rgb));
  const sought = new Float64Array(3);
  /** The squared difference in lightness. */
  const off = (at: number): number =>
    at < 0 || at >= order.length ? Number.POSITIVE_INFINITY : ((labs[at * 3] as number) - (sought[0] as number)) ** 2;
  return (rgb) => {
    putLab(rgb, sought, 0);
    let up = firstAsLight(labs, sought[0] as number);
    let down = up - 1;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    while (Math.min(off(up), off(down)) < least) {
      const at = off(up) < off(down) ? up++ : down--;
      const distance = apart(sought, 0, labs, at);
      if (distance >= least) continue;
      least = distance;
      best = at;
    }
    return order[best] as number;
  };
}

/** The first index of a colour at least this light, by binary search. */
function firstAsLight(labs: Float64Array, lightness: number): number {
  let low = 0;
  let high = labs.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((labs[middle * 3] as number) < lightness) low = middle + 1;
    else high = middle;
  }
  return low;
}
