import { overland } from '../systems/overland/exhibition.ts';
import { roadToRichmond } from '../systems/road-to-richmond/exhibition.ts';
import { bobbyLee, grantAndLee, samGrant } from '../systems/sam-grant/exhibition.ts';
import { wilderness } from '../systems/wilderness/exhibition.ts';
import type { Gallery } from './gallery.ts';

/** The galleries of all installed systems: a new system is its line here. */
export const galleries: readonly Gallery[] = [overland, roadToRichmond, wilderness, samGrant, bobbyLee, grantAndLee];
