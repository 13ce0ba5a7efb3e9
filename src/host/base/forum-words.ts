import { listed } from '../../kit/plain-english.ts';
import { clipped } from './reply.ts';

/** The host's words on forum posts. */

/** Discord's limit for the name of a tag. */
const LONGEST_TAG = 20;

export const FORUM = {
  openSeat: 'Open seat',
  finished: 'Finished',
  opens: (forum: string) => `A post for your game is opening in <#${forum}>. You’ll be pinged there.`,
  starts: (who: string, title: string, variant: string) =>
    `${who} starts **${title}** (${variant}) in this post. The map follows.`,
} as const;

/** Answers to members who ask for a post. */
export const FORUM_ANSWERS = {
  noForum: 'A game can only be posted in a forum channel of this server. Leave `in:` empty to start it here.',
  mayNotPost: 'You can’t post in that forum. Ask a moderator, or choose another one.',
  crowded: 'That forum is already waiting for several posts. Try again in a moment.',
} as const;

/** Names the permissions that the bot lacks to open a post. */
export function postLacks(forum: string, permissions: readonly string[]): string {
  const many = permissions.length > 1;
  return `The bot can’t post in <#${forum}>: it lacks the permission${many ? 's' : ''} ${bold(permissions)} there. Ask a moderator to grant ${many ? 'them' : 'it'}.`;
}

/** Tells members who manage the channel about missing permissions. The post opens even without them. */
export function tagsLack(tags: readonly string[]): string {
  return `-# The forum has no tag${tags.length > 1 ? 's' : ''} ${bold(tags)}. Add ${tags.length > 1 ? 'them' : 'it'}, or grant the bot **Manage Channels** there, and posts are tagged with their game, open seats and whose move it is.`;
}

function bold(names: readonly string[]): string {
  return listed(names.map((name) => `**${name}**`));
}

/** A game's title as a tag, without the article that would make it too long. */
export function gameTag(title: string): string {
  return clipped(title.length > LONGEST_TAG ? title.replace(/^The /, '') : title, LONGEST_TAG);
}

/** "Confederates to move" has just the twenty characters that Discord allows. */
export function toMoveTag(side: string): string {
  return clipped(`${side} to move`, LONGEST_TAG);
}
