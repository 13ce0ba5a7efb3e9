import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { CANNOT_START, NO_LAND } from '../console-words.ts';
import { EXIT } from '../exit-codes.ts';
import { BrokenData, readLibrary } from '../host/index.ts';
import { landFolder } from '../land-folder.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { drawLand, MissingTypeface } from '../render/index.ts';
import { endProcess } from '../shutdown.ts';
import { systems } from '../systems/index.ts';

/**
 * Draws the land of all maps into `dist`: run by `npm run build`, and by `npm start` beside the bot, with which it
 * ends.
 * A build without it is whole, since the bot draws what it doesn't find. So what the operator can mend is only printed.
 */
async function main(folder: string): Promise<void> {
  if (process.connected) lowerPriority();
  const { editions } = readLibrary(systems, ({ id }) => join(PROJECT_ROOT, 'assets', id));
  const unfinished = join(folder, `unfinished.${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(unfinished, '');
  for (const { system } of editions) await drawLand(system.pictures.lands?.() ?? [], folder);
  // `npm start` looks for this file. A build that removes tiles meanwhile removes the unfinished one as well.
  renameSync(unfinished, join(folder, 'complete'));
}

/** A service may not be allowed to. */
function lowerPriority(): void {
  try {
    setPriority(19);
  } catch {
    // It takes processor time from the bot, for some fifteen seconds.
  }
}

function explain(error: unknown): string {
  if (error instanceof BrokenData) return NO_LAND.notDrawn(CANNOT_START.brokenData(error.message));
  if (error instanceof MissingTypeface) return NO_LAND.notDrawn(error.message);
  if (error instanceof Error && 'syscall' in error) return NO_LAND.notSaved(error.message);
  throw error;
}

process.once('disconnect', () => endProcess(EXIT.well));
const folder = landFolder();
if (folder !== null) await main(folder).catch((error) => console.error(explain(error)));
if (process.connected) process.disconnect();
