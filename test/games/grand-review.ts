import { fileURLToPath } from 'node:url';
import type { System } from '../../src/game/index.ts';
import { type Library, readLibrary } from '../../src/host/index.ts';
import { systems } from '../../src/systems/index.ts';
import { changed, laterVersion, type SystemChanges } from '../changed-system.ts';
import { grandReview } from './grand-review/index.ts';

/** Grand Review as the tests play it. */
export const GRAND_REVIEW = grandReview.load({}) as System;

const folderOf = ({ id }: { readonly id: string }) =>
  fileURLToPath(new URL(id === grandReview.id ? './grand-review' : `../../assets/${id}`, import.meta.url));

/** The games of the product, and Grand Review. */
export const WITH_REVIEW = readLibrary([...systems, grandReview], folderOf);

/** Grand Review alone, another in some way. */
export function otherReview(change: (system: System) => SystemChanges): Library {
  return readLibrary([laterVersion(grandReview, (system) => changed(system, change(system)))], folderOf);
}
