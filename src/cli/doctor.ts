import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  DiscordAPIError,
  REST,
  type RESTGetAPIApplicationCommandsResult,
  type RESTGetAPIGatewayBotResult,
  type RESTGetCurrentApplicationResult,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import { allCommands } from '../../commands/index.ts';
import { CannotConnect, errorForOperator } from '../discord/connection/cannot-connect.ts';
import { keepTo, OtherServers } from '../discord/connection/shards.ts';
import { EXIT, type Exit } from '../exit-codes.ts';
import type { Scene } from '../game/index.ts';
import { BrokenData, type Library, readLibrary } from '../host/index.ts';
import { count } from '../kit/plain-english.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { MissingTypeface, registerFonts, renderScene } from '../render/index.ts';
import { BadSettings, readFileInto, readSettings, type Settings } from '../settings.ts';
import { BACKUP_EVERY, LAST_BACKUP, openToExamine, UnusableDatabase } from '../store/index.ts';
import { systems } from '../systems/index.ts';

/** `npm run doctor`: checks all that the bot needs, without starting it. Exits with `wrong` if anything is wrong. */

const USAGE = [
  'npm run doctor [-- --channel ID]',
  'Checks Node, the typefaces, the game data, the settings, the database and, with a token, what Discord says to it.',
  'With the id of a channel (Copy Channel ID in Discord) it posts a picture there, edits it, opens a thread under it and closes it, and deletes the picture.',
].join('\n');

/** One line of what was found. `mend` says what to do about it; null if all is well. */
interface Finding {
  readonly found: string;
  readonly mend: string | null;
}

const well = (found: string): Finding => ({ found, mend: null });
const bad = (found: string, mend: string): Finding => ({ found, mend });

/** Discord limits new sessions a day. A bot that restarts in a loop uses them up. */
const FEW_SESSIONS = 20;
/** Room on the disk beside a copy of the database. */
const ROOM_BYTES = 10_000_000;
const DAY_MS = 24 * 3_600_000;
/** Used if the bot makes no backups by itself. */
const OLD_BACKUP_MS = 7 * DAY_MS;

async function* examine(channel: string | null): AsyncGenerator<Finding> {
  yield well(`Node ${process.versions.node}, canvas and better-sqlite3 work`);
  registerFonts();
  const library = readLibrary(systems, ({ id }) => join(PROJECT_ROOT, 'assets', id));
  yield well(`The typefaces are there, and the data of ${count(library.editions.length, 'game')}`);
  readFileInto(process.env, join(PROJECT_ROOT, '.env'));
  const settings = readSettings(process.env);
  yield well('The settings can be used');
  yield* examineDatabase(resolve(PROJECT_ROOT, settings.database), settings, Date.now());
  if (settings.token === null) yield well('DISCORD_TOKEN is empty: npm start opens a practice Discord on this machine');
  else yield* examineDiscord(settings, settings.token, channel, library);
}

function* examineDatabase(file: string, { token, shards }: Settings, now: number): Generator<Finding> {
  const folder = dirname(file);
  if (!existsSync(file)) {
    const there = nearest(folder);
    yield isWritable(there) && statSync(there).isDirectory()
      ? well(`There is no database yet; the bot will make ${file}`)
      : bad(`${there} can’t be written to, so no database can be made`, 'Give the user who runs the bot that folder');
    return;
  }
  const { uid } = statSync(file);
  if (!isWritable(file) && uid !== process.getuid?.()) {
    yield bad(`${file} can’t be written to by this user`, `Run the bot, and this, as its owner (user id ${uid})`);
    return;
  }
  let database: ReturnType<typeof openToExamine>;
  try {
    database = openToExamine(file);
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    yield asFinding(error);
    return;
  }
  if (database === null) {
    yield well(`There is nothing in ${file} yet; the bot will fill it`);
    return;
  }
  try {
    const ofSetting = database.prepare('SELECT value FROM setting WHERE key = ?').pluck();
    const setting = (key: string) => (ofSetting.get(key) as string | undefined) ?? null;
    const games = Number(database.prepare('SELECT count(*) FROM game').pluck().get());
    yield well(`${file} is whole: ${count(games, 'game')}`);
    const others = otherServers(token === null ? null : shards, setting, games > 0);
    if (others !== null) yield others;
    const { bavail, bsize } = statfsSync(folder);
    const room = bavail * bsize;
    if (room < ROOM_BYTES + statSync(file).size)
      yield bad(`Only ${Math.floor(room / 1e6)} MB are left on the disk of ${file}`, 'Free some space for a backup');
    const firstGame = database.prepare('SELECT min(started_at) FROM game').pluck().get() as number | null;
    yield lastBackup(setting, firstGame, now);
  } finally {
    database.close();
  }
}

