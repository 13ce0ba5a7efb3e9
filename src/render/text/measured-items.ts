import type { Item } from '../../game/index.ts';
import { BoundedCache } from '../bounded-cache.ts';
import { ContentIds, formOf } from '../content-ids.ts';
import { lettersOf } from '../draw.ts';
import { type Extent, extentOf } from '../extent.ts';
import { type FlatItem, flattenGroups } from '../flatten-groups.ts';
import type { SetLetters } from './letter-stamps.ts';

/** An item without groups, and the rows that it may touch, known before it is drawn. */
export interface MeasuredItem extends Extent {
  readonly flat: FlatItem;
  readonly letters: SetLetters | null;
  /** Items of one number look the same on every canvas. */
  readonly number: number;
}

/** Characters of the item forms kept: enough for about fifteen different pictures. */
const KEPT = 500_000;
const kept = new BoundedCache<readonly MeasuredItem[]>(KEPT);
const numbers = new ContentIds(KEPT);
/** Items are not changed once they are made: what is the same object is the same item. */
const known = new WeakMap<Item, readonly MeasuredItem[]>();

/** What an item of a scene draws, lowest first. Throws where it cannot be drawn: at a malformed path, and at what is no scale. */
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
