import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';

/** Of a connection: Node's and undici's codes. Other codes, `ERR_…` and SQLite's, are of a bug's. */
const CODE = /^((?!ERR_)E[A-Z_]+|UND_ERR_\w+)$/;

/** For a while only answers are sent: Discord has refused too much, too much waits, or the bot stops. Everything else is tried later. */
export class HeldBack extends Error {
  override readonly name = 'HeldBack';
}

/** Statuses by which Discord refuses no request for what it asks: HTTP's "Unauthorized" and "Too Many Requests". */
const NOT_NOW: readonly number[] = [401, 429];

/** Whether the network or Discord's answer caused an error, and not our own code. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof DiscordAPIError || error instanceof HTTPError || error instanceof RateLimitError) return true;
  if (error instanceof HeldBack) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && CODE.test(String(error.code)));
}

/** Whether the same request may go well as soon as Discord and the network are in order. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DiscordAPIError) return error.status >= 500 || NOT_NOW.includes(error.status);
  return isNetworkError(error);
}

/** Discord's codes as discord.js lists them. 0 is its code for an error that has none. */
const CODES: ReadonlySet<unknown> = new Set(Object.values(RESTJSONErrorCodes).filter((code) => Number(code) > 0));

/** Codes of Node and undici, by what became of the request. */
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

/**
 * Why a request failed, in a word: Discord's code where it is one that discord.js lists, as `10062` (it came too late), else
 * the HTTP status, as `502`, or what became of the connection. It is one of some hundreds of words, whatever is answered.
 */
export function errorCodeOf(error: unknown): string {
  if (error instanceof RateLimitError) return 'rate limited';
  if (error instanceof HeldBack) return 'held back';
  if (error instanceof DiscordAPIError) return CODES.has(error.code) ? String(error.code) : statusOf(error);
  if (error instanceof HTTPError) return statusOf(error);
  if (!(error instanceof Error)) return 'other';
  // discord.js gives up what has not been answered for 15 seconds, and nobody else aborts anything.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return Object.hasOwn(OF_THE_LINE, code) ? (OF_THE_LINE[code] ?? 'other') : 'other';
}

function statusOf({ status }: { readonly status: number }): string {
  return status >= 400 && status <= 599 ? String(status) : 'other';
}
