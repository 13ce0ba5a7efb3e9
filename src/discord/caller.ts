import { type APIInteractionGuildMember, GuildMember, type Interaction, PermissionFlagsBits } from 'discord.js';
import type { Caller } from '../host/index.ts';

/**
 * Who asks, out of an interaction that came at `at` (milliseconds since 1970). In a DM with the bot a member may do everything. Null
 * where there is no channel to play in.
 */
export function callerOf(interaction: Interaction, at: number): Caller | null {
  const { channelId, guildId, user } = interaction;
  if (channelId === null) return null;
  return {
    channel: channelId,
    guild: guildId,
    member: { discordId: user.id, name: nameOf(interaction.member, user) },
    mayManage: guildId === null || (interaction.memberPermissions?.has(PermissionFlagsBits.ManageChannels) ?? false),
    ...membership(interaction.member),
    accountSince: user.createdTimestamp,
    // Discord gives the role of everybody the id of its server.
    everyone: guildId,
    interaction: interaction.id,
    at,
  };
}

/** The name that a server shows of a member: their nickname there, or their own. */
export function nameOf(member: object | null | undefined, user: { readonly displayName: string }): string {
  if (member instanceof GuildMember) return member.displayName;
  const nick = member && 'nick' in member ? member.nick : null;
  return typeof nick === 'string' ? nick : user.displayName;
}

/** A member of a server that discord.js knows is an object of its own, any other what Discord sent. */
function membership(member: GuildMember | APIInteractionGuildMember | null): Pick<Caller, 'roles' | 'joinedAt'> {
  if (member === null) return { roles: [], joinedAt: null };
  if (member instanceof GuildMember) return { roles: [...member.roles.cache.keys()], joinedAt: member.joinedTimestamp };
  return { roles: member.roles, joinedAt: member.joined_at === null ? null : Date.parse(member.joined_at) };
}
