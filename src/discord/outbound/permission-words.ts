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
