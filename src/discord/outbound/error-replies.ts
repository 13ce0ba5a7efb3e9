import { randomBytes } from 'node:crypto';
import type { DatabaseTrouble } from '../../store/index.ts';

export const SLOWER = 'Slow down a little: your last presses weren’t counted. Wait a few seconds and press again.';
/** Database errors as members read them; the log has the details. */
export const TROUBLES: { readonly [trouble in DatabaseTrouble]: string } = {
  full: 'The bot’s disk is full',
  'read-only': 'The bot can’t write to its database right now',
  locked: 'Another program is using the bot’s database right now',
  damaged: 'The bot can’t read its database any more',
  disk: 'The bot’s disk isn’t responding properly',
};
export const UNKNOWN_COMMAND = 'That command no longer exists. `/help` lists the current ones.';
export const UNKNOWN_FORM = 'That form no longer works. `/map` shows the latest map with its buttons.';
export const UNKNOWN = 'That button no longer works. `/map` shows the latest map with its buttons.';

export const UNREADABLE =
  'The bot couldn’t read what Discord sent, so nothing was changed. Try again, or use another button or command.';

export const OURS = 'Something went wrong in the bot';

/** Reply to a request that threw before it changed anything. */
export function bugReply(what: string, reference: string): string {
  return `${what}, and nothing was changed. Try again; if it keeps happening, give the person who runs this bot the reference \`${reference}\`.`;
}

/** Reply to a request whose thread was stopped, such as a bot's choice of its orders. */
export const TOO_LONG =
  'The bot thought about this for too long and gave up, so nothing was changed. Its computer may be busy: try again in a minute, or go on without it.';

/** Reply if the request is done, and only showing the result failed. */
export function doneButReply(reference: string): string {
  return `That counts, but the bot couldn’t show you the result. What the channel should see follows. If something is missing, give the person who runs this bot the reference \`${reference}\`.`;
}

/** A short code that a member can pass on to the operator, who finds it in the log. */
export function newReference(): string {
  return randomBytes(4).toString('hex').toUpperCase();
}