type ReadSetting = (key: string) => string | null;

/** Without a backup, the oldest game says how long there has been something to lose. */
function lastBackup(setting: ReadSetting, firstGame: number | null, now: number): Finding {
  const last = setting(LAST_BACKUP);
  const every = Number(setting(BACKUP_EVERY));
  const since = now - (last === null ? (firstGame ?? now) : Number(last));
  const old = since < DAY_MS ? 'less than a day old' : `${count(Math.floor(since / DAY_MS), 'day')} old`;
  const found = last === null ? 'No backup was made yet' : `The last backup is ${old}`;
  if (since <= (every > 0 ? 2 * every : OLD_BACKUP_MS)) return well(found);
  return bad(
    last === null ? `${found}, and the oldest game is ${old}` : found,
    'Run npm run backup, and look into the bot’s log',
  );
}

/** Why a start with these shards would refuse the database; null if it would not. */
function otherServers(shards: Settings['shards'], setting: ReadSetting, hasGames: boolean): Finding | null {
  try {
    // Nothing is stored: the doctor only looks.
    keepTo(shards, { setting, set: () => {} }, hasGames);
    return null;
  } catch (error) {
    if (!(error instanceof OtherServers)) throw error;
    return asFinding(error);
  }
}

/** An error's first sentence as what was found, and the others as what to do about it. */
function asFinding({ message }: Error): Finding {
  const [, found = '', mend = ''] = /^(.*?)\. (.*)\.$/s.exec(message) ?? [];
  return bad(found, mend);
}

