import { DiscordAPIError, HTTPError } from 'discord.js';
import pino, { type Logger } from 'pino';

/** A refusal of Discord's, as discord.js throws it. */
export function refusal(code: number, status = 404): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'Refused' }, code, status, 'PATCH', '/', {});
}

/** Discord out of order, as discord.js tells of it once it has tried often enough. */
export function outOfOrder(): HTTPError {
  return new HTTPError(503, 'Service Unavailable', 'PATCH', '/', {});
}

/** A log that keeps its lines from warnings up. */
export function keptLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) }), lines };
}

/** Until everything is done that waits for nothing but its turn. */
export function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Something that is waited for until it is given. */
export function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
