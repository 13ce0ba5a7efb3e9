import { readFileSync } from 'node:fs';
import { z } from 'zod';

const MANIFEST = z.object({ version: z.string() });

/** Of this program, as package.json has it. */
export const VERSION: string = MANIFEST.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version;
