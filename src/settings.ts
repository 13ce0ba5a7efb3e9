import { z } from 'zod';

/** What the environment and `.env` say, parsed. The names are those of `.env.example`. */
export interface Settings {
  /** Null: no token, and so the sandbox. */
  readonly token: string | null;
  /** Null: Discord itself. */
  readonly api: string | null;
  readonly guild: string | null;
  readonly database: string;
  readonly sandboxPort: number;
  readonly logLevel: string;
}

/** A setting cannot be used. `message` names it and says what it must be, one a line. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** An empty setting is one left out. */
const given = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined),
  z.string().optional(),
);

const environment = z.object({
  DISCORD_TOKEN: given.refine(
    (value) => value === undefined || /^[\w.~+/=-]+$/.test(value),
    'must be the bot’s token as the developer portal shows it, without spaces or quotes',
  ),
  DISCORD_API_URL: given.refine(
    (value) => value === undefined || isApiAddress(value),
    'must be an address like http://127.0.0.1:8411/api, without a version or a slash at its end',
  ),
  DISCORD_GUILD_ID: given.refine(
    (value) => value === undefined || /^\d{15,20}$/.test(value),
    'must be a server’s id: 15 to 20 digits, from Copy Server ID in Discord',
  ),
  DATABASE_PATH: given,
  SANDBOX_PORT: given.refine(
    (value) => value === undefined || (/^\d{1,5}$/.test(value) && Number(value) <= 65_535),
    'must be a port number, 0 to 65535',
  ),
  LOG_LEVEL: given.refine(
    (value) => value === undefined || LEVELS.some((level) => level === value),
    `must be one of ${LEVELS.join(', ')}`,
  ),
});

/** As discord.js takes it: it appends the version and the path itself. */
function isApiAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  const web = protocol === 'http:' || protocol === 'https:';
  return web && search === '' && hash === '' && !/\/$|\/v\d+$|[?#\s]/.test(text);
}

/**
 * Reads the settings.
 * @throws BadSettings
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new BadSettings(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  const { DISCORD_TOKEN: token = null, DISCORD_API_URL: api = null, DISCORD_GUILD_ID: guild = null } = parsed.data;
  return {
    token,
    api,
    guild,
    // Practice games live in a file of their own: the sandbox's channels are not Discord's.
    database: parsed.data.DATABASE_PATH ?? (token ? 'data/council-of-war.sqlite' : 'data/practice.sqlite'),
    sandboxPort: Number(parsed.data.SANDBOX_PORT ?? 8411),
    logLevel: parsed.data.LOG_LEVEL ?? (token ? 'info' : 'warn'),
  };
}
