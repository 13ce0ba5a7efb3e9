import { fileURLToPath } from 'node:url';

/** The folder of package.json. The sources and what is bundled from them (`dist`) lie one folder below it. */
export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
