const DM = 'dm ';

/** A member's DM with the bot, where its channel is not known yet: what stands in the place of the channel's id. */
export function dmChannelOf(discordId: string): string {
  return `${DM}${discordId}`;
}

/** Whose DM it is, by Discord's id. Null: it is a channel. */
export function memberOfDm(channel: string): string | null {
  return channel.startsWith(DM) ? channel.slice(DM.length) : null;
}
