import type { System } from '../../src/game/index.ts';
import { productWith } from '../library.ts';
import { grandReview } from './grand-review/index.ts';

/** Grand Review as the tests play it. */
export const GRAND_REVIEW = grandReview.load({}) as System;

/** The games of the product, and Grand Review. */
export const WITH_REVIEW = productWith(grandReview);
