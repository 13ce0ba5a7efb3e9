import { LRUCache } from 'lru-cache';
import type { Colour, Palette } from '../game/index.ts';

/**
 * Maps any colour to the nearest of a palette. Colours are grouped by the upper six bits of each channel into 262,144
 * cells, each filled when it is first used. A colour of the palette maps to itself: its cell has its index. In a cell
 * with several colours of the palette each colour maps to the nearest of them.
 */
export interface Table {
  /** An id that is never used again in this process. */
  readonly number: number;
  /** r, g, b of each colour. */
  readonly palette: Uint8Array;
  /** Writes the indices of some pixels (0xaarrggbb; alpha is ignored). */
  convert(pixels: Uint32Array, from: number, count: number, indices: Uint8Array, at: number): void;
  /** Lays translucent pixels (0xaarrggbb, premultiplied) over pixels given as indices: Porter and Duff's "over". */
  blend(pixels: Uint32Array, from: number, count: number, indices: Uint8Array, at: number): void;
}

const CELLS = 1 << 18;
/** A cell not filled yet. */
const BLANK = 0xffff;
/** A cell with several colours of the palette. */
const CROWDED = 0xfffe;

/** At most 8 tables of half a megabyte: one for each system, and a few for tests. */
const tables = new LRUCache<string, Table>({ max: 8 });

let tablesMade = 0;

/** The table of a palette, shared by equal palettes and made on first use. Throws as `coloursOf`. */
export function tableOf(palette: Palette): Table {
  return [...tableInSteps(palette)].at(-1) as Table;
}

/** The same in steps, of which the last is the table: its colours take some 20 ms to mix. */
export function* tableInSteps(palette: Palette): Generator<Table | undefined, void> {
  const content = JSON.stringify([palette.inks, palette.blends]);
  const table = tables.get(content) ?? makeTable(yield* coloursOf(palette));
  tables.set(content, table);
  yield table;
}

function makeTable(colours: readonly Rgb[]): Table {
  const nearest = nearestOf(colours);
  const cells = new Uint16Array(CELLS).fill(BLANK);
  for (const [index, rgb] of colours.entries()) {
    const cell = cellOf(rgb);
    cells[cell] = cells[cell] === BLANK ? index : CROWDED;
  }
  /** The indices of colours in crowded cells. */
  const crowded = new Map<Rgb, number>();
  /** The index of a colour whose cell is blank or crowded. */
  const rare = (rgb: Rgb): number => {
    const cell = cellOf(rgb);
    if (cells[cell] === BLANK) cells[cell] = nearest((rgb & 0xfcfcfc) | 0x020202);
    if (cells[cell] !== CROWDED) return cells[cell] as number;
    const known = crowded.get(rgb);
    if (known !== undefined) return known;
    const inside = colours.filter((colour) => cellOf(colour) === cell);
    const index = colours.indexOf(inside[nearestOf(inside)(rgb)] as Rgb);
    crowded.set(rgb, index);
    return index;
  };
  const indexOf = (rgb: Rgb): number => {
    const index = cells[cellOf(rgb)] as number;
    return index < CROWDED ? index : rare(rgb);
  };
  return {
    number: ++tablesMade,
    palette: Uint8Array.from(colours.flatMap(channelsOf)),
    convert(pixels, from, count, indices, at) {
      for (let step = 0; step < count; step++) indices[at + step] = indexOf((pixels[from + step] as number) & 0xffffff);
    },
    blend(pixels, from, count, indices, at) {
      for (let step = 0; step < count; step++) {
        const over = pixels[from + step] as number;
        const under = colours[indices[at + step] as number] as Rgb;
        const uncovered = 255 - (over >>> 24);
        // Each channel of what is under is divided by 255 and rounded, as pixman does.
        const faint = (channel: number) => {
          const part = channel * uncovered + 128;
          return (part + (part >>> 8)) >>> 8;
        };
        const mixed = (faint(under >> 16) << 16) + (faint((under >> 8) & 255) << 8) + faint(under & 255);
        indices[at + step] = indexOf((over & 0xffffff) + mixed);
      }
    },
  };
}

function cellOf(rgb: Rgb): number {
  return ((rgb >> 6) & 0x3f000) | ((rgb >> 4) & 0xfc0) | ((rgb >> 2) & 0x3f);
}

/** Returns a function that finds the index of the colour that looks nearest. */
export function nearestOf(colours: readonly Rgb[]): (rgb: Rgb) => number {
  const labs = colours.map(labOf);
  return (rgb) => {
    const sought = labOf(rgb);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < labs.length; at++) {
      const distance = colourDistance(sought, labs[at] as Lab);
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
 * Steps nearer than this to a colour already taken (OKLab distance) are left out. Nobody can tell them apart along the
 * edge of a letter, and with them Overland's map is 6 % larger.
 */
const TOLD_APART = 0.025;

/**
 * The colours of a palette, 255 at most, without repeats: its inks in their order, then steps of its blends. Each step
 * taken is the one that differs most (to the eye) from all colours taken so far, until the difference is too small. So
 * long blends get more places than short ones, and a blend close beside another gets none. Throws if there are no inks
 * or more than 255, at an ink that is not `#rrggbb`, and at a blend of a colour that is not an ink.
 */
export function* coloursOf(palette: Palette): Generator<undefined, readonly Rgb[]> {
  const colours = [...new Set(palette.inks.map((ink) => rgbOf(ink)))];
  if (colours.length === 0) throw new Error('A palette has no inks');
  if (colours.length > MOST_COLOURS) throw new Error(`A palette has ${colours.length} inks`);
  const steps = palette.blends.flatMap((ends) => stepsOf(palette, ends));
  const labs = steps.map(labOf);
  /** Steps that may still be taken, by number, and for each step the squared distance to the nearest colour taken. */
  let open = [...steps.keys()];
  const distances = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY);
  for (let taken = 0; taken < colours.length && colours.length < MOST_COLOURS; taken++) {
    yield;
    const lab = labOf(colours[taken] as Rgb);
    for (const at of open) distances[at] = Math.min(distances[at] as number, colourDistance(lab, labs[at] as Lab));
    open = open.filter((at) => (distances[at] as number) > TOLD_APART ** 2);
    // No step is taken before its distance from every ink is known.
    if (taken < colours.length - 1 || open.length === 0) continue;
    colours.push(
      steps[open.reduce((far, at) => ((distances[at] as number) > (distances[far] as number) ? at : far))] as Rgb,
    );
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

/** Only every third of 255 steps is examined, in a third of the time: they are still closer than `TOLD_APART`. */
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

/** A colour in OKLab, a space where distance is roughly perceived difference (Björn Ottosson, 2020). */
type Lab = readonly [lightness: number, a: number, b: number];

/** Linear light, 0 to 1, by the value of an sRGB channel (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

export function labOf(rgb: Rgb): Lab {
  const r = LIGHT[rgb >> 16] as number;
  const g = LIGHT[(rgb >> 8) & 255] as number;
  const b = LIGHT[rgb & 255] as number;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The squared distance between two colours. */
export function colourDistance(one: Lab, other: Lab): number {
  const l = one[0] - other[0];
  const a = one[1] - other[1];
  const b = one[2] - other[2];
  return l * l + a * a + b * b;
}
