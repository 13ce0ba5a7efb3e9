const DM = 'dm ';

/** Stands for the channel id of a member's DM with the bot until that is known. */
export function dmChannelOf(discordId: string): string {
  return `${DM}${discordId}`;
}

/** The member of a DM, by Discord's id; null if it is a channel. */
export function memberOfDm(channel: string): string | null {
  return channel.startsWith(DM) ? channel.slice(DM.length) : null;
}

const LESSON = 'lesson ';

/** Stands for a channel id in a member's lesson of a game; it is no channel of Discord's. */
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
