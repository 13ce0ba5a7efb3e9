import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

/** Of a connection: Node's and undici's codes. Other codes, `ERR_…` and SQLite's, are of a bug's. */
const CODE = /^(E[A-Z]+|UND_ERR_\w+)$/;

/** Whether the network or Discord's answer caused an error, and not our own code. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof DiscordAPIError || error instanceof HTTPError || error instanceof RateLimitError) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && CODE.test(String(error.code)));
}
