import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { System, SystemModule } from '../src/game/index.ts';
import { type Library, readLibrary } from '../src/host/index.ts';
import type { DatasetRecord } from '../src/store/index.ts';
import { systems } from '../src/systems/index.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SHIPPED: ReadonlySet<string> = new Set(systems.map(({ id }) => id));

/** The folder of a game's data: those of the tests lie beside their modules. */
export function folderOf({ id }: SystemModule): string {
  return join(ROOT, SHIPPED.has(id) ? 'assets' : 'test/games', id);
}

/** The games of the product, read once for all tests of a process. */
export const PRODUCT = readLibrary(systems, folderOf);

/** The games of the product and, after them, others. */
export function productWith(...others: readonly SystemModule[]): Library {
  const own = readLibrary(others, folderOf);
  return {
    editions: [...PRODUCT.editions, ...own.editions],
    edition: (dataset) => (SHIPPED.has(dataset.system) ? PRODUCT : own).edition(dataset),
  };
}

/** The games of a library, each changed by `change`. */
export function changedGames(library: Library, change: (system: System) => System): Library {
  const known = new Map<string, Library['editions'][number]>();
  const edition = (dataset: DatasetRecord) => {
    const made = known.get(dataset.hash) ?? { dataset, system: change(library.edition(dataset).system) };
    known.set(dataset.hash, made);
    return made;
  };
  return { editions: library.editions.map(({ dataset }) => edition(dataset)), edition };
}
