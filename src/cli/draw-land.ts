import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { readLibrary } from '../host/index.ts';
import { LAND, PROJECT_ROOT } from '../project-root.ts';
import { drawLand, keepLandIn } from '../render/index.ts';
import { endProcess } from '../shutdown.ts';
import { systems } from '../systems/index.ts';

/** Draws the land of all maps into `dist`: run by `npm run build`, and by `npm start` beside the bot, with which it ends. */
process.once('disconnect', () => endProcess(EXIT.well));

mkdirSync(LAND, { recursive: true });
keepLandIn(LAND);
const { editions } = readLibrary(systems, ({ id }) => join(PROJECT_ROOT, 'assets', id));
for (const { system } of editions) await drawLand(system.pictures.lands?.() ?? []);
// `npm start` looks for this file.
writeFileSync(join(LAND, 'complete'), '');
if (process.connected) process.disconnect();
