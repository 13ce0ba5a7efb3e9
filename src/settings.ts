import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { parse } from 'dotenv';
import * as z from 'zod';
import type { Shards } from './discord/connection/shards.ts';

/** The parsed environment and `.env`; `.env.example` has the names. */
export interface Settings {
  /** `null` without a token: the sandbox runs instead of Discord. */
  readonly token: string | null;
  /** `null` for Discord's own address. */
  readonly api: string | null;
  readonly guild: string | null;
  /** The shards that this process runs; null for all of them. */
  readonly shards: Shards | null;
  readonly database: string;
  readonly sandboxPort: number;
  readonly logLevel: string;
  /** Whether the log names members, by their ids. */
  readonly logsMembers: boolean;
  /** Port of the health check; 0: any free one. `null` for none. */
  readonly healthPort: number | null;
  /** The address on which the health check listens. */
  readonly healthHost: string;
  /** Backups that the bot makes by itself: milliseconds between two, and how many are kept. `null` for none. */
  readonly backups: { readonly every: number; readonly keep: number } | null;
}

/** A setting cannot be used. `message` names it and says what it must be, one a line. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const MOST_SHARDS = 1000;

/** Hours or days. */
const EVERY = /^([1-9]\d{0,2})([hd])$/;
const HOUR_MS = 3_600_000;

/** An empty setting is one left out. */
const anyText = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined),
  z.string().optional(),
);

/** A setting that may be left out. `rule` completes a sentence that begins with the setting's name. */
function setting(isRight: (value: string) => boolean, rule: string) {
  return anyText.refine((value) => value === undefined || isRight(value), rule);
}

const port = setting((value) => isCount(value, 0, 65_535), 'must be a port number, 0 to 65535');

const environment = z.object({
  DISCORD_TOKEN: setting(
    (value) => /^[\w.~+/=-]+$/.test(value),
    'must be the bot’s token as the developer portal shows it, without spaces or quotes',
  ),
  DISCORD_API_URL: setting(
    isApiAddress,
    'must be an address like http://127.0.0.1:8411/api, without a version or a slash at its end',
  ),
  DISCORD_GUILD_ID: setting(
    (value) => /^\d{15,20}$/.test(value),
    'must be a server’s id: 15 to 20 digits, from Copy Server ID in Discord',
  ),
  SHARDS: setting(
    (value) => /^\d{1,4}(\s*,\s*\d{1,4})*$/.test(value),
    'must list this process’s shards, counted from 0, such as 0,1',
  ),
  SHARD_COUNT: setting(
    (value) => isCount(value, 1, MOST_SHARDS),
    `must be how many shards there are in all, 1 to ${MOST_SHARDS}`,
  ),
  DATABASE_PATH: anyText,
  SANDBOX_PORT: port,
  HEALTH_PORT: port,
  HEALTH_HOST: setting(
    (value) => isIP(value) !== 0,
    'must be an IP address of this machine, or 0.0.0.0 for all of them',
  ),
  BACKUP_EVERY: setting((value) => value === 'off' || EVERY.test(value), 'must be a time such as 6h or 1d, or off'),
  BACKUP_KEEP: setting((value) => /^[1-9]\d{0,2}$/.test(value), 'must be a number, 1 to 999'),
  LOG_MEMBERS: setting((value) => value === 'yes' || value === 'no', 'must be yes or no'),
  LOG_LEVEL: setting((value) => LEVELS.includes(value), `must be one of ${LEVELS.join(', ')}`),
});

function isCount(text: string, least: number, most: number): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

/** In discord.js's form: it appends the version and the path itself. */
function isApiAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  const web = protocol === 'http:' || protocol === 'https:';
  return web && search === '' && hash === '' && !/\/$|\/v\d+$|[?#\s]/.test(text);
}

/**
 * The shards of this process. Without SHARDS it has all of them.
 * @throws BadSettings
 */
function shardsOf({ SHARDS: numbers, SHARD_COUNT: total }: z.infer<typeof environment>): Shards | null {
  if (total === undefined) {
    if (numbers === undefined) return null;
    throw new BadSettings('SHARDS needs SHARD_COUNT, the number of shards in all processes together.');
  }
  const count = Number(total);
  const all = Array.from({ length: count }, (_, shard) => shard);
  const own = numbers === undefined ? all : [...new Set(numbers.split(',').map(Number))].sort((a, b) => a - b);
  if (own.some((shard) => shard >= count))
    throw new BadSettings(`SHARDS must be numbers from 0 to ${count - 1}, as SHARD_COUNT is ${count}.`);
  return { own, count };
}

