import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { allCommands, serverCommands } from '../commands/index.ts';
import { CANNOT_START, END, START } from './console-words.ts';
import { type Bot, type BotSettings, type InHand, startBot } from './discord/bot.ts';
import { CannotConnect, errorForOperator } from './discord/connection/cannot-connect.ts';
import { keepTo, OtherServers, shardsInWords } from './discord/connection/shards.ts';
import { inviteLink } from './discord/outbound/bot-permissions.ts';
import { EXIT } from './exit-codes.ts';
import { HealthCheck } from './health-check.ts';
import {
  BrokenData,
  createHost,
  machineThread,
  readerThread,
  readLibrary,
  realChance,
  Solutions,
  solverThread,
} from './host/index.ts';
import { landFolder } from './land-folder.ts';
import { openLog, withoutSecrets, withSourceLines } from './program-log.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { MissingTypeface, readLandFrom, registerFonts, renderScene } from './render/index.ts';
import { PortInUse, type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { scheduleBackups, watchFiles } from './scheduled-backups.ts';
import { BadSettings, readFileInto, readSettings, type Settings } from './settings.ts';
import { endProcess, inWords, NOTHING_IN_HAND, Shutdown, tellUndecidedEnd } from './shutdown.ts';
import { databaseTroubleOf, openDatabase, openStore, UnusableDatabase, unusable } from './store/index.ts';
import { systems } from './systems/index.ts';
import { VERSION } from './version.ts';
import { Metrics } from './watch/metrics.ts';
import {
  HealthPortUnusable,
  keepWatchdogQuiet,
  type MonitoringServer,
  startMonitoringServer,
} from './watch/monitoring-server.ts';

async function main(): Promise<void> {
  // `npm start` gives the bot's heap its first size by this flag. V8 would give it to the heap of each thread, too.
  setFlagsFromString('--initial-old-space-size=0');
  readFileInto(process.env, join(PROJECT_ROOT, '.env'));
  const settings = readSettings(process.env);
  const metrics = new Metrics();
  const log = openLog(settings.logLevel, [settings.token], undefined, {
    namesMembers: settings.logsMembers,
    onLine: (level) => metrics.logged(level),
  });
  endOnBug(log);
  tellUndecidedEnd(log, EXIT.bug);
  outliveReaders();
  const shutdown = new Shutdown(log, giveUp);
  shutdown.closes(keepWatchdogQuiet(process.env, log));
  try {
    await serve(settings, metrics, log, shutdown);
  } catch (error) {
    // A stop during the start makes what was begun fail.
    if (shutdown.signal.aborted) return;
    throw databaseTroubleOf(error) === null ? error : unusable(resolve(PROJECT_ROOT, settings.database), error);
  }
}

async function serve(settings: Settings, metrics: Metrics, log: Logger, shutdown: Shutdown): Promise<void> {
  registerFonts();
  const land = landFolder();
  if (land !== null) readLandFrom(land);
  const library = readLibrary(systems, ({ id }) => join(PROJECT_ROOT, 'assets', id));
  const file = resolve(PROJECT_ROOT, settings.database);
  const store = openStore(openDatabase(file, { alone: true, tell: (sentence) => console.log(sentence) }), (sentence) =>
    log.warn(sentence),
  );
  shutdown.closes(() => store.close());
  shutdown.closes(watchFiles(store, log));
  shutdown.closes(scheduleBackups({ file, backups: settings.backups, store, log, until: shutdown.signal }));
  keepTo(settings.token ? settings.shards : null, store, store.hasGames());
  const solutions = new Solutions(store, library, {
    solver: solverThread(),
    failed: (error) => log.error({ err: error }, 'an order’s worth could not be worked out'),
  });
  const reader = readerThread({ file, assets: join(PROJECT_ROOT, 'assets') });
  // The reader closes before the database: the last connection to close writes the -wal back, which a reader can't.
  shutdown.closes(reader.end);
  const host = createHost(store, library, renderScene, realChance, solutions, machineThread(), reader);
  const commands = allCommands(host.systems);

  const healthCheck = new HealthCheck(store, VERSION);
  const monitoring = await serveMonitoring(settings, healthCheck, metrics, log);
  shutdown.closes(() => monitoring?.close());
  shutdown.signal.throwIfAborted();
  const { sandbox, discord } = await whereToServe(settings);
  shutdown.closes(() => sandbox?.close());
  shutdown.signal.throwIfAborted();
  const starting = startBot(discord, {
    host,
    commands,
    inServer: serverCommands,
    memory: store,
    log,
    watch: metrics,
    until: shutdown.signal,
  });
  // A start that failed, or was ended, has stopped by itself.
  const stopped = () =>
    starting.then(
      ({ stop }) => stop(),
      () => NOTHING_IN_HAND,
    );
  shutdown.closes(() => stopped().then(tellUnfinished));
  const bot = await starting;
  healthCheck.connected(bot.vitals);
  shutdown.finishes(bot.inHand);
  void bot.lost.then(({ message, bySetting }) => {
    console.error(printable(END.connectionLost(message)));
    shutdown.begin(bySetting ? EXIT.config : EXIT.unavailable);
  });
  void bot.damaged.then(() => {
    console.error(END.damaged(settings.database));
    shutdown.begin(EXIT.database);
  });
  void host.preloading.forAll((error) => {
    if (!shutdown.signal.aborted) log.error({ err: error }, 'where a game stands had to be worked out anew');
  });
  greet(settings, bot, sandbox, monitoring);
  // A fresh sandbox has no direct messages yet; its servers invite the bot again and get their maps then.
  if (sandbox) await bot.guildJoined.toDms();
}

function tellUnfinished(inHand: InHand): void {
  const unfinished = inWords(inHand);
  if (unfinished !== '') console.log(END.notFinished(unfinished));
}

/** Serves the health check and metrics, if a port is set. */
async function serveMonitoring(
  { healthHost: host, healthPort: port }: Settings,
  healthCheck: HealthCheck,
  metrics: Metrics,
  log: Logger,
): Promise<MonitoringServer | null> {
  if (port === null) return null;
  metrics.measureProcess();
  const answers = {
    health: () => healthCheck.health(Date.now()),
    metrics() {
      metrics.setGauges(healthCheck.readings(Date.now()));
      return metrics.text();
    },
  };
  return startMonitoringServer({ host, port }, answers, log);
}

/** Discord, with a token; without one, a practice Discord started for it. */
async function whereToServe({
  token,
  api,
  guild,
  shards,
  sandboxPort,
}: Settings): Promise<{ readonly sandbox: Sandbox | null; readonly discord: BotSettings }> {
  if (token) return { sandbox: null, discord: { token, api, guild, shards } };
  console.log(START.practice(Boolean(api)));
  const sandbox = await startSandbox({ port: sandboxPort });
  return { sandbox, discord: { token: sandbox.token, api: sandbox.apiUrl, guild: null } };
}

function greet(settings: Settings, bot: Bot, sandbox: Sandbox | null, monitoring: MonitoringServer | null): void {
  if (sandbox) {
    console.log(START.readyOnPage(sandbox.pageUrl));
  } else {
    const { client, registered } = bot;
    console.log(START.readyAs(client.user.tag, client.guilds.cache.size));
    const own = [...client.ws.shards.keys()];
    const shards = { own, count: client.options.shardCount ?? own.length };
    if (shards.count > 1) console.log(START.connectedAs(shardsInWords(shards)));
    if (registered?.how === 'now') console.log(START.commandsRegistered(settings.guild));
    if (registered?.how === 'failed') console.log(START.commandsNotRegistered(whyNot(registered.error, settings)));
    console.log(START.invite(inviteLink(client.application.id)));
  }
  console.log(START.savedIn(settings.database));
  if (monitoring) console.log(START.statusAt(monitoring.host, monitoring.port));
}

/** Discord's answer to the commands, in a sentence if the operator can mend it. */
function whyNot(error: unknown, settings: Settings): string {
  const cause = errorForOperator(error, settings);
  const words = printable(cause instanceof Error ? cause.message : String(cause));
  return databaseTroubleOf(cause) ? START.databaseNotWritable(words) : words;
}

/** Lets the games go on when the reader of what is printed, a terminal or a pager, has gone away. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** An uncaught error is a bug. Transactions are whole or not at all, so the process may end at any point. */
function endOnBug(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'a bug ends the process');
    console.error(END.bug);
    endProcess(EXIT.bug);
  });
}

