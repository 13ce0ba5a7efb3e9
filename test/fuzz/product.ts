import { createHash } from 'node:crypto';
import { allCommands } from '../../commands/index.ts';
import { type Bot, startBot } from '../../src/discord/bot.ts';
import { type Chance, createHost, type Enclosure, type Host, type Reply, Solutions } from '../../src/host/index.ts';
import { noneMade } from '../../src/host/table/solutions.ts';
import { openLog } from '../../src/program-log.ts';
import { type Database, openDatabase, openStore, type Store } from '../../src/store/index.ts';
import { type ManualClock, manualClock } from '../../src/time-source.ts';
import { picketLine } from '../games/picket-line/index.ts';
import { productWith } from '../library.ts';
import { Wire } from './wire.ts';

export const LIBRARY = productWith(picketLine);
export const COMMANDS = allCommands(LIBRARY.editions.map(({ system }) => system));

/** Solutions, made once for all episodes: they are not fuzzed. */
const MADE = noneMade();
const TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.fuzz.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
/** Programs press faster than fingers. */
const UNHURRIED = { burst: Number.MAX_SAFE_INTEGER, aSecond: 1 };
const START = Date.UTC(2026, 0, 1);

export interface Logged {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** The whole bot over a database in memory and a Discord in this process; only pictures are not drawn. */
export interface Product {
  readonly bot: Bot;
  readonly host: Host;
  readonly store: Store;
  readonly database: Database;
  readonly clock: ManualClock;
  readonly wire: Wire;
  /** Warnings and worse. */
  readonly logged: Logged[];
  stop(): Promise<void>;
}

const BLANK = Buffer.from('a picture or a file');

/** Has the files of recaps blank. */
function withoutPictures(host: Host): Host {
  const recap = host.recaps.recap.bind(host.recaps);
  host.recaps.recap = (...asked) => blank(recap(...asked));
  return host;
}

/** Secrets and names of games that are the same for the same seed. */
function chanceOf(seed: string): Chance {
  let games = 0;
  return {
    secret: () => createHash('sha256').update(`${seed} ${games}`).digest('hex'),
    gameId: () => `game${String(++games).padStart(6, '0')}`,
  };
}

function blank(answer: Reply): Reply {
  const files = answer.files.map(({ file, alt }): Enclosure => ({ file, alt, bytes: async () => BLANK }));
  const { elsewhere } = answer;
  return { ...answer, files, elsewhere: elsewhere && { ...elsewhere, answer: blank(elsewhere.answer) } };
}

export async function startProduct(seed: string): Promise<Product> {
  const database = openDatabase(':memory:');
  const store = openStore(database);
  const clock = manualClock(START);
  const wire = new Wire();
  const logged: Logged[] = [];
  const log = openLog('warn', [], { write: (line) => void logged.push(JSON.parse(line)) });
  const failed = (error: unknown) => log.error({ err: error }, 'a game could not be solved');
  const solutions = new Solutions(store, LIBRARY, { made: MADE, failed });
  const host = withoutPictures(createHost(store, LIBRARY, async () => BLANK, chanceOf(seed), solutions));
  const settings = { token: TOKEN, api: null, guild: null, pace: UNHURRIED, wire: wire.options };
  const bot = await startBot(settings, { host, commands: COMMANDS, inServer: () => [], memory: store, log, clock });
  return {
    bot,
    host,
    store,
    database,
    clock,
    wire,
    logged,
    async stop() {
      await bot.stop();
      store.close();
    },
  };
}
