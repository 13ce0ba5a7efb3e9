import LAND_FILE from '../../../../assets/overland/land.json' with { type: 'json' };
import type { DataFault, Item } from '../../../game/index.ts';
import { isFaults } from '../../../kit/data-faults.ts';
import { pointOn } from '../../../kit/draw/curves.ts';
import { type Box, grown, holds, type Point } from '../../../kit/draw/geometry.ts';
import { near } from '../../../kit/draw/lines.ts';
import { uncovered } from '../../../kit/draw/map-labels.ts';
import { engrave } from '../land/engrave.ts';
import { readLand } from '../land/land-file.ts';
import { AREAS } from '../vocabulary.ts';
import { drawnDefenses, drawnWays, INSET, PANELS, ribbonOf, SHEET, TILES } from './sheet-layout.ts';

/**
 * The land between the Rapidan and the James. It is drawn, not played: a part of the program, and no rules data that a game keeps.
 */
const read = readLand(
  'land.json',
  LAND_FILE,
  AREAS.filter((area) => area !== 'valley'),
);

/** What is wrong with the land file. */
export const LAND_FAULTS: readonly DataFault[] = isFaults(read) ? read : [];

/** What lies on the land and is drawn over it: boxes, lines of march, arrows. The land keeps its small marks clear of them. */
const BOXES: readonly Box[] = [...Object.values(TILES), ...Object.values(PANELS), ...AREAS.map(ribbonOf)];
const WAYS: readonly Point[] = drawnWays().flatMap((along) =>
  Array.from({ length: 25 }, (_, step) => pointOn(along, step / 24)),
);
const DEFENSES = drawnDefenses();
/** Pixels a defense's mark reaches from its middle. */
const DEFENSE = 25;

function taken(spot: Point, reach: number): boolean {
  return (
    BOXES.some((box) => holds(grown(box, reach), spot)) ||
    WAYS.some((at) => near(at, spot, reach + 8)) ||
    DEFENSES.some((at) => near(at, spot, reach + DEFENSE))
  );
}

/** Laid out as the program starts: it takes tens of milliseconds, and is the same on every sheet. */
const { ground, labels } = isFaults(read)
  ? { ground: [], labels: [] }
  : engrave(read, { sheet: SHEET, boxes: TILES, inset: INSET, taken });

/** The ground under the game, without a name on it. */
export const LAND: readonly Item[] = ground;

/** The names of the land and its scale, to be drawn under the marks of a picture: those that no mark touches. */
export function landNames(over: readonly Item[]): Item[] {
  return uncovered(labels, over).flatMap(({ items }) => items);
}
