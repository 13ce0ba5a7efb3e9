import { LRUCache } from 'lru-cache';
import type { Item } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { drawApart } from './draw.ts';
import { flattenGroups } from './flatten-groups.ts';
import { type Box, intersection, type MeasuredItem } from './measured-items.ts';

/** The pixels that an item covers: opaque ones as palette indices, translucent ones (along edges) as colours. */
interface Stamp {
  /** Three numbers for each run of such pixels: row, first column and length, negative if they are translucent. */
  readonly runs: Int16Array;
  readonly opaque: Uint8Array;
  /** 0xaarrggbb, premultiplied. */
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
const MOST_BYTES = 8_000_000;
const stamps = new LRUCache<string, Stamp>({
  maxSize: MOST_BYTES,
  // An item that is not seen has none, and lru-cache wants a size above 0.
  sizeCalculation: ({ runs, opaque, translucent }) => 1 + runs.byteLength + opaque.byteLength + translucent.byteLength,
});

/** Pixels of the largest stamp that is drawn whole. Of a larger item only the part on the sheet is drawn. */
const LARGEST = 300_000;

/** Pixels of the widest: runs have 16 bits. */
const WIDEST = 0x7fff;

/** Draws an item on a sheet, in steps. Canvas draws it once for each place within a pixel; then its stamp is copied. */
export function* drawMeasured(table: Table, measured: MeasuredItem, sheet: Sheet): Generator<void, void> {
  const { item, number, x, y, box } = measured;
  const { width, height } = sheet;
  const [across, down] = [box.right - box.left, box.bottom - box.top];
  const isLarge = !(across <= WIDEST && down <= WIDEST && across * down <= LARGEST);
  const key = `${table.number} ${number}${isLarge ? ` ${x} ${y} ${width} ${height}` : ''}`;
  const seen = isLarge ? intersection(box, { left: -x, top: -y, right: width - x, bottom: height - y }) : box;
  let stamp = stamps.get(key);
  if (!stamp) {
    stamp = yield* makeStamp(table, item, seen);
    stamps.set(key, stamp);
  }
  yield* copyStamp(table, stamp, x + seen.left, y + seen.top, sheet);
}

/** Pixels read or copied between two steps: less than a millisecond of work. */
const AT_ONCE = 100_000;

const OPAQUE = 255;

/** @param box the part that is drawn, from the item's whole pixel */
function* makeStamp(table: Table, item: Item, { left, top, right, bottom }: Box): Generator<void, Stamp> {
  const [width, height] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const moved = flattenGroups([item], { place: [1, 0, 0, 1, -left, -top], alpha: 1, clips: [] });
  const pixels = width * height > 0 ? yield* drawApart(moved, width, height, null) : new Uint32Array();
  const indices = new Uint8Array(pixels.length);
  const runs: number[] = [];
  let [opaque, translucent] = [0, 0];
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width;
    for (let at = row * width; at < end; ) {
      const from = at;
      const alpha = (pixels[at] as number) >>> 24;
      if (alpha === 0) at++;
      else if (alpha === OPAQUE) {
        while (at < end && (pixels[at] as number) >>> 24 === OPAQUE) at++;
        table.convert(pixels, from, at - from, indices, opaque);
        opaque += at - from;
        runs.push(row, from % width, at - from);
      } else {
        while (at < end && isTranslucent(pixels[at] as number)) at++;
        pixels.copyWithin(translucent, from, at);
        translucent += at - from;
        runs.push(row, from % width, from - at);
      }
    }
    if (end % AT_ONCE < width) yield;
  }
  return {
    runs: Int16Array.from(runs),
    opaque: indices.slice(0, opaque),
    translucent: pixels.slice(0, translucent),
  };
}

function isTranslucent(pixel: number): boolean {
  const alpha = pixel >>> 24;
  return alpha > 0 && alpha < OPAQUE;
}

/** Runs shorter than this are copied pixel by pixel: a view of each would be garbage. */
const LONG = 24;

/** Copies a stamp to a sheet, where its upper left corner is at `left` and `top`. */
function* copyStamp(table: Table, stamp: Stamp, left: number, top: number, sheet: Sheet): Generator<void, void> {
  const { runs, opaque, translucent } = stamp;
  const { width, stride, pixels, wanted } = sheet;
  /** Pixels before the present run in `opaque` and in `translucent`. */
  let [opaqueAt, translucentAt] = [0, 0];
  let pause = AT_ONCE;
  for (let run = 0; run < runs.length; run += 3) {
    const row = top + (runs[run] as number);
    const column = left + (runs[run + 1] as number);
    const count = runs[run + 2] as number;
    if (row >= 0 && wanted[row] === 1) {
      const from = Math.max(0, -column);
      const to = Math.min(Math.abs(count), width - column);
      const at = row * stride + column;
      if (count < 0) table.blend(translucent, translucentAt + from, to - from, pixels, at + from);
      else if (to - from >= LONG) pixels.set(opaque.subarray(opaqueAt + from, opaqueAt + to), at + from);
      else for (let step = from; step < to; step++) pixels[at + step] = opaque[opaqueAt + step] as number;
    }
    if (count < 0) translucentAt -= count;
    else opaqueAt += count;
    if (opaqueAt + translucentAt < pause) continue;
    pause += AT_ONCE;
    yield;
  }
}
