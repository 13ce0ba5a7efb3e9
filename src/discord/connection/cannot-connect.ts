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

/** The codes of Node and undici for failed connections. `ERR_…` and the codes of SQLite are none. */
const NETWORK_CODE = /^((?!ERR_)E[A-Z_]+|UND_ERR_\w+)$/;

/** A request was not sent: Discord has refused too many, too many wait, or the bot stops. It can be tried later. */
export class HeldBack extends Error {
  override readonly name = 'HeldBack';
}

/** The HTTP statuses "Unauthorized" and "Too Many Requests" say nothing about the request itself. */
const ABOUT_THE_BOT: readonly number[] = [401, 429];

export function isNetworkError(error: unknown): boolean {
  if (error instanceof DiscordAPIError || error instanceof HTTPError || error instanceof RateLimitError) return true;
  if (error instanceof HeldBack) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && NETWORK_CODE.test(String(error.code)));
}

/** Whether the same request can succeed once Discord and the network work again. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DiscordAPIError) return error.status >= 500 || ABOUT_THE_BOT.includes(error.status);
  return isNetworkError(error);
}

/** Discord gives 0 to an error without a code of its own. */
const CODES: ReadonlySet<unknown> = new Set(Object.values(RESTJSONErrorCodes).filter((code) => Number(code) > 0));

const NETWORK_WORDS = new Map(
  Object.entries({
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
  }),
);

/** Discord's code (`10062`), the HTTP status (`502`) or a word: few enough to label metrics. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof RateLimitError) return 'rate limited';
  if (error instanceof HeldBack) return 'held back';
  if (error instanceof DiscordAPIError) return CODES.has(error.code) ? String(error.code) : statusOf(error);
  if (error instanceof HTTPError) return statusOf(error);
  if (!(error instanceof Error)) return 'other';
  // Only discord.js aborts requests, after 15 seconds without an answer.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  return NETWORK_WORDS.get('code' in error ? String(error.code) : '') ?? 'other';
}

function statusOf({ status }: { readonly status: number }): string {
  return status >= 400 && status <= 599 ? String(status) : 'other';
}

/** Discord cannot be reached or does not let the bot in. `message` is for the operator. */
export class CannotConnect extends Error {
  override readonly name = 'CannotConnect';
  /** Whether the operator must correct a setting. Otherwise a later try may succeed. */
  readonly bySetting: boolean;
  /** Milliseconds until Discord lets the bot in; null if Discord doesn't say. */
  readonly wait: number | null;

  constructor(message: string, details: { bySetting: boolean; cause?: unknown; wait?: number }) {
    super(message, { cause: details.cause });
    this.bySetting = details.bySetting;
    this.wait = details.wait ?? null;
  }
}

const REJECTED =
  'Discord doesn’t accept the token in DISCORD_TOKEN. Copy it again from the developer portal (Bot, Reset Token), ' +
  'without quotes or spaces.';

const NO_SESSIONS = /^Not enough sessions remaining .* resets at (\S+)$/;

/** Puts an error of Discord or the network in words for the operator. Returns any other error unchanged. */
export function errorForOperator(
  error: unknown,
  { api, guild }: { readonly api: string | null; readonly guild: string | null },
): unknown {
  const place = api ?? 'Discord';
  const wrongSetting = (message: string) => new CannotConnect(message, { bySetting: true, cause: error });
  const tryLater = (message: string, wait?: number) =>
    new CannotConnect(message, { bySetting: false, cause: error, ...(wait === undefined ? {} : { wait }) });
  if (error instanceof CannotConnect || databaseTroubleOf(error)) return error;
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) return wrongSetting(REJECTED);
  if (error instanceof DiscordAPIError && error.status === 401) return wrongSetting(REJECTED);
  if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingAccess && guild)
    return wrongSetting(
      `The bot isn’t in the server named by DISCORD_GUILD_ID (${guild}). Invite it there first, or leave the setting empty.`,
    );
  if (error instanceof RateLimitError) {
    const wait = Math.max(error.retryAfter, error.timeToReset);
    return tryLater(`${place} is rate-limiting the bot for ${counted(Math.ceil(wait / 1000), 'second')}.`, wait);
  }
  // A server that is not Discord gives no code, or an answer that discord.js can't read.
  const isForeign = error instanceof DiscordAPIError && error.code === undefined;
  if (!isForeign && (error instanceof DiscordAPIError || error instanceof HTTPError))
    return tryLater(`${place} answered with an error (${error.status}): ${error.message.replace(/\.$/, '')}.`);
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError') return unanswered(api, error);
  // discord.js gives this error no code, so it is known by its words.
  const [, resets] = NO_SESSIONS.exec(error.message) ?? [];
  if (resets !== undefined) {
    const wait = Math.max(1000, Date.parse(resets) - Date.now());
    return tryLater(`${place} won’t let the bot connect again before ${resets}.`, wait);
  }
  if (!isForeign && 'code' in error && typeof error.code === 'string')
    return tryLater(`${place} can’t be reached: ${error.message || error.code}.`);
  return api ? wrongSetting(`${api} doesn’t answer like Discord. Check DISCORD_API_URL.`) : error;
}

export function unanswered(place: string | null, cause?: unknown): CannotConnect {
  return new CannotConnect(`${place ?? 'Discord'} isn’t answering. Try again later.`, { bySetting: false, cause });
}

/** The error for a close code after which Discord takes no new connection. */
export function closedForGood(code: number, shards: Shards | null = null): CannotConnect {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new CannotConnect(REJECTED, { bySetting: true });
  // Without a setting for shards, the next start asks Discord how many are needed.
  if (code === GatewayCloseCodes.ShardingRequired && shards)
    return new CannotConnect(tooFewShards(shards), { bySetting: true });
  return new CannotConnect(
    `Discord closed the connection for good (${code} ${GatewayCloseCodes[code]}). Discord’s documentation says what the code means.`,
    { bySetting: false },
  );
}

/** Advises to double the count, with which each process keeps its servers. */
function tooFewShards({ own, count }: Shards): string {
  const twice = [...own, ...own.map((shard) => shard + count)];
  return (
    `The bot is in too many servers for ${counted(count, 'shard')}. Set SHARD_COUNT=${2 * count} and SHARDS=${twice.join(',')} here. ` +
    `In every other process, set SHARD_COUNT=${2 * count}, too, and replace each shard N in SHARDS by N and N+${count}. Every server then stays in its process.`
  );
}
