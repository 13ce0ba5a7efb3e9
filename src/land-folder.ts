import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder in `dist` of the land that this build draws: another build may draw it otherwise.
 * `null` where the sources run.
 * Ask once, at the start: the record of the build is replaced when `dist` is built again.
 */
export function landFolder(): string | null {
  try {
    const { digest } = JSON.parse(readFileSync(new URL('built-from.json', import.meta.url), 'utf8'));
    return fileURLToPath(new URL(`land/${digest}`, import.meta.url));
  } catch {
    return null;
  }
}
