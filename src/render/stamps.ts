import { LRUCache } from 'lru-cache';
import type { Item } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { type Extent, intersection, type MeasuredItem } from './measured-items.ts';

/**
 * The pixels that an item covers, in spans of a row: opaque ones as palette indices, translucent ones (along the edges of shapes) as
 * colours.
 */
interface Stamp {
  /** Its upper left corner, from the item's whole pixel. */
  readonly left: number;
  readonly top: number;
  /** Of each row, and once more at the end: the numbers of spans, opaque pixels and translucent ones before it. */
  readonly rows: Uint32Array;
  /** Two numbers each: the first column, and the pixels, negative for translucent ones. */
  readonly spans: Int16Array;
  readonly opaque: Uint8Array;
  /** Premultiplied by their alpha: r, g, b and alpha from the lowest byte on. */
  readonly translucent: Uint32Array;
}

/** A picture as palette indices. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** By row: 1 if it is to be drawn. */
  readonly wanted: Uint8Array;
}

/** Bytes of stamps kept: some thousand counters, names and marks. */
const KEPT = 8_000_000;
const stamps = new LRUCache<string, Stamp>({
  maxSize: KEPT,
  sizeCalculation: ({ rows, spans, opaque, translucent }) =>
    rows.byteLength + spans.byteLength + opaque.byteLength + translucent.byteLength,
});

/** Pixels of the largest stamp that is drawn whole. Of a larger item only the part on the sheet is drawn. */
const LARGEST = 300_000;

/** Pixels of the widest: spans have 16 bits. */
const WIDEST = 0x7fff;

/** Draws an item on a sheet, in steps. Canvas draws it once for each place within a pixel; after that, its stamp is copied. */
export function* drawMeasured(table: Table, measured: MeasuredItem, sheet: Sheet): Generator<void, void> {
  const { item, number, x, y } = measured;
  const { width, height } = sheet;
  const whole = {
    left: measured.left - x,
    top: measured.top - y,
    right: measured.right - x,
    bottom: measured.bottom - y,
  };
  const across = whole.right - whole.left;
  const isLarge = !(across <= WIDEST && across * (whole.bottom - whole.top) <= LARGEST);
  const key = isLarge ? `${number} ${x} ${y} ${width} ${height}` : `${number}`;
  const box = isLarge ? intersection(whole, { left: -x, top: -y, right: width - x, bottom: height - y }) : whole;
  yield* pressStamp(table, yield* stampOf(table, key, item, box, isLarge), x, y, sheet);
}

/**
 * @param key equal keys mean equal items and boxes
 * @param isCut whether the item reaches beyond its box
 */
function* stampOf(table: Table, key: string, item: Item, box: Extent, isCut = false): Generator<void, Stamp> {
  const inPalette = `${table.number} ${key}`;
  const known = stamps.get(inPalette);
  if (known) return known;
  const stamp = yield* makeStamp(table, item, box, isCut);
  stamps.set(inPalette, stamp);
  return stamp;
}

function* makeStamp(
  table: Table,
  item: Item,
  { left, top, right, bottom }: Extent,
  isCut: boolean,
): Generator<void, Stamp> {
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const rows = new Uint32Array((height + 1) * 3);
  const spans: number[] = [];
  const opaque: Uint8Array[] = [];
  const translucent: Uint32Array[] = [];
  let [opaques, translucents] = [0, 0];
  const take = (rgba: Uint8ClampedArray, first: number) => {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
    const indices = new Uint8Array(pixels.length);
    table.convert(rgba, indices);
    let [hard, soft] = [0, 0];
    for (let row = 0; row < pixels.length / width; row++) {
      rows.set([spans.length / 2, opaques + hard, translucents + soft], (first + row) * 3);
      const start = row * width;
      for (let at = start; at < start + width; ) {
        const from = at;
        const alpha = (pixels[at] as number) >>> 24;
        if (alpha === 0) at++;
        else if (alpha === 255) {
          while (at < start + width && (pixels[at] as number) >>> 24 === 255) at++;
          spans.push(from - start, at - from);
          indices.copyWithin(hard, from, at);
          hard += at - from;
        } else {
          // Pixels read are overwritten by those found.
          for (; at < start + width && isTranslucent(pixels[at] as number); at++)
            pixels[soft++] = premultiplied(pixels[at] as number);
          spans.push(from - start, from - at);
        }
      }
    }
    opaque.push(indices.slice(0, hard));
    translucent.push(pixels.slice(0, soft));
    opaques += hard;
    translucents += soft;
  };
  const moved = flattenGroups([item], { place: [1, 0, 0, 1, -left, -top], alpha: 1, clips: [] });
  if (width > 0 && height > 0) yield* drawApart(moved, { width, height, paper: null, isCut }, take);
  rows.set([spans.length / 2, opaques, translucents], height * 3);
  return {
    left,
    top,
    rows,
    spans: Int16Array.from(spans),
    opaque: joined(new Uint8Array(opaques), opaque),
    translucent: joined(new Uint32Array(translucents), translucent),
  };
}

function joined<A extends Uint8Array | Uint32Array>(whole: A, parts: readonly A[]): A {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function isTranslucent(pixel: number): boolean {
  const alpha = pixel >>> 24;
  return alpha > 0 && alpha < 255;
}

/** Canvas divides colours by their alpha and rounds down; this gives back exactly the colour that it drew. */
function premultiplied(pixel: number): number {
  const alpha = pixel >>> 24;
  const channel = (shift: number) => Math.ceil((((pixel >>> shift) & 0xff) * alpha) / 255) << shift;
  return ((alpha << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** Rows copied at a time. */
const ROWS = 128;

/** Copies a stamp to a sheet, in steps; `x` and `y` are the item's whole pixel. */
function* pressStamp(table: Table, stamp: Stamp, x: number, y: number, sheet: Sheet): Generator<void, void> {
  const top = y + stamp.top;
  const last = Math.min(stamp.rows.length / 3 - 1, sheet.height - top);
  for (let from = Math.max(0, -top); from < last; from += ROWS) {
    pressRows(table, stamp, x + stamp.left, top, from, Math.min(last, from + ROWS), sheet);
    yield;
  }
}

/** Spans shorter than this are copied pixel by pixel: a view of each would be garbage. */
const LONG = 24;

function pressRows(
  table: Table,
  { rows, spans, opaque, translucent }: Stamp,
  left: number,
  top: number,
  first: number,
  last: number,
  { width, stride, pixels, wanted }: Sheet,
): void {
  for (let row = first; row < last; row++) {
    if (!wanted[top + row]) continue;
    const line = (top + row) * stride;
    let hard = rows[row * 3 + 1] as number;
    let soft = rows[row * 3 + 2] as number;
    const end = (rows[row * 3 + 3] as number) * 2;
    for (let span = (rows[row * 3] as number) * 2; span < end; span += 2) {
      const column = left + (spans[span] as number);
      const count = spans[span + 1] as number;
      const from = Math.max(0, -column);
      const to = Math.min(Math.abs(count), width - column);
      const at = line + column;
      if (count < 0) {
        if (from < to) table.blend(translucent, soft + from, to - from, pixels, at + from);
        soft -= count;
        continue;
      }
      if (to - from >= LONG) pixels.set(opaque.subarray(hard + from, hard + to), at + from);
      else for (let step = from; step < to; step++) pixels[at + step] = opaque[hard + step] as number;
      hard += count;
    }
  }
}
