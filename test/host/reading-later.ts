import { setImmediate } from 'node:timers/promises';
import type { Library, ReadAside, Solutions } from '../../src/host/index.ts';
import { readPlain } from '../../src/host/readings.ts';
import { GameTables } from '../../src/host/table/game-tables.ts';
import type { Store } from '../../src/store/index.ts';

/** In place of the thread that reads: what is asked and answered is copied as from thread to thread, and comes later. */
export function readingLater(store: Store, library: Library, solutions: Solutions): ReadAside {
  const systems = library.editions.map(({ system }) => system);
  return async (name, task) => {
    await setImmediate();
    const tables = new GameTables(store, library, solutions);
    return structuredClone(readPlain({ store, tables, systems }, name, structuredClone(task))) as never;
  };
}
