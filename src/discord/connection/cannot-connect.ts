import {
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  GatewayCloseCodes,
  HTTPError,
  RateLimitError,
  RESTJSONErrorCodes,
} from 'discord.js';
import { count as counted } from '../../kit/plain-english.ts';
import { databaseTroubleOf } from '../../store/index.ts';
import type { Shards } from './shards.ts';

/** Codes of Node and undici for a connection. Others, `ERR_…` and those of SQLite, mean a bug. */
const CODE = /^((?!ERR_)E[A-Z_]+|UND_ERR_\w+)$/;

/** A request was not sent: Discord has refused too many, too many wait, or the bot stops. It is tried later; answers are still sent. */
export class HeldBack extends Error {
  override readonly name = 'HeldBack';
}

/** HTTP's "Unauthorized" and "Too Many Requests" say nothing about the request itself. */
const NOT_NOW: readonly number[] = [401, 429];

export function isNetworkError(error: unknown): boolean {
  if (error instanceof DiscordAPIError || error instanceof HTTPError || error instanceof RateLimitError) return true;
  if (error instanceof HeldBack) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && CODE.test(String(error.code)));
}

/** If so, the same request can succeed once Discord and the network work again. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DiscordAPIError) return error.status >= 500 || NOT_NOW.includes(error.status);
  return isNetworkError(error);
}

/** 0 is the code of an error that has none. */
const CODES: ReadonlySet<unknown> = new Set(Object.values(RESTJSONErrorCodes).filter((code) => Number(code) > 0));

const OF_THE_LINE: { readonly [code: string]: string } = {
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'aborted',
  ECONNABORTED: 'aborted',
  EPIPE: 'aborted',
  UND_ERR_SOCKET: 'aborted',
  UND_ERR_ABORTED: 'aborted',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
};

/** Discord's code (`10062`), the HTTP status (`502`) or a word: some hundreds of values at most, as metric labels need. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof RateLimitError) return 'rate limited';
  if (error instanceof HeldBack) return 'held back';
  if (error instanceof DiscordAPIError) return CODES.has(error.code) ? String(error.code) : statusOf(error);
  if (error instanceof HTTPError) return statusOf(error);
  if (!(error instanceof Error)) return 'other';
  // Only discord.js aborts requests, after 15 seconds without an answer.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return Object.hasOwn(OF_THE_LINE, code) ? (OF_THE_LINE[code] ?? 'other') : 'other';
}

function statusOf({ status }: { readonly status: number }): string {
  return status >= 400 && status <= 599 ? String(status) : 'other';
}

/** Discord cannot be reached or does not let the bot in. `message` is for the self-hoster. */
export class CannotConnect extends Error {
  override readonly name = 'CannotConnect';
  /** The self-hoster has to correct a setting; if false, a later try may succeed. */
  readonly bySetting: boolean;
  /** Milliseconds until Discord lets the bot in; null if Discord doesn't say. */
  readonly wait: number | null;

  constructor(message: string, bySetting: boolean, cause?: unknown, wait: number | null = null) {
    super(message, { cause });
    this.bySetting = bySetting;
    this.wait = wait;
  }
}

export interface Place {
  readonly api: string | null;
  readonly guild: string | null;
}

const REJECTED =
  'Discord doesn’t accept the token in DISCORD_TOKEN. Copy it again from the developer portal (Bot, Reset Token), ' +
  'without quotes or spaces.';

const NO_SESSIONS = /^Not enough sessions remaining .* resets at (\S+)$/;

/** Puts an error of Discord or the network into words for the self-hoster; any other error comes back unchanged. */
export function explained(error: unknown, { api, guild }: Place): unknown {
  const place = api ?? 'Discord';
  if (error instanceof CannotConnect || databaseTroubleOf(error)) return error;
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid)
    return new CannotConnect(REJECTED, true, error);
  if (error instanceof DiscordAPIError && error.status === 401) return new CannotConnect(REJECTED, true, error);
  if (error instanceof DiscordAPIError && error.code === 50001 && guild) {
    return new CannotConnect(
      `The bot isn’t in the server named by DISCORD_GUILD_ID (${guild}). Invite it there first, or leave the setting empty.`,
      true,
      error,
    );
  }
  if (error instanceof RateLimitError) {
    const wait = Math.max(error.retryAfter, error.timeToReset);
    const seconds = counted(Math.ceil(wait / 1000), 'second');
    return new CannotConnect(`${place} is rate-limiting the bot for ${seconds}.`, false, error, wait);
  }
  // Other servers answer without Discord's codes, or with something that discord.js stumbles over.
  const foreign = error instanceof DiscordAPIError && error.code === undefined;
  if (!foreign && (error instanceof DiscordAPIError || error instanceof HTTPError))
    return new CannotConnect(
      `${place} answered with an error (${error.status}): ${error.message.replace(/\.$/, '')}.`,
      false,
      error,
    );
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError') return unanswered(api, error);
  // discord.js gives this error no code.
  const [, resets] = NO_SESSIONS.exec(error.message) ?? [];
  if (resets !== undefined) {
    const wait = Math.max(1000, Date.parse(resets) - Date.now());
    return new CannotConnect(`${place} won’t let the bot connect again before ${resets}.`, false, error, wait);
  }
  if (!foreign && 'code' in error && typeof error.code === 'string')
    return new CannotConnect(`${place} can’t be reached: ${error.message || error.code}.`, false, error);
  if (api) return new CannotConnect(`${api} doesn’t answer like Discord. Check DISCORD_API_URL.`, true, error);
  return error;
}

export function unanswered(place: string | null, cause?: unknown): CannotConnect {
  return new CannotConnect(`${place ?? 'Discord'} isn’t answering. Try again later.`, false, cause);
}

export function shutOut(code: number, shards: Shards | null = null): CannotConnect {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new CannotConnect(REJECTED, true);
  // Without settings, the next start asks Discord how many shards it needs.
  if (code === GatewayCloseCodes.ShardingRequired && shards) return new CannotConnect(tooFew(shards), true);
  return new CannotConnect(
    `Discord closed the connection for good (${code} ${GatewayCloseCodes[code]}). Discord’s documentation says what the code means.`,
    false,
  );
}

/** Doubling the count lets each process keep its servers. */
function tooFew({ own, count }: Shards): string {
  const twice = [...own, ...own.map((shard) => shard + count)];
  return (
    `The bot is in too many servers for ${counted(count, 'shard')}. Set SHARD_COUNT=${2 * count} and SHARDS=${twice.join(',')} here. ` +
    `In every other process, set SHARD_COUNT=${2 * count}, too, and replace each shard N in SHARDS by N and N+${count}. Every server then stays in its process.`
  );
}
