import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { allCommands, serverCommands } from '../../commands/index.ts';
import { type Bot, type BotSettings, startBot } from '../../src/discord/bot.ts';
import type { Pace } from '../../src/discord/inbound/dispatcher.ts';
import type { System } from '../../src/game/index.ts';
import {
  type Chance,
  createHost,
  type Edition,
  type Host,
  type Library,
  type MachineChooser,
  type Renderer,
  realChance,
  Solutions,
  type Solver,
} from '../../src/host/index.ts';
import { type MadeSolution, noneMade } from '../../src/host/table/solutions.ts';
import { openLog } from '../../src/program-log.ts';
import { renderScene } from '../../src/render/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import type { Clock } from '../../src/time-source.ts';
import { inEveryServer } from '../in-every-server.ts';
import { PRODUCT } from '../library.ts';
import { patientClock } from '../patient-clock.ts';
import { BLANK_PNG } from '../render/png-of.ts';
import { openQuickly, prepareLazily } from '../store/blank.ts';

/** The whole of the product in one process, as `src/main.ts` puts it together: a sandbox, and the bot in it over real sockets. */
export interface Product {
  readonly sandbox: Sandbox;
  readonly host: Host;
  readonly store: Store;
  readonly bot: Bot;
  readonly database: string;
  /** What the bot has logged. */
  readonly logged: readonly { readonly level: number; readonly msg: string; readonly [field: string]: unknown }[];
  /** Ends the bot and starts it again over the same database, in the same Discord. */
  restart(): Promise<Product>;
  close(): Promise<void>;
}

export interface ProductOptions {
  /** The games; by default those of the product. */
  readonly library?: Library;
  readonly chance?: Chance;
  readonly api?: string;
  readonly token?: string;
  /** The time of Discord and bot alike: a manual clock stands still between them until a test moves it. */
  readonly clock?: Clock;
  /** Draws pictures: all of them, unless a test about something else has `blankPicture`. */
  readonly render?: Renderer;
  /** What games are solved by; where nothing is said, they are solved when it is asked for. */
  readonly solver?: Solver;
  /** Solutions already made; by default a game that any product of the file has solved is not solved again. */
  readonly made?: MadeSolution;
  /** Where machines choose; on the event loop where nothing is said. */
  readonly thinker?: MachineChooser;
  /** Members beside the three of the page. */
  readonly extraMembers?: NonNullable<SandboxOptions['extraMembers']>;
  /** How fast a member may press; as fast as they like by default. */
  readonly pace?: Pace;
  /** What stands in the place of discord.js's sockets and their pace. */
  readonly wire?: NonNullable<BotSettings['wire']>;
  /** Whether messages are limited as Discord limits them. */
  readonly limits?: NonNullable<SandboxOptions['limits']>;
  /** Servers beside the two of the page, and how Discord divides sessions among them. */
  readonly extraServers?: number;
  readonly sharding?: NonNullable<SandboxOptions['sharding']>;
  /** Whether a server has the commands of its own games alone, as in the product; by default it has those of all games from the start. */
  readonly ownCommands?: boolean;
}

const SOLVED = noneMade();

/** Commands for the same games are built once: what their builders check takes as long as the rest of a bot's start. */
function builtOnce<Built>(build: (games: readonly System[]) => Built): typeof build {
  const known: { readonly games: readonly System[]; readonly built: Built }[] = [];
  return (games) => {
    const same = known.find(
      (one) => one.games.length === games.length && one.games.every((game, at) => game === games[at]),
    );
    if (same) return same.built;
    const built = build(games);
    known.push({ games, built });
    return built;
  };
}

const commandsFor = builtOnce(allCommands);
const serverCommandsFor = builtOnce(serverCommands);

/** Programs press faster than fingers. */
export const UNHURRIED: Pace = { burst: Number.MAX_SAFE_INTEGER, aSecond: 1 };

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'council-'));
  const { clock = patientClock, extraMembers = 0, limits = false, extraServers = 0, sharding = {} } = options;
  const sandbox = await startSandbox({ port: 0, clock, extraMembers, limits, extraServers, sharding });
  return connect(sandbox, join(folder, 'games.sqlite'), options, async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function connect(
  sandbox: Sandbox,
  database: string,
  options: ProductOptions,
  cleanUp: () => Promise<void>,
): Promise<Product> {
  const logged: { level: number; msg: string }[] = [];
  const opened = openQuickly(database);
  prepareLazily(opened);
  const store = openStore(opened);
  const { library = PRODUCT } = options;
  const settings = {
    token: options.token ?? sandbox.token,
    api: options.api ?? sandbox.apiUrl,
    guild: null,
    pace: options.pace ?? UNHURRIED,
    ...(options.wire ? { wire: options.wire } : {}),
  };
  const log = openLog('info', [settings.token], { write: (line) => void logged.push(JSON.parse(line)) });
  const solutions = new Solutions(store, library, {
    solver: options.solver ?? null,
    made: options.made ?? SOLVED,
    failed: (error) => log.error({ err: error }, 'an order’s worth couldn’t be worked out'),
  });
  const host = createHost(
    store,
    library,
    options.render ?? renderScene,
    options.chance ?? realChance,
    solutions,
    options.thinker,
  );
  const bot = await startBot(settings, {
    host,
    commands: commandsFor(host.systems),
    inServer: (games) => serverCommandsFor(options.ownCommands ? games : host.systems),
    memory: store,
    log,
    clock: options.clock,
  });
  await inEveryServer(bot.client, sandbox);
  await withCommands(sandbox, bot.client, logged);
  const stop = async () => {
    await bot.stop();
    store.close();
  };
  return {
    sandbox,
    host,
    store,
    bot,
    database,
    logged,
    async restart() {
      await stop();
      return connect(sandbox, database, options, cleanUp);
    },
    async close() {
      await stop();
      await cleanUp();
    },
  };
}

/** Resolves once every server of the bot has its commands, or the bot has logged that it is refused them. */
async function withCommands(sandbox: Sandbox, { guilds }: Bot['client'], logged: Product['logged']): Promise<void> {
  const lacks = () =>
    guilds.cache.some(({ id, available }) => available && sandbox.commands(id).length === 0) &&
    !logged.some(({ msg }) => /could not be registered|is refused its commands/.test(msg));
  for (const until = Date.now() + 20_000; lacks() && Date.now() < until; ) await pause(2);
}

/** Everything that everybody in a channel reads: texts by their lines, cards, buttons, menus and descriptions of pictures. */
export function openIn({ sandbox }: Pick<Product, 'sandbox'>, channel: string): readonly string[] {
  return sandbox
    .messages(channel)
    .filter(({ ephemeral }) => !ephemeral)
    .flatMap(({ content, embeds, buttons, selects, files }) => [
      ...content.split('\n'),
      JSON.stringify([embeds, buttons, selects]),
      ...files.map(({ description }) => description ?? ''),
    ]);
}

/** In place of what a scene shows, one pixel. */
export const blankPicture: Renderer = async () => BLANK_PNG;

/** Every game, the latest edition of each. */
export function everySystem(): readonly System[] {
  return PRODUCT.editions.map(({ system }) => system);
}

/** Overland over the real data, as the product reads it. */
export function overlandSystem(): System {
  return (PRODUCT.editions[0] as Edition).system;
}

/** Secrets and game ids that are the same in every run: the dice of the `number`-th campaign are known beforehand. */
export function knownChance(number: number): Chance {
  const secret = createHash('sha256').update(`campaign ${number}`).digest('hex');
  let games = 0;
  return { secret: () => secret, gameId: () => `campaign${String(++games).padStart(2, '0')}` };
}
