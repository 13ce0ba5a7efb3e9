import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';

/** Codes of Node and undici for a connection. Others, `ERR_…` and those of SQLite, mean a bug. */
const CODE = /^((?!ERR_)E[A-Z_]+|UND_ERR_\w+)$/;

/** Only answers are sent for now: Discord has refused too much, too much waits, or the bot stops. The rest is tried later. */
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
