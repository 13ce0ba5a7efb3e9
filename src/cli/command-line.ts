import { relative } from 'node:path';

/** npm runs a script in the folder of its package and passes the caller's folder in `INIT_CWD`. */
export const CALLED_IN = process.env.INIT_CWD ?? process.cwd();

/** The path relative to the caller's folder, or in full if it lies outside. */
export function nearCaller(file: string): string {
  const way = relative(CALLED_IN, file);
  return way.startsWith('..') ? file : way;
}
