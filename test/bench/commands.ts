import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noneMade } from '../../src/host/advice/solutions.ts';
import { openDatabase } from '../../src/store/index.ts';
import { lengthened } from '../host/lengthened.ts';
import { asked, TABLE_COMMANDS } from '../host/table-commands.ts';
import { longestHold, processor } from './event-loop.ts';
import { hosted } from './hosted.ts';

/**
 * How long each command and button holds the event loop, at logs of several lengths: `npx tsx test/bench/commands.ts`. Prints a table
 * for docs/event-loop.md: the shortest of several runs, since a machine that is busy only adds to it.
 */

const LENGTHS = [10, 1000, 10_000];
const RUNS = 5;
const CHANNEL = 'channel';
/** The bot has games solved in a thread, ahead of their need. */
const MADE = noneMade();

const folder = mkdtempSync(join(tmpdir(), 'council-commands-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The longest hold by each command, in milliseconds. */
async function holds(length: number, run: number): Promise<number[]> {
  const database = openDatabase(join(folder, `${length}-${run}.sqlite`));
  const { host, store, caller } = hosted(database, MADE);
  host.start(caller(CHANNEL, 0), 'overland', null);
  host.order(caller(CHANNEL, 0), { verb: 'attack', leader: 'grant' });
  const game = store.runningIn(CHANNEL);
  if (!game) throw new Error('Nothing has begun');
  lengthened({ store, database }, game, length);
  const taken: number[] = [];
  for (const command of TABLE_COMMANDS) {
    // As after a start of the bot: nothing is known of the log.
    const cold = hosted(database, MADE);
    const member = cold.caller(CHANNEL, 0);
    taken.push(await longestHold(() => asked(cold.host, () => command.ask(cold.host, member, game.id)), processor));
  }
  database.close();
  return taken;
}

const shortest: number[][] = [];
for (const length of LENGTHS) {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await holds(length, run));
  shortest.push(TABLE_COMMANDS.map((_, index) => Math.min(...runs.map((taken) => taken[index] ?? Number.NaN))));
}
console.log(`| milliseconds | ${LENGTHS.map((length) => length.toLocaleString('en')).join(' | ')} |`);
console.log(`|---|${LENGTHS.map(() => '---').join('|')}|`);
for (const [index, { name }] of TABLE_COMMANDS.entries())
  console.log(`| ${name} | ${shortest.map((taken) => (taken[index] ?? 0).toFixed(0)).join(' | ')} |`);
