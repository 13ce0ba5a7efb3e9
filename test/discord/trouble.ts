import { DiscordAPIError, HTTPError } from 'discord.js';
import pino, { type Logger } from 'pino';

/** A refusal of Discord's, as discord.js throws it. */
export function refusal(code: number, status = 404): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'Refused' }, code, status, 'PATCH', '/', {});
}

/** The error of discord.js after several tries during an outage. */
export function outOfOrder(): HTTPError {
  return new HTTPError(503, 'Service Unavailable', 'PATCH', '/', {});
}

/** A log that keeps its lines from warnings up. */
export function keptLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) }), lines };
}

/** Resolves after all work that is ready has had its turn in the event loop. */
export function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A promise, and the function that resolves it. */
export function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
