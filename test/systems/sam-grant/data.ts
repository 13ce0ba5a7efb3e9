import { readFileSync } from 'node:fs';
import type { DataFault, DataFiles, Json } from '../../../src/game/index.ts';
import { DataReader, isFaults } from '../../../src/kit/data-faults.ts';
import type { GameId } from '../../../src/systems/sam-grant/data-file.ts';
import { grantAndLee } from '../../../src/systems/sam-grant/index.ts';
import {
  lastTurnOf,
  MAP,
  readData,
  SCENARIO,
  type Theatre,
  theatreOf,
  UNITS,
} from '../../../src/systems/sam-grant/theatre.ts';
import { readTwoTheatres, type TwoTheatres } from '../../../src/systems/sam-grant/two-theatres.ts';
import { readFiles } from '../../games/files.ts';

/** `assets/sam-grant` or `assets/bobby-lee`, read anew, so that a test may bend its copy. */
export function dataFiles(id: GameId): DataFiles {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../assets/${id}/${name}`, import.meta.url), 'utf8')) as Json;
  return { [MAP]: read(MAP), [UNITS]: read(UNITS), [SCENARIO]: read(SCENARIO) };
}

/** A theatre of the data of a game, which may be bent, or what is wrong with them. */
export function readTheatre(
  id: GameId,
  files: DataFiles,
  length: 'year' | 'campaign' = 'year',
): Theatre | readonly DataFault[] {
  const reader = new DataReader(files);
  const data = readData(id, reader);
  return data ? theatreOf(id, data, length) : reader.faults;
}

function shipped(id: GameId, length?: 'year' | 'campaign'): Theatre {
  const read = readTheatre(id, dataFiles(id), length);
  if (isFaults(read)) throw new Error(`The data of ${id} is refused: ${JSON.stringify(read).slice(0, 2000)}`);
  return read;
}

/** The theatres as they are shipped. */
export const west = shipped('sam-grant');
export const east = shipped('bobby-lee');
export const westCampaign = shipped('sam-grant', 'campaign');
export const eastCampaign = shipped('bobby-lee', 'campaign');

/** Both theatres as one war. */
export const theatres = warOf();

function warOf(): TwoTheatres {
  const folder = new URL('../../../assets', import.meta.url).pathname;
  const read = readTwoTheatres(readFiles(folder, grantAndLee));
  if (isFaults(read)) throw new Error(JSON.stringify(read).slice(0, 2000));
  return read;
}

/** The West as of games that began before an entry of the rules was there [R24]. */
export function westBefore(entry: 'fallenCount' | 'openRetreats'): Theatre {
  const files = dataFiles('sam-grant');
  const units = files[UNITS] as { readonly rules: object };
  const rules = Object.fromEntries(Object.entries(units.rules).filter(([name]) => name !== entry));
  const read = readTheatre('sam-grant', { ...files, [UNITS]: { ...units, rules } as Json });
  if (isFaults(read)) throw new Error('The data from before are refused');
  return read;
}

/** A theatre with other least margins for its levels, the best for the Union first; the last level takes the rest [10.2]. */
export function withLevels(theatre: Theatre, margins: readonly number[]): Theatre {
  const { victory, ...same } = theatre.scenario;
  const levels = victory.levels.map((level, at) => ({ ...level, usaMarginAtLeast: margins[at] ?? -99 }));
  return { ...theatre, scenario: { ...same, victory: { ...victory, levels } } };
}

export const WINTER = lastTurnOf(west);
