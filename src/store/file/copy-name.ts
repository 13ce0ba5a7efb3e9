import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';

/**
 * A name for a copy in a folder that sorts by time: `games-20261121T140312Z.sqlite`.
 * @param at milliseconds since 1970
 */
export function copyName(source: string, folder: string, at: number, mark = ''): string {
  const { name, ext } = parse(source);
  const time = `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  for (let number = 1; ; number++) {
    const file = join(folder, `${name}${mark}-${time}${number === 1 ? '' : `-${number}`}${ext || '.sqlite'}`);
    if (!existsSync(file)) return file;
  }
}
