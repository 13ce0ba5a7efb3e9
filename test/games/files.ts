import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFiles, Json, SystemModule } from '../../src/game/index.ts';

/** The data files of a module out of `folder`, which has a folder for each system, as `assets` does. */
export function readFiles(folder: string, { id, files }: SystemModule): DataFiles {
  const read = (file: string) => readFileSync(join(folder, id, file), 'utf8');
  return Object.fromEntries(
    files.map((file) => [file, file.endsWith('.json') ? (JSON.parse(read(file)) as Json) : read(file)]),
  );
}