/** The folder, or the nearest above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function* examineDiscord(
  settings: Settings,
  token: string,
  channel: string | null,
  library: Library,
): AsyncGenerator<Finding> {
  const rest = new REST(settings.api === null ? {} : { api: settings.api }).setToken(token);
  const { id, name } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  yield well(`Discord accepts the token: the bot is ${name}`);

  const gateway = (await rest.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;
  const shards = settings.shards?.count ?? gateway.shards;
  const { remaining, total } = gateway.session_start_limit;
  if (shards < gateway.shards)
    yield bad(`SHARD_COUNT is ${shards}, and Discord asks for ${gateway.shards}`, 'See “Growing” in docs/hosting.md');
  else yield well(`Connections to the gateway: ${shards}`);
  if (remaining < FEW_SESSIONS)
    yield bad(`Only ${remaining} of ${total} starts are left for today`, 'Find out why the bot starts so often');

  const { guild } = settings;
  const route = guild === null ? Routes.applicationCommands(id) : Routes.applicationGuildCommands(id, guild);
  const registered = new Set(((await rest.get(route)) as RESTGetAPIApplicationCommandsResult).map((one) => one.name));
  const commands = allCommands(library.editions.map(({ system }) => system)).map(({ data }) => data.name);
  const missing = commands.filter((name) => !registered.has(name));
  yield missing.length === 0
    ? well(`All ${commands.length} commands are registered`)
    : bad(
        `${missing.length} of ${commands.length} commands aren’t registered`,
        'Start the bot once; it registers them',
      );
  if (channel !== null) yield* examineChannel(rest, channel);
}

const PICTURE: Scene = {
  width: 320,
  height: 80,
  palette: { inks: ['#f4ead2', '#30281c'], blends: [['#f4ead2', '#30281c']] },
  ground: { key: 'doctor', items: [{ kind: 'rect', x: 0, y: 0, width: 320, height: 80, fill: '#f4ead2' }] },
  items: [
    { kind: 'text', x: 160, y: 50, text: 'Council of War', face: 'title', size: 28, fill: '#30281c', align: 'center' },
  ],
};

/** Does all that the bot does in a channel, each with the permissions it takes. Stops at the first that fails. */
async function* examineChannel(rest: REST, channel: string): AsyncGenerator<Finding> {
  const made = { post: '', thread: '' };
  const idOf = async (request: Promise<unknown>) => ((await request) as { readonly id: string }).id;
  const files = [{ name: 'test.png', data: await renderScene(PICTURE), contentType: 'image/png' }];
  const content = 'A test of what the bot may do here. This message is deleted at once.';
  const steps: readonly (readonly [what: string, rights: string, run: () => Promise<unknown>])[] = [
    ['sees the channel', 'View Channel', () => rest.get(Routes.channel(channel))],
    [
      'posts a picture',
      'Send Messages and Attach Files',
      async () => {
        made.post = await idOf(rest.post(Routes.channelMessages(channel), { body: { content }, files }));
      },
    ],
    [
      'edits it',
      'View Channel',
      () => rest.patch(Routes.channelMessage(channel, made.post), { body: { content: `${content} It was edited.` } }),
    ],
    ['finds it again', 'Read Message History', () => rest.get(Routes.channelMessage(channel, made.post))],
    [
      'opens a thread',
      'Create Public Threads',
      async () => {
        made.thread = await idOf(rest.post(Routes.threads(channel, made.post), { body: { name: 'A test' } }));
      },
    ],
    [
      'writes in it',
      'Send Messages in Threads',
      () => rest.post(Routes.channelMessages(made.thread), { body: { content: 'This thread is closed at once.' } }),
    ],
    [
      'closes it',
      'Send Messages in Threads',
      () => rest.patch(Routes.channel(made.thread), { body: { archived: true } }),
    ],
  ];
  try {
    for (const [what, rights, run] of steps) {
      const refusal = await run().then(
        () => null,
        (error: unknown) => {
          if (error instanceof DiscordAPIError) return error;
          throw error;
        },
      );
      if (refusal === null) yield well(`In the channel the bot ${what}`);
      else {
        yield bad(
          `In the channel the bot can’t do this: it ${what} (${refusal.message})`,
          refusal.code === RESTJSONErrorCodes.UnknownChannel
            ? 'Copy the channel’s id again (Copy Channel ID in Discord)'
            : `Give it ${rights} there`,
        );
        return;
      }
    }
  } finally {
    if (made.post !== '') await rest.delete(Routes.channelMessage(channel, made.post));
  }
  yield well('It has deleted the message; the closed thread stays');
}

/** A fault that ends the examination, as a finding; null for a bug. */
function faultOf(error: unknown): Finding | null {
  const ours = [BadSettings, BrokenData, MissingTypeface].some((kind) => error instanceof kind);
  const { DISCORD_API_URL: api, DISCORD_GUILD_ID: guild } = process.env;
  const found = ours ? error : errorForOperator(error, { api: api || null, guild: guild || null });
  if (!ours && !(found instanceof CannotConnect)) return null;
  return bad((found as Error).message.replace(/\.$/, ''), 'Everything after it was left out');
}

/** `null` if the arguments make no sense. */
function read(args: readonly string[]): { readonly channel: string | null; readonly help: boolean } | null {
  try {
    const options = { channel: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    const { channel = null, help = false } = parseArgs({ args: [...args], options }).values;
    return channel === null || /^\d{15,20}$/.test(channel) ? { channel, help } : null;
  } catch {
    return null;
  }
}

async function main(args: readonly string[]): Promise<Exit> {
  const asked = read(args);
  if (asked === null || asked.help) {
    console.log(USAGE);
    return asked === null ? EXIT.usage : EXIT.well;
  }
  let exit: Exit = EXIT.well;
  const tell = ({ found, mend }: Finding) => {
    console.log(mend === null ? `ok     ${found}.` : `WRONG  ${found}. ${mend}.`);
    if (mend !== null) exit = EXIT.wrong;
  };
  try {
    for await (const finding of examine(asked.channel)) tell(finding);
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    tell(fault);
  }
  return exit;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  return EXIT.bug;
});
