import type { Item } from '../../game/index.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { ContentIds, formOf } from '../content-ids.ts';
import { lettersOf } from '../draw.ts';
import { type Extent, extentOf } from '../extent.ts';
import { type FlatItem, flattenGroups } from '../flatten-groups.ts';
import type { SetLetters } from './letter-stamps.ts';

/** An ungrouped item with the rows that it may touch, known before it is drawn. */
export interface MeasuredItem extends Extent {
  readonly flat: FlatItem;
  readonly letters: SetLetters | null;
  /** Items with the same number look the same on every canvas. */
  readonly number: number;
}

/** Characters of serialized items kept: enough for about fifteen different pictures. */
const KEPT = 500_000;
const kept = new BoundedCache<readonly MeasuredItem[]>(KEPT);
const numbers = new ContentIds(KEPT);
/** By object, since items are immutable. */
const known = new WeakMap<Item, readonly MeasuredItem[]>();

/** The ungrouped items that an item draws, lowest first. Throws if a path is malformed or a scale is not above 0. */
export function measuredItems(item: Item): readonly MeasuredItem[] {
  let measured = known.get(item);
  if (measured === undefined) {
    const form = formOf(item);
    measured = kept.get(form) ?? kept.keep(form, flattenGroups([item]).map(measuredItem), form.length);
    known.set(item, measured);
  }
  return measured;
}

function measuredItem(flat: FlatItem): MeasuredItem {
  const letters = lettersOf(flat);
  const { item, place, alpha, clips } = flat;
  return { flat, letters, number: numbers.of(formOf([item, place, alpha, clips])), ...extentOf(flat, letters) };
}
