import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from './project-root.ts';

const MANIFEST = z.object({ version: z.string() });

export const VERSION: string = MANIFEST.parse(
  JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')),
).version;
