import type { Scene } from '../game/index.ts';
import { ContentIds } from './content-ids.ts';
import type { Table } from './encode/colour-table.ts';
import type { Extent } from './extent.ts';
import { type MeasuredItem, measuredItems } from './text/measured-items.ts';

/** Rows of a band. Fewer make the picture larger and more of them are as they were; of so many, a band of a map takes a millisecond. */
export const BAND = 32;

/** Some rows of a picture, all from the left to the right. */
export interface Band {
  /** Says everything that the band shows: the same key is the same pixels. */
  readonly key: string;
  /** Which it is, from the top. */
  readonly index: number;
}

/** A scene cut in bands. */
export interface Cut {
  /** What is drawn, lowest first. */
  readonly measured: readonly MeasuredItem[];
  /** From the top. */
  readonly bands: readonly Band[];
}

/** Letters of the forms of sheets remembered: thousands. */
const KEPT = 300_000;
const sheets = new ContentIds(KEPT);

/**
 * Cuts a scene in bands, in steps; the last is what it comes to. What of the pixels is fixed by the scene's size, palette and ground is
 * fixed by what stands for these. Throws as `marksOf`.
 */
export function* cut({ width, height, ground, items }: Scene, table: Table): Generator<Cut | null, void> {
  const sheet = sheets.of(`${table.number} ${width} ${height} ${ground.key}`);
  const keys = Array.from({ length: Math.ceil(height / BAND) }, (_, index) => `${sheet}:${index}`);
  const measured: MeasuredItem[] = [];
  for (const item of items) {
    for (const one of measuredItems(item)) {
      measured.push(one);
      const { first, last } = bandsOf(one);
      for (let band = Math.max(0, first); band <= Math.min(last, keys.length - 1); band++)
        keys[band] += ` ${one.number}`;
    }
    yield null;
  }
  yield { measured, bands: keys.map((key, index) => ({ key, index })) };
}

/** Which bands something may touch, of a sheet that goes on for ever. */
export function bandsOf({ top, bottom }: Extent): { readonly first: number; readonly last: number } {
  return { first: Math.floor(top / BAND), last: Math.ceil(bottom / BAND) - 1 };
}
