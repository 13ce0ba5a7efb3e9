import { fileURLToPath } from 'node:url';
import type { Json, System } from '../../../src/game/index.ts';
import { isFaults } from '../../../src/kit/data-faults.ts';
import { wilderness } from '../../../src/systems/wilderness/index.ts';
import type { State } from '../../../src/systems/wilderness/state.ts';
import type { Theatre } from '../../../src/systems/wilderness/theatre.ts';
import { readTheatre, SCENARIOS } from '../../../src/systems/wilderness/theatre.ts';
import type { View } from '../../../src/systems/wilderness/view.ts';
import type { Event, Order } from '../../../src/systems/wilderness/vocabulary.ts';
import { readFiles } from '../../games/files.ts';

const assets = fileURLToPath(new URL('../../../assets', import.meta.url));
export const FILES = readFiles(assets, wilderness);

const read = readTheatre(FILES);
if (isFaults(read)) throw new Error(`The data of The Wilderness Campaign is refused: ${JSON.stringify(read)}`);

/** The map, the units, the scenarios and the charts as they are shipped. */
export const theatre: Theatre = read;
export const game = wilderness.load(FILES) as System<State, Order, Event, View>;

const { rulings: _, ...scenarios } = FILES[SCENARIOS] as { readonly rulings: Json };
/** The game over data from before there were `rulings` in it: what was begun with it goes on so [R23]. */
export const begunBefore = wilderness.load({ ...FILES, [SCENARIOS]: scenarios }) as typeof game;
