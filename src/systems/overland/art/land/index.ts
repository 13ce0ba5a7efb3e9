import type { Item } from '../../../../game/index.ts';
import { boxesOf } from '../../../../kit/draw/item-bounds.ts';
import { type Label, label, uncovered } from '../../../../kit/draw/labels.ts';
import { border } from './border.ts';
import { compass } from './compass.ts';
import { riverNames } from './names.ts';
import { paper } from './paper.ts';
import { railroads } from './railroads.ts';
import { relief } from './relief.ts';
import { roomOn } from './room.ts';
import { scale } from './scale.ts';
import { towns } from './towns.ts';
import { valley, valleyNames } from './valley.ts';
import { streams, water } from './water.ts';
import { woods } from './woods.ts';

export { LAND_BLENDS, LAND_INKS, LAND_LETTERING } from './inks.ts';

/** Laid out as the program starts, like the ground they stand on. */
const RIVERS = streams();
const WRITTEN: readonly Label[] = [
  ...riverNames(RIVERS).map((name) => [name]),
  ...towns(),
  ...valleyNames(),
  scale(),
].map(label);

/** The ground under the game: the land between the Rapidan and the James, from the paper to the frame, without a name on it. */
export function land(): Item[] {
  const rose = compass();
  const taken = [...WRITTEN.flatMap(({ boxes }) => boxes), ...rose.flatMap(boxesOf)];
  return [
    ...paper(),
    ...relief(),
    ...woods(roomOn(RIVERS, taken)),
    ...water(RIVERS),
    ...railroads(),
    ...valley(),
    ...rose,
    ...border(),
  ];
}

/**
 * The names of the land and its scale, to be drawn under the marks of a picture: those that no mark touches. One that a mark would
 * lie over is left out whole, with its dot.
 */
export function landNames(over: readonly Item[]): Item[] {
  return uncovered(WRITTEN, over).flatMap(({ items }) => items);
}
