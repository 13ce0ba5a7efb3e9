import type { Item } from '../game/index.ts';
import { BoundedCache } from './bounded-cache.ts';
import { lettersOf } from './draw.ts';
import { type Extent, extentOf } from './extent.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { formOf, Numbers } from './numbers.ts';
import type { SetLetters } from './stamps.ts';

/** A leaf, and what is known of it without drawing it. */
export interface Mark extends Extent {
  readonly leaf: Leaf;
  readonly letters: SetLetters | null;
  /** Marks of one number look the same wherever they touch a sheet. */
  readonly number: number;
}

/** Letters of the forms kept, of items and of leaves: of some fifteen pictures that have little in common. */
const KEPT = 500_000;
const kept = new BoundedCache<readonly Mark[]>(KEPT);
const numbers = new Numbers(KEPT);
/** Items are not changed once they are made: what is the same object is the same item. */
const known = new WeakMap<Item, readonly Mark[]>();

/** What an item of a scene draws, lowest first. Throws where it cannot be drawn: at a malformed path, and at what is no scale. */
export function marksOf(item: Item): readonly Mark[] {
  let marks = known.get(item);
  if (marks === undefined) {
    const form = formOf(item);
    marks = kept.get(form) ?? kept.keep(form, leavesOf([item]).map(markOf), form.length);
    known.set(item, marks);
  }
  return marks;
}

function markOf(leaf: Leaf): Mark {
  const letters = lettersOf(leaf);
  const { item, place, alpha, clips } = leaf;
  return { leaf, letters, number: numbers.of(formOf([item, place, alpha, clips])), ...extentOf(leaf, letters) };
}
