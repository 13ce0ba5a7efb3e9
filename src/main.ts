import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { config } from 'dotenv';
import type { Logger } from 'pino';
import { allCommands } from '../commands/index.ts';
import { type Bot, type BotSettings, startBot } from './discord/bot.ts';
import { CannotConnect } from './discord/cannot-connect.ts';
import { inviteLink } from './discord/invite.ts';
import { BrokenData, Host, readLibrary, realChance, Solutions, solverThread } from './host/index.ts';
import { openLog } from './log.ts';
import { renderScene } from './render/index.ts';
import { PortInUse, type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { BadSettings, readSettings, type Settings } from './settings.ts';
import { openDatabase, openStore, UnusableDatabase } from './store/index.ts';
import { systems } from './systems/index.ts';

/** Ways to end that whoever runs the bot can mend, by the numbers of sysexits. */
const EXIT = { config: 78, data: 65, database: 74, unavailable: 69, bug: 70, interrupted: 130 } as const;
/** Milliseconds from a signal to the end of the process, whatever is still under way. */
const LEAVING_MS = 4800;
/** A terminal, npm and the shell between may each pass the same signal on; only later it is somebody pressing again. */
const PRESSED_AGAIN_MS = 1000;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  config({ path: join(ROOT, '.env'), quiet: true });
  const settings = readSettings(process.env);
  const log = openLog(settings.logLevel, [settings.token]);
  endOnBug(log);
  outliveReaders();
  const library = readLibrary(systems, ({ id }) => join(ROOT, 'assets', id));
  const store = openStore(openDatabase(resolve(ROOT, settings.database)));
  const solutions = new Solutions(store, library, {
    solver: solverThread(),
    failed: (error) => log.error({ err: error }, 'what orders are worth could not be worked out as it should'),
  });
  const host = new Host(store, library, renderScene, realChance, solutions);
  const commands = allCommands(host.systems);

  const { sandbox, discord } = await whereToServe(settings);
  const bot = await startBot(discord, host, commands, store, log);

  const leave = leaving(async () => {
    await bot.stop();
    await sandbox?.close();
    store.close();
  });
  leaveOnSignal(leave);
  void bot.lost.then(({ message, bySetting }) => {
    console.error(`${message}\n${KEPT}`);
    leave(bySetting ? EXIT.config : EXIT.unavailable);
  });
  void host.prepareAll();
  greet(settings, bot, sandbox);
  // A fresh sandbox has forgotten its direct messages; its servers invite the bot anew and are shown their maps then.
  if (sandbox) await bot.courier.returnedToDms();
}

/** Discord, with a token; without one, a practice Discord started for it. */
async function whereToServe({
  token,
  api,
  guild,
  sandboxPort,
}: Settings): Promise<{ readonly sandbox: Sandbox | null; readonly discord: BotSettings }> {
  if (token) return { sandbox: null, discord: { token, api, guild } };
  const unused = api ? ' DISCORD_API_URL is of no use without a token.' : '';
  console.log(`No DISCORD_TOKEN is set: starting a practice Discord on this machine.${unused}`);
  const sandbox = await startSandbox({ port: sandboxPort });
  return { sandbox, discord: { token: sandbox.token, api: sandbox.apiUrl, guild: null } };
}

function greet(settings: Settings, bot: Bot, sandbox: Sandbox | null): void {
  if (sandbox) {
    console.log(`Council of War is ready. Open ${sandbox.pageUrl} in a browser.`);
  } else {
    const { client, registered } = bot;
    console.log(`Council of War is ready as ${client.user.tag}, in ${count(client.guilds.cache.size, 'server')}.`);
    if (registered) console.log(`Its commands were registered${settings.guild ? ` in server ${settings.guild}` : ''}.`);
    console.log(`Invite it to a server: ${inviteLink(client.application.id)}`);
  }
  console.log(`Its games are kept in ${settings.database}.`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const KEPT = 'Every game is kept, and goes on at the next start.';

/** Finishes what is in hand and ends the process, once, with the code it is given. */
function leaving(stop: () => Promise<void>): (code: number) => void {
  let leaves = false;
  return (code) => {
    if (leaves) return;
    leaves = true;
    setTimeout(() => process.exit(code), LEAVING_MS);
    void stop().then(() => process.exit(code), giveUp);
  };
}

function leaveOnSignal(leave: (code: number) => void): void {
  let first = Number.POSITIVE_INFINITY;
  const signalled = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (signal === 'SIGINT' && now - first > PRESSED_AGAIN_MS) process.exit(EXIT.interrupted);
    if (first === Number.POSITIVE_INFINITY) console.log(`${signal}: leaving. ${KEPT}`);
    first = Math.min(first, now);
    leave(0);
  };
  process.on('SIGINT', signalled);
  process.on('SIGTERM', signalled);
}

/** Whoever reads what is printed may go away, a terminal or a pager: the games go on. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** What nobody caught is a bug. Transactions are whole or not at all, so the process may end at any point. */
function endOnBug(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'a bug ends the process');
    console.error(`Council of War ends because of a bug, which its log tells of. ${KEPT}`);
    process.exit(EXIT.bug);
  });
}

/** What stops a start is a sentence where it can be mended, and a stack trace only where it is a bug. */
function giveUp(error: unknown): never {
  const [message, code] = explain(error);
  console.error(message);
  process.exit(code);
}

function explain(error: unknown): [message: unknown, code: number] {
  if (error instanceof BadSettings) return [error.message, EXIT.config];
  if (error instanceof BrokenData) return [`The game data cannot be used.\n${error.message}`, EXIT.data];
  if (error instanceof UnusableDatabase) return [error.message, EXIT.database];
  if (error instanceof PortInUse) {
    return [
      `${error.message} Is Council of War running already? Otherwise set SANDBOX_PORT to another port.`,
      EXIT.unavailable,
    ];
  }
  if (error instanceof CannotConnect) return [error.message, error.bySetting ? EXIT.config : EXIT.unavailable];
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen')
    return [
      `The practice Discord cannot listen: ${error.message}. Set SANDBOX_PORT to another port.`,
      EXIT.unavailable,
    ];
  return [error instanceof Error ? error.stack : error, EXIT.bug];
}

main().catch(giveUp);
