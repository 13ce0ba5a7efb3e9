import { type Interaction, PermissionFlagsBits } from 'discord.js';

/** Whether a member manages the channel they act in. In a thread, members who can manage threads manage it. */
export function isModerator({
  channel,
  memberPermissions,
}: Pick<Interaction, 'channel' | 'memberPermissions'>): boolean {
  if (memberPermissions?.has(PermissionFlagsBits.ManageChannels)) return true;
  return channel?.isThread() === true && memberPermissions?.has(PermissionFlagsBits.ManageThreads) === true;
}
