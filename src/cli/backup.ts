import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXIT, type Exit } from '../exit-codes.ts';
import { count } from '../kit/plain-english.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { BadSettings, readFileInto, readSettings } from '../settings.ts';
import {
  CannotCopy,
  type Copy,
  copyDatabase,
  copyName,
  errorText,
  expectSource,
  giveFolderToOwnerOf,
  noteBackup,
  prune,
  SCHEDULED,
  sweepUnfinished,
} from '../store/index.ts';
import { CALLED_IN, nearCaller, runCommand } from './command-line.ts';

/** `npm run backup`: copies the database, even while the bot runs. Exits with `wrong` if no backup was made. */

const USAGE = [
  'npm run backup [FILE]',
  'npm run backup -- --keep N',
  'Copies the database to FILE, even while the bot runs. Without FILE, the copy goes to the folder "backups" beside the database and is named by date and time.',
  'With --keep it does the same, and then deletes all but the newest N copies that were made with --keep.',
  'It never overwrites a file. To restore: stop the bot, replace the database with the copy, start the bot.',
].join('\n');

function main(args: readonly string[]): Exit {
  const asked = read(args);
  if (asked === null) {
    console.error(USAGE);
    return EXIT.usage;
  }
  const { given, keep, help } = asked;
  if (help) {
    console.log(USAGE);
    return EXIT.well;
  }
  readFileInto(process.env, join(PROJECT_ROOT, '.env'));
  const { source, practice } = sourceOf(process.env);
  expectSource(source);
  const started = performance.now();
  const file = given === undefined ? nextBackup(source, keep === null ? '' : SCHEDULED) : resolve(CALLED_IN, given);
  const copy = copyDatabase(source, file);
  noteBackup(source, Date.now());
  if (keep !== null) prune(source, file, keep);
  console.log(copySummary(source, copy, performance.now() - started));
  if (practice) console.log(PRACTICE);
  return EXIT.well;
}

/** `null` if the arguments make no sense. */
function read(args: readonly string[]): { given?: string | undefined; keep: number | null; help: boolean } | null {
  try {
    const options = { keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [given, ...more] = positionals;
    const keep = values.keep === undefined ? null : Number(values.keep);
    const isKeepSound = keep === null || (given === undefined && Number.isSafeInteger(keep) && keep >= 1);
    return isKeepSound && given !== '' && more.length === 0 ? { given, keep, help: values.help ?? false } : null;
  } catch {
    return null;
  }
}

/**
 * The database of the settings. A service may keep its settings where this command doesn't find them. In production it
 * then refuses: otherwise a copy of practice games would pass for a backup of the service.
 * @throws BadSettings, CannotCopy
 */
function sourceOf({ NODE_ENV, ...env }: NodeJS.ProcessEnv): { readonly source: string; readonly practice: boolean } {
  const practice = !env.DATABASE_PATH?.trim() && !env.DISCORD_TOKEN?.trim();
  if (practice && NODE_ENV === 'production')
    throw new CannotCopy(
      'NODE_ENV is production, and neither DATABASE_PATH nor DISCORD_TOKEN is set, so only practice games would be copied. Set DATABASE_PATH to the database',
    );
  return { source: resolve(PROJECT_ROOT, readSettings(env).database), practice };
}

const PRACTICE =
  'These are the practice games, because no DISCORD_TOKEN is set here. To copy another database, set DATABASE_PATH to it.';

/** Makes the folder of backups if it is missing, sweeps it, and returns the path of the next file there. */
function nextBackup(source: string, mark: string): string {
  const folder = join(dirname(source), 'backups');
  try {
    // Private: a copy reveals the dice of games that are still running.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    giveFolderToOwnerOf(source, folder);
    sweepUnfinished(source, folder, Date.now());
  } catch (error) {
    if (error instanceof CannotCopy) throw error;
    throw new CannotCopy(`${folder} can’t be made or read (${errorText(error)})`, { cause: error });
  }
  return copyName(source, folder, Date.now(), mark);
}

/** "data/practice.sqlite was copied to data/backups/practice-20261121T140312Z.sqlite: 2.4 MB, 17 games, in 0.1 s." */
function copySummary(source: string, { file, bytes, games }: Copy, took: number): string {
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const seconds = Math.max(0.1, took / 1000).toFixed(1);
  return `${nearCaller(source)} was copied to ${nearCaller(file)}: ${size}, ${count(games, 'game')}, in ${seconds} s.`;
}

runCommand(main, (error) => {
  if (error instanceof CannotCopy) return [`No backup was made: ${error.message}.`, EXIT.wrong];
  return error instanceof BadSettings ? [error.message, EXIT.config] : null;
});
