import type { Item } from '../../../../game/index.ts';
import { border } from './border.ts';
import { riverNames } from './names.ts';
import { paper } from './paper.ts';
import { railroads } from './railroads.ts';
import { towns } from './towns.ts';
import { streams, water } from './water.ts';

export { LAND_BLENDS, LAND_INKS, LAND_LETTERING } from './inks.ts';

/** The ground under the game: the land between the Rapidan and the James, from the paper to the frame. */
export function land(): Item[] {
  const rivers = streams();
  return [...paper(), ...water(rivers), ...railroads(), ...riverNames(rivers), ...towns(), ...border()];
}
