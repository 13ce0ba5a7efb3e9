import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXIT, type Exit } from '../exit-codes.ts';
import { count } from '../kit/plain-english.ts';
import { CannotReshard, errorText, reshard, UnusableDatabase } from '../store/index.ts';
import { CALLED_IN, nearCaller, runCommand } from './command-line.ts';

/** `npm run reshard`: splits or joins databases by their servers. Exits with `wrong` if nothing was moved. */

const USAGE = [
  'npm run reshard -- --from DIR --to N',
  'Moves the games of all databases in DIR to N databases, one for each shard, while the bot is stopped.',
  'The databases are council-of-war.sqlite in DIR, or in its folders 0, 1, 2 and so on. The new ones are in such folders.',
  'The old ones stay beside them, in folders named before-reshard and the time. If it is cut off, run it again.',
].join('\n');

const MOST_SHARDS = 1000;

function main(args: readonly string[]): Exit {
  const asked = read(args);
  if (typeof asked === 'string') {
    console.error(`${asked}\n\n${USAGE}`);
    return EXIT.usage;
  }
  if (asked === null) {
    console.log(USAGE);
    return EXIT.well;
  }
  const started = performance.now();
  const databases = reshard(resolve(CALLED_IN, asked.from), asked.to, { now: Date.now(), tell: console.log });
  for (const { file, shard, games } of databases)
    console.log(
      `SHARDS=${shard} SHARD_COUNT=${databases.length} DATABASE_PATH=${nearCaller(file)}  (${count(games, 'game')})`,
    );
  console.log(`That took ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return EXIT.well;
}

/** Null if help is asked for; a sentence if something is wrong with the arguments. */
function read(args: readonly string[]): { readonly from: string; readonly to: number } | string | null {
  try {
    const options = {
      from: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { from = '', to = '', help } = parseArgs({ args: [...args], options }).values;
    if (help) return null;
    if (from === '') return '--from is missing: the folder of the databases.';
    if (to === '') return '--to is missing: the number of shards.';
    const isCount = /^[1-9]\d{0,3}$/.test(to) && Number(to) <= MOST_SHARDS;
    return isCount ? { from, to: Number(to) } : `--to takes a number from 1 to ${MOST_SHARDS}, not “${to}”.`;
  } catch (error) {
    return errorText(error);
  }
}

runCommand(main, (error) => {
  if (error instanceof CannotReshard) return [`No game was moved: ${error.message}.`, EXIT.wrong];
  return error instanceof UnusableDatabase ? [error.message, EXIT.wrong] : null;
});
