import type { Item, Scene } from '../game/index.ts';
import type { Table } from './colour-table.ts';
import { contentIds, type MeasuredItem, measuredItems } from './measured-items.ts';

/** Rows of a band. Lower bands make a picture larger but are reused more often; at this height a band of a map takes a millisecond. */
export const BAND = 32;

/** Some rows of a picture, over its full width. */
export interface Band {
  /** Equal keys mean equal pixels. */
  readonly key: string;
  /** Counted from the top, from 0. */
  readonly index: number;
  /** Columns that items may touch, from the left, none twice; the rest shows the ground. */
  readonly touched: readonly Columns[];
}

/** Columns of a picture: from `left` up to, but without, `right`. */
export interface Columns {
  readonly left: number;
  readonly right: number;
}

/** A scene cut in bands. */
export interface Cut {
  /** Lowest first. */
  readonly measured: readonly MeasuredItem[];
  /** From the top. */
  readonly bands: readonly Band[];
}

/** Characters of the keys remembered: thousands of sheets. */
const KEPT = 300_000;
const sheetOf = contentIds(KEPT);

/**
 * Cuts a scene in bands, in steps; the last step is the result. Keys hold ids for the scene's size, palette and ground. Throws as
 * `measuredItems`.
 */
export function* cut(scene: Scene, table: Table): Generator<Cut | null, void> {
  const { width, height, ground } = scene;
  const sheet = sheetOf(`${table.number} ${width} ${height} ${ground.key}`);
  const keys = Array.from({ length: Math.ceil(height / BAND) }, (_, index) => `${sheet}:${index}`);
  const touched = keys.map((): Columns[] => []);
  const measured: MeasuredItem[] = [];
  for (const item of drawnItems(scene)) {
    for (const one of measuredItems(item)) {
      measured.push(one);
      const columns = { left: Math.max(0, one.left), right: Math.min(width, one.right) };
      const { first, last } = bandsOf(one);
      for (let band = Math.max(0, first); band <= Math.min(last, keys.length - 1); band++) {
        keys[band] += ` ${one.id}`;
        if (columns.left < columns.right) touched[band]?.push(columns);
      }
    }
    yield null;
  }
  yield { measured, bands: keys.map((key, index) => ({ key, index, touched: joined(touched[index] ?? []) })) };
}

/** The items that are drawn over the cached ground. */
function drawnItems({ ground, items }: Scene): readonly Item[] {
  return ground.land ? [...ground.items, ...items] : items;
}

/** Gaps narrower than this are drawn too, since each piece of a band takes some time of its own. */
const GAP = 24;

function joined(columns: readonly Columns[]): readonly Columns[] {
  const all: { left: number; right: number }[] = [];
  for (const { left, right } of [...columns].sort((a, b) => a.left - b.left)) {
    const last = all.at(-1);
    if (last && left <= last.right + GAP) last.right = Math.max(last.right, right);
    else all.push({ left, right });
  }
  return all;
}

/** The bands that something may touch; they may lie outside the sheet. */
export function bandsOf({ top, bottom }: { readonly top: number; readonly bottom: number }): {
  readonly first: number;
  readonly last: number;
} {
  return { first: Math.floor(top / BAND), last: Math.ceil(bottom / BAND) - 1 };
}
