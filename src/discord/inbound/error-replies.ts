import { randomBytes } from 'node:crypto';
import type { DatabaseTrouble } from '../../store/index.ts';

export const SLOWER = 'One press at a time, please: the last ones came too fast to be taken. Wait a few seconds.';
/** What a member is told of the database; whoever runs the bot reads more in its log. */
export const TROUBLES: { readonly [trouble in DatabaseTrouble]: string } = {
  full: 'The disk that the games are kept on is full',
  'read-only': 'The file that the games are kept in may not be written just now',
  locked: 'The file that the games are kept in is in use by another program just now',
  damaged: 'The file that the games are kept in cannot be read any more',
  disk: 'The disk that the games are kept on does not answer as it should',
};
export const UNKNOWN_COMMAND = 'That command is not one of ours any more. `/help` lists those that are.';
export const UNKNOWN_FORM = 'That form is not one of ours any more. `/map` shows the present map with its buttons.';
export const UNKNOWN = 'That button is not one of ours any more. `/map` shows the present map with its buttons.';

export const UNREADABLE =
  'Discord sent this in a form that the bot cannot read, so nothing was done. Try again, or use another button or command.';

export const OURS = 'Something went wrong on our side';

/** What a member is told in place of an answer. What threw has changed nothing. */
export function bugReply(what: string, reference: string): string {
  return `${what}, and nothing was changed. If it happens again, tell whoever runs this bot: reference \`${reference}\`.`;
}

/** What a member can name to whoever runs the bot: a line of the log has it. */
export function newReference(): string {
  return randomBytes(4).toString('hex').toUpperCase();
}
