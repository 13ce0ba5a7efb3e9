import { closeSync, existsSync, openSync } from 'node:fs';

/** What holds the secrets of the dice, and words that members said among themselves, is for its owner alone. */
export const OWNER_ALONE = 0o600;

/** Makes a file that only its owner may read, where there is none. What is there keeps what it allows. */
export function makePrivate(path: string): void {
  // Where it is there it may be locked, and its locks would go with a descriptor that is closed.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ALONE));
}
