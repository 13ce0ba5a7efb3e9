import type { Scene } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { contentIds, type MeasuredItem, measuredItem } from './measured-items.ts';

/** Rows of a band. Lower bands make a picture larger but are reused more often; at this height a band of a map takes a millisecond. */
export const BAND = 32;

/** Some rows of a picture, over its full width. */
export interface Band {
  /** Equal keys mean equal pixels. */
  readonly key: string;
  /** Counted from the top, from 0. */
  readonly index: number;
}

/** A scene cut in bands. */
export interface Cut {
  /** Those on the sheet, lowest first. */
  readonly measured: readonly MeasuredItem[];
  /** From the top. */
  readonly bands: readonly Band[];
}

/** Characters of the keys remembered: thousands of sheets. */
const KEPT = 300_000;
const sheetOf = contentIds(KEPT);

/**
 * Cuts a scene in bands, in steps; the last step is the result. Keys hold ids for the scene's size, palette and ground. Throws as
 * `measuredItem`.
 */
export function* cut(scene: Scene, table: Table): Generator<Cut | null, void> {
  const { width, height, ground } = scene;
  const sheet = sheetOf(`${table.number} ${width} ${height} ${ground.key}`);
  const keys = Array.from({ length: Math.ceil(height / BAND) }, (_, index) => `${sheet}:${index}`);
  const measured: MeasuredItem[] = [];
  for (const item of scene.items) {
    const one = measuredItem(item);
    const { number, x, y, left, right } = one;
    const { first, last } = bandsOf(one);
    const isSeen = left < width && right > 0 && first < keys.length && last >= 0;
    if (isSeen) measured.push(one);
    for (let band = Math.max(0, first); isSeen && band <= Math.min(last, keys.length - 1); band++)
      keys[band] += ` ${number},${x},${y}`;
    yield null;
  }
  yield { measured, bands: keys.map((key, index) => ({ key, index })) };
}

/** The bands that something may touch; they may lie outside the sheet. */
export function bandsOf({ top, bottom }: { readonly top: number; readonly bottom: number }): {
  readonly first: number;
  readonly last: number;
} {
  return { first: Math.floor(top / BAND), last: Math.ceil(bottom / BAND) - 1 };
}
