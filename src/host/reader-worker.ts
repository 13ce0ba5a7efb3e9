import { join } from 'node:path';
import { openStore, openToRead } from '../store/index.ts';
import { systems as modules } from '../systems/index.ts';
import { answerTasks } from './base/worker-thread.ts';
import { type ReadTask, readPlain } from './readings.ts';
import { type Library, readLibrary } from './table/game-library.ts';
import { GameTables } from './table/game-tables.ts';
import { noneMade, Solutions } from './table/solutions.ts';

/** The program of the thread that does slow readings. It reads the data of the games only once. */
let library: Library | null = null;
const made = noneMade();

answerTasks(({ file, assets, name, task }: ReadTask) => {
  library ??= readLibrary(modules, ({ id }) => join(assets, id));
  // Each reading has a connection of its own, so that none keeps the file or its write-ahead log open in between.
  const database = openToRead(file);
  try {
    const store = openStore(database);
    const tables = new GameTables(store, library, new Solutions(store, library, { made }));
    const systems = library.editions.map(({ system }) => system);
    return readPlain({ store, tables, systems }, name, task);
  } finally {
    database.close();
  }
});
