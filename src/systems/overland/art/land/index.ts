import type { Item } from '../../../../game/index.ts';
import { border } from './border.ts';
import { compass } from './compass.ts';
import { riverNames } from './names.ts';
import { paper } from './paper.ts';
import { railroads } from './railroads.ts';
import { relief } from './relief.ts';
import { roomOn } from './room.ts';
import { scale } from './scale.ts';
import { towns } from './towns.ts';
import { valley } from './valley.ts';
import { streams, water } from './water.ts';
import { woods } from './woods.ts';

export { LAND_BLENDS, LAND_INKS, LAND_LETTERING } from './inks.ts';

/** The ground under the game: the land between the Rapidan and the James, from the paper to the frame. */
export function land(): Item[] {
  const rivers = streams();
  const written = [...riverNames(rivers), ...towns(), ...scale(), ...compass()];
  return [
    ...paper(),
    ...relief(),
    ...woods(roomOn(rivers, written)),
    ...water(rivers),
    ...railroads(),
    ...valley(),
    ...written,
    ...border(),
  ];
}
