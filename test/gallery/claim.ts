import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What marks a folder as one that may be written over. */
const MARK = '.gallery';

/** Makes a folder the gallery's. Rejects at one that holds anything else: what a gallery writes over is gone. */
export async function claim(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const found = await readdir(folder);
  if (found.length > 0 && !found.includes(MARK)) {
    throw new Error(
      `${folder} holds something that is no gallery. Name an empty folder, or one that is not there yet.`,
    );
  }
  await writeFile(join(folder, MARK), 'Pictures written by npm run gallery. They are written over.\n');
}
