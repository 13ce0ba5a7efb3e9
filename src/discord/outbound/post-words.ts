import { clipped } from '../../host/index.ts';

export const POST = {
  noEmbeds:
    '-# The bot can’t show the votes and reasons here: it lacks the permission Embed Links. You can still vote with the buttons.',
  replaced: 'A newer picture was asked for before this one was drawn.',
  crowded: 'Many pictures are being drawn. Ask again in a few seconds.',
} as const;

/** `alt`: the map in words; null if there are none. */
export function mapNotDrawn(alt: string | null): string {
  return `The map couldn’t be drawn.${alt === null ? '' : ` In words: ${alt}`}`;
}

/** The files that a message lacks or has compressed, a line each. */
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

/** For members who manage the channel; `lacks` as Discord names the permissions. */
export function missingWords(lacks: readonly string[]): string {
  const names = lacks.map((name) => `**${name}**`);
  const last = names.pop() ?? '';
  const permissions = names.length === 0 ? `the permission ${last}` : `the permissions ${names.join(', ')} and ${last}`;
  return `The bot can’t post here: grant it ${permissions} in the channel’s settings. Orders and votes still count, and the bot posts them once it can.`;
}

/** For members who manage the channel. The bot can do without. */
export const NO_HISTORY =
  'Grant the bot the permission **Read Message History** in the channel’s settings. Without it, the bot can’t tell when other messages bury the live board, and after an outage a post may come twice.';
