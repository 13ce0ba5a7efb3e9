import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

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
