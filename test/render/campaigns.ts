import { fileURLToPath } from 'node:url';
import { type Framing, isFaulty, type Scene } from '../../src/game/index.ts';
import { systems } from '../../src/systems/index.ts';
import { tableOf } from '../conformance/table.ts';
import { readFiles } from '../games/files.ts';

const ASSETS = fileURLToPath(new URL('../../assets', import.meta.url));

/** The maps of a campaign played at random, one after each order, as its channel is sent them. */
export function mapsOf(id: string, game: number, orders: number, framing: Framing = {}): readonly Scene[] {
  const module = systems.find((one) => one.id === id);
  if (!module) throw new Error(`There is no ${id}`);
  const system = module.load(readFiles(ASSETS, module));
  if (isFaulty(system)) throw new Error(`${id} cannot be read`);
  const [variant] = system.about.variants;
  if (!variant) throw new Error(`${id} has no variants`);
  return tableOf(system, { limit: orders })
    .game(variant.id, game)
    .map(({ state, last, events }) => {
      const moment = { order: last?.order ?? null, events };
      return system.pictures.picture(system.knowledge.view(state, 'public'), moment, {
        seal: 'a'.repeat(64),
        ...framing,
      }).scene;
    });
}
