import { fileURLToPath } from 'node:url';
import type { System } from '../../src/game/index.ts';
import { readLibrary } from '../../src/host/index.ts';
import { systems } from '../../src/systems/index.ts';
import { grandReview } from './grand-review/index.ts';

/** Grand Review as the tests play it. */
export const GRAND_REVIEW = grandReview.load({}) as System;

/** The games of the product, and Grand Review. */
export const WITH_REVIEW = readLibrary([...systems, grandReview], ({ id }) =>
  fileURLToPath(new URL(id === grandReview.id ? './grand-review' : `../../assets/${id}`, import.meta.url)),
);
