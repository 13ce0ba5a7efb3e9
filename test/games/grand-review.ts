import type { System } from '../../src/game/index.ts';
import { type Library, readLibrary } from '../../src/host/index.ts';
import { changed, laterVersion, type SystemChanges } from '../changed-system.ts';
import { folderOf, productWith } from '../library.ts';
import { grandReview } from './grand-review/index.ts';

/** Grand Review as the tests play it. */
export const GRAND_REVIEW = grandReview.load({}) as System;

/** The games of the product, and Grand Review. */
export const WITH_REVIEW = productWith(grandReview);

/** Grand Review alone, another in some way. */
export function otherReview(change: (system: System) => SystemChanges): Library {
  return readLibrary([laterVersion(grandReview, (system) => changed(system, change(system)))], folderOf);
}
