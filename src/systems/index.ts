import type { SystemModule } from '../game/index.ts';
import { overland } from './overland/index.ts';
import { roadToRichmond } from './road-to-richmond/index.ts';
import { bobbyLee, grantAndLee, samGrant } from './sam-grant/index.ts';
import { wilderness } from './wilderness/index.ts';

/** The games this host knows. A new one is a folder beside this file, one in `assets`, one in `test`, and its line here. */
export const systems: readonly SystemModule[] = [overland, roadToRichmond, wilderness, samGrant, bobbyLee, grantAndLee];