type Environment = Record<string, string | undefined>;

/**
 * Adds the settings of a file like `.env.example` to an environment, which keeps its own.
 * @param path of the file, which need not exist. ENV_FILE names another one, which must.
 * @throws BadSettings if the file cannot be read, since it may hold a token, or if the environment empties its token
 */
export function readFileInto(env: Environment, path: string): void {
  const other = env.ENV_FILE || null;
  const file = other ?? '.env';
  const bytes = bytesOf(other === null ? path : resolve(dirname(path), other), file);
  if (bytes === null && other !== null) throw new BadSettings(`ENV_FILE names ${other}, which doesn’t exist.`);
  const text = textOf(bytes ?? new Uint8Array(), file);
  const inFile = parse(text);
  // Neither may win: the token was meant to be used, or the practice Discord was asked for.
  if (env.DISCORD_TOKEN === '' && (inFile.DISCORD_TOKEN ?? '').trim() !== '')
    throw new BadSettings(
      `DISCORD_TOKEN is empty in the environment and set in ${file}. Unset it in the environment to use the token in the file. To go without a token, remove it from ${file} or point ENV_FILE to another file.`,
    );
  for (const [name, value] of Object.entries(inFile)) {
    if (name === 'DISCORD_TOKEN' && QUOTES_ALONE.test(text) && (env[name] ?? '') === '')
      throw new BadSettings(BLANK_TOKEN);
    env[name] ??= value;
  }
}

/** Reads a file; null if it does not exist. */
function bytesOf(path: string, name: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return null;
    const why = code === 'EACCES' ? 'can’t be read by the user running this' : `can’t be read (${code})`;
    throw new BadSettings(`The file ${name} ${why}. Fix it, or remove it to go without it.`);
  }
}

/** A line that sets the token to quotes with nothing between them. */
const QUOTES_ALONE = /^\s*(?:export\s+)?DISCORD_TOKEN\s*=\s*(["'`])\s*\1/m;
const BLANK_TOKEN = 'DISCORD_TOKEN holds only spaces or quotes. Put the bot’s token there, or leave it empty.';

function textOf(bytes: Uint8Array, name: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw new BadSettings(`The file ${name} isn’t plain text. Save it again as UTF-8.`);
}

/**
 * A slip, or a service that has lost its settings, must not start a practice Discord. So spaces alone are no token.
 * @throws BadSettings
 */
function expectToken({ DISCORD_TOKEN: raw = '', NODE_ENV }: Readonly<Environment>): void {
  if (raw !== '' && raw.trim() === '') throw new BadSettings(BLANK_TOKEN);
  if (raw === '' && NODE_ENV === 'production')
    throw new BadSettings(
      'DISCORD_TOKEN is empty, and NODE_ENV is production. The practice Discord is for trying things out. Set the bot’s token, or unset NODE_ENV.',
    );
}

/**
 * Reads the settings.
 * @throws BadSettings
 */
export function readSettings(env: Readonly<Environment>): Settings {
  expectToken(env);
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new BadSettings(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  const { DISCORD_TOKEN: token = null, DISCORD_API_URL: api = null, DISCORD_GUILD_ID: guild = null } = parsed.data;
  return {
    token,
    api,
    guild,
    shards: shardsOf(parsed.data),
    // Practice games live in a file of their own: the sandbox's channels are not Discord's.
    database: parsed.data.DATABASE_PATH ?? (token ? 'data/council-of-war.sqlite' : 'data/practice.sqlite'),
    sandboxPort: Number(parsed.data.SANDBOX_PORT ?? 8411),
    logLevel: parsed.data.LOG_LEVEL ?? (token ? 'info' : 'warn'),
    logsMembers: parsed.data.LOG_MEMBERS !== 'no',
    healthPort: parsed.data.HEALTH_PORT === undefined ? null : Number(parsed.data.HEALTH_PORT),
    healthHost: parsed.data.HEALTH_HOST ?? '127.0.0.1',
    backups: token ? backupsOf(parsed.data) : null,
  };
}

function backupsOf({ BACKUP_EVERY = '1d', BACKUP_KEEP = '7' }: z.infer<typeof environment>): Settings['backups'] {
  const [, count, unit] = EVERY.exec(BACKUP_EVERY) ?? [];
  if (count === undefined) return null;
  return { every: Number(count) * HOUR_MS * (unit === 'd' ? 24 : 1), keep: Number(BACKUP_KEEP) };
}
