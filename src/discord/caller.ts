import { type Interaction, PermissionFlagsBits } from 'discord.js';
import type { Caller } from '../host/index.ts';

/** Who asks, out of an interaction. In a DM with the bot a member may do everything. Null where there is no channel to play in. */
export function callerOf(interaction: Interaction): Caller | null {
  if (interaction.channelId === null) return null;
  const inGuild = interaction.guildId !== null;
  return {
    channel: interaction.channelId,
    guild: interaction.guildId,
    member: { discordId: interaction.user.id, name: displayName(interaction) },
    mayManage: !inGuild || (interaction.memberPermissions?.has(PermissionFlagsBits.ManageChannels) ?? false),
    interaction: interaction.id,
    at: Date.now(),
  };
}

function displayName({ member, user }: Interaction): string {
  if (member && 'displayName' in member) return member.displayName;
  return (member && 'nick' in member ? member.nick : null) ?? user.displayName;
}
