import { randomBytes } from 'node:crypto';
import { clipped } from '../../host/index.ts';
import { listed, plural } from '../../kit/plain-english.ts';
import type { DatabaseTrouble } from '../../store/index.ts';

export const POST = {
  noEmbeds:
    '-# The bot can’t show the votes and reasons here: it lacks the permission Embed Links. You can still vote with the buttons.',
  replaced: 'A newer picture was asked for before this one was drawn.',
  crowded: 'Many pictures are being drawn. Ask again in a few seconds.',
} as const;

/** @param alt the map in words; null if there are none */
export function mapNotDrawn(alt: string | null): string {
  return `The map couldn’t be drawn.${alt === null ? '' : ` In words: ${alt}`}`;
}

export function filesInWords({
  compressed,
  failed,
  tooLarge,
}: { readonly [how in 'compressed' | 'failed' | 'tooLarge']: readonly string[] }): string[] {
  return [
    ...(compressed.length > 0 ? [`-# Compressed: ${files(compressed)}. Open with an unzip app, such as 7-Zip.`] : []),
    ...(failed.length > 0 ? [`-# Left out, couldn’t be made: ${files(failed)}.`] : []),
    ...(tooLarge.length > 0 ? [`-# Left out, too large for one message: ${files(tooLarge)}.`] : []),
  ];
}

function files(names: readonly string[]): string {
  return clipped(names.map((name) => `\`${name}\``).join(', '), 600);
}

export function postedIn(channel: string): string {
  return `It’s posted in <#${channel}>.`;
}

export function withThread(text: string, thread: string): string {
  return `${text}\nThe thread: <#${thread}>`;
}

export const NO_THREAD = {
  kind: 'This channel can’t have threads. Use another channel.',
  permissions: 'Ask a moderator to grant the bot Create Public Threads and Send Messages in Threads here.',
  refused: (message: string) => `Discord says: ${message}.`,
  tooLong: 'Reading the game took too long. Try again when the bot is less busy.',
} as const;

export const NO_POST = {
  kind: 'That channel is no forum any more.',
  game: 'The bot no longer has that game. Start another one with `/new`.',
  tag: 'The forum requires a tag, and it has none that the bot can set. Ask a moderator to add one, or to grant the bot **Manage Channels** or **Manage Threads** there.',
  permissions:
    'Ask a moderator to grant the bot **View Channel**, **Send Messages**, **Send Messages in Threads** and **Attach Files** there.',
} as const;

export function postNotOpened(forum: string, why: string): string {
  return `The post in <#${forum}> couldn’t be opened, so no game was started. ${why}`;
}

export function threadNotOpened(why: string): string {
  return `The thread for the “what if” couldn’t be opened, so no game was started. ${why}`;
}

/** For members who can't give the bot its permissions back. */
export const CANNOT_POST = 'The bot can’t post here right now. Your orders and votes still count.';

/**
 * For members who manage the channel.
 * @param lacks Discord's names of the permissions
 */
export function missingWords(lacks: readonly string[]): string {
  const names = listed(lacks.map((name) => `**${name}**`));
  const permissions = `the ${plural(lacks.length, 'permission', 'permissions')} ${names}`;
  return `The bot can’t post here: grant it ${permissions} in the channel’s settings. Orders and votes still count, and the bot posts them once it can.`;
}

/** For members who manage the channel. The bot works without this permission. */
export const NO_HISTORY =
  'Grant the bot the permission **Read Message History** in the channel’s settings. Without it, the bot can’t tell when other messages bury the live board, and after an outage a post may come twice.';

export const SLOWER = 'Slow down a little: your last presses weren’t counted. Wait a few seconds and press again.';
export const TROUBLE_WORDS: { readonly [trouble in DatabaseTrouble]: string } = {
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

export function bugReply(what: string, reference: string): string {
  return `${what}, and nothing was changed. Try again; if it keeps happening, give the person who runs this bot the reference \`${reference}\`.`;
}

/** The reply to a request whose worker thread was stopped, such as the choice of a machine's order. */
export const TOO_LONG =
  'The bot thought about this for too long and gave up, so nothing was changed. Its computer may be busy: try again in a minute, or go on without it.';

/** The reply if the request was carried out, and only the result could not be shown. */
export function doneButReply(reference: string): string {
  return `That counts, but the bot couldn’t show you the result. What the channel should see follows. If something is missing, give the person who runs this bot the reference \`${reference}\`.`;
}

/** A short code that a member can pass on to the operator, who finds it in the log. */
export function newReference(): string {
  return randomBytes(4).toString('hex').toUpperCase();
}
