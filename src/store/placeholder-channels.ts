const DM = 'dm ';

/** A member's DM with the bot, where its channel is not known yet: what stands in the place of the channel's id. */
export function dmChannelOf(discordId: string): string {
  return `${DM}${discordId}`;
}

/** Whose DM it is, by Discord's id. Null: it is a channel. */
export function memberOfDm(channel: string): string | null {
  return channel.startsWith(DM) ? channel.slice(DM.length) : null;
}

const LESSON = 'lesson ';

/** What stands in the place of a channel's id for a member's lesson of a game: no channel of Discord's, and theirs alone. */
export function lessonChannelOf(discordId: string, system: string): string {
  return `${LESSON}${discordId} ${system}`;
}

export function isLessonChannel(channel: string): boolean {
  return channel.startsWith(LESSON);
}

/** Whether it is a lesson of this member's. */
export function isLessonOf(channel: string, discordId: string): boolean {
  return channel.startsWith(`${LESSON}${discordId} `);
}
