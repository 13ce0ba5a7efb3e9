import LAND_FILE from '../../../../assets/overland/land.json' with { type: 'json' };
import type { DataFault, Item } from '../../../game/index.ts';
import { isFaults } from '../../../kit/data-faults.ts';
import { type Box, grown, holds, type Point } from '../../../kit/draw/geometry.ts';
import { near, pointOn } from '../../../kit/draw/lines.ts';
import { once } from '../../../kit/memo.ts';
import { engrave } from '../land/engrave.ts';
import { readLand } from '../land/land-file.ts';
import { uncovered } from '../land/map-labels.ts';
import { AREAS } from '../vocabulary.ts';
import { drawnDefenses, drawnWays, INSET, PANELS, ribbonOf, SHEET, TILES } from './sheet-layout.ts';

/** Pixels from the middle of a defense's mark to its rim. */
const DEFENSE = 25;

/** The land between the Rapidan and the James. No rule depends on it, so it isn't stored with a game's numbers. */
const read = readLand(
  'land.json',
  LAND_FILE,
  AREAS.filter((area) => area !== 'valley'),
);

/** Empty if the land file is sound. */
export const LAND_FAULTS: readonly DataFault[] = isFaults(read) ? read : [];

/** The land and its names, laid out once, as they are the same on every sheet and take tens of milliseconds. */
const engraved = once(() => {
  if (isFaults(read)) return { ground: () => [], labels: [] };
  const boxes: readonly Box[] = [...Object.values(TILES), ...Object.values(PANELS), ...AREAS.map(ribbonOf)];
  const ways: readonly Point[] = drawnWays().flatMap((along) =>
    Array.from({ length: 25 }, (_, step) => pointOn(along, step / 24)),
  );
  const defenses = drawnDefenses();
  const isTaken = (spot: Point, reach: number) =>
    boxes.some((box) => holds(grown(box, reach), spot)) ||
    ways.some((at) => near(at, spot, reach + 8)) ||
    defenses.some((at) => near(at, spot, reach + DEFENSE));
  return engrave(read, { sheet: SHEET, boxes: TILES, inset: INSET, isTaken });
});

export function land(): readonly Item[] {
  return engraved().ground();
}

/** The land's names and scale bars, to be drawn under a picture's marks `over`; one that a mark touches is left out. */
export function landNames(over: readonly Item[]): Item[] {
  return uncovered(engraved().labels, over).flatMap(({ items }) => items);
}
