import { readFileSync } from 'node:fs';
import type { DataFiles, Json } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import {
  type GameId,
  lastTurnOf,
  MAP,
  readTheatre,
  SCENARIO,
  type Theatre,
  UNITS,
} from '../../../src/systems/sam-grant/theatre.ts';

/** `assets/sam-grant` or `assets/bobby-lee`, read anew, so that a test may bend its copy. */
export function dataFiles(id: GameId): DataFiles {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../assets/${id}/${name}`, import.meta.url), 'utf8')) as Json;
  return { [MAP]: read(MAP), [UNITS]: read(UNITS), [SCENARIO]: read(SCENARIO) };
}

function theatreOf(id: GameId): Theatre {
  const read = readTheatre(id, dataFiles(id));
  if (isFaults(read)) throw new Error(`The data of ${id} is refused: ${JSON.stringify(read).slice(0, 2000)}`);
  return read;
}

/** The theatres as they are shipped. */
export const west = theatreOf('sam-grant');
export const east = theatreOf('bobby-lee');

/** A theatre with other least margins for its levels, the best for the Union first; the last level takes the rest [10.2]. */
export function withLevels(theatre: Theatre, margins: readonly number[]): Theatre {
  const { victory, ...same } = theatre.scenario;
  const levels = victory.levels.map((level, at) => ({ ...level, usaMarginAtLeast: margins[at] ?? -99 }));
  return { ...theatre, scenario: { ...same, victory: { ...victory, levels } } };
}

export const WINTER = lastTurnOf(west);