/** Faults that the operator can mend end the start with a sentence, bugs with a stack trace. */
function giveUp(error: unknown): never {
  const [message, code] = explain(error);
  console.error(printable(String(message)));
  endProcess(code);
}

/** Addresses and errors can hold what a setting holds. */
function printable(text: string): string {
  return withoutSecrets(text, [process.env.DISCORD_TOKEN?.trim()]);
}

function explain(error: unknown): [message: unknown, code: number] {
  if (error instanceof BadSettings || error instanceof OtherServers) return [error.message, EXIT.config];
  if (error instanceof BrokenData) return [CANNOT_START.brokenData(error.message), EXIT.data];
  if (error instanceof MissingTypeface) return [error.message, EXIT.data];
  if (error instanceof HealthPortUnusable) return [error.message, EXIT.unavailable];
  if (error instanceof UnusableDatabase) return [error.message, error.passing ? EXIT.later : EXIT.database];
  if (error instanceof PortInUse) return [CANNOT_START.portInUse(error.message), EXIT.unavailable];
  if (error instanceof CannotConnect) return [error.message, error.bySetting ? EXIT.config : EXIT.unavailable];
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen')
    return [CANNOT_START.practicePort(error.message), EXIT.unavailable];
  return [error instanceof Error ? withSourceLines(error.stack ?? error.message) : error, EXIT.bug];
}

main().catch(giveUp);
