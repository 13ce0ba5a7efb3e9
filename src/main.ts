import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { config } from 'dotenv';
import { pino } from 'pino';
import { allCommands } from '../commands/index.ts';
import { type Bot, CannotConnect, startBot } from './discord/bot.ts';
import { inviteLink } from './discord/invite.ts';
import { BrokenData, Host, readLibrary } from './host/index.ts';
import { renderScene } from './render/index.ts';
import { PortInUse, type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { BadSettings, readSettings, type Settings } from './settings.ts';
import { openDatabase, openStore, UnusableDatabase } from './store/index.ts';
import { systems } from './systems/index.ts';

/** Ways to end that whoever runs the bot can mend, by the numbers of sysexits. */
const EXIT = { config: 78, data: 65, database: 74, unavailable: 69, bug: 70 } as const;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  config({ path: join(ROOT, '.env'), quiet: true });
  const settings = readSettings(process.env);
  const log = pino({ level: settings.logLevel, base: null }, pino.destination(2));
  const library = readLibrary(systems, ({ id }) => join(ROOT, 'assets', id));
  const store = openStore(openDatabase(resolve(ROOT, settings.database)));
  const host = new Host(store, library, renderScene);
  const commands = allCommands(host.systems);

  const sandbox = settings.token ? null : await practice(settings);
  const token = settings.token ?? (sandbox as Sandbox).token;
  const api = sandbox ? sandbox.apiUrl : settings.api;
  const guild = sandbox ? null : settings.guild;
  const bot = await startBot({ token, api, guild }, host, commands, store, log);

  // A fresh sandbox has forgotten its direct messages; its servers invite the bot anew and are shown their maps then.
  if (sandbox) await bot.courier.returnedToDms();
  greet(settings, bot, sandbox);
  stopOnSignal(async () => {
    await bot.stop();
    await sandbox?.close();
    store.close();
  });
}

async function practice({ sandboxPort }: Settings): Promise<Sandbox> {
  console.log('No DISCORD_TOKEN is set: starting a practice Discord on this machine.');
  return startSandbox({ port: sandboxPort });
}

function greet(settings: Settings, bot: Bot, sandbox: Sandbox | null): void {
  if (sandbox) {
    console.log(`Council of War is ready. Open ${sandbox.pageUrl} in a browser.`);
    return;
  }
  const { client, registered } = bot;
  console.log(`Council of War is ready as ${client.user.tag}, in ${count(client.guilds.cache.size, 'server')}.`);
  if (registered) console.log(`Its commands were registered${settings.guild ? ` in server ${settings.guild}` : ''}.`);
  console.log(`Invite it to a server: ${inviteLink(client.application.id)}`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Finishes what is in hand, and leaves. A second signal leaves at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const leave = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(EXIT.bug);
    stopping = true;
    console.log(`${signal}: leaving. Every game is kept, and goes on at the next start.`);
    const patience = setTimeout(() => process.exit(EXIT.bug), 5000);
    patience.unref();
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(EXIT.bug);
      },
    );
  };
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
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
  if (error instanceof CannotConnect) return [error.message, EXIT.unavailable];
  return [error, EXIT.bug];
}

main().catch(giveUp);
