import {
  type APIInteractionGuildMember,
  ChannelType,
  type Guild,
  GuildMember,
  type Interaction,
  PermissionFlagsBits,
} from 'discord.js';
import type { Caller, ThreadSupport } from '../../host/index.ts';
import { isReadIn } from '../outbound/bot-permissions.ts';
import { isPrivate } from '../outbound/private-answers.ts';

/** Returns null without a channel to play in. Members may do everything in a DM with the bot. `at`: milliseconds since 1970. */
export function callerOf(interaction: Interaction, at: number): Caller | null {
  const { channel, channelId, guildId, user } = interaction;
  if (channelId === null) return null;
  return {
    channel: channelId,
    guild: guildId,
    member: { discordId: user.id, name: nameOf(interaction.member, user) },
    isModerator:
      // A damaged packet can lack its server.
      guildId === null
        ? interaction.member === null && (channel === null || channel.type === ChannelType.DM)
        : isModerator(interaction),
    ...membership(interaction.member),
    // The roles of an unavailable server are unknown.
    ...(interaction.guild?.available ? { serverRoles: rolesOf(interaction.guild) } : {}),
    accountSince: user.createdTimestamp,
    // @everyone is a role with the id of its server.
    everyone: guildId,
    threads: threadsAt(interaction),
    isReadHere: (other) => isReadIn(interaction.channel, other),
    inPrivate: isPrivate(interaction),
    interaction: interaction.id,
    at,
  };
}

const FOR_THREADS: readonly (readonly [bigint, string])[] = [
  [PermissionFlagsBits.ViewChannel, 'View Channel'],
  [PermissionFlagsBits.SendMessages, 'Send Messages'],
  [PermissionFlagsBits.CreatePublicThreads, 'Create Public Threads'],
  [PermissionFlagsBits.SendMessagesInThreads, 'Send Messages in Threads'],
  [PermissionFlagsBits.AttachFiles, 'Attach Files'],
];

/** A thread that discord.js doesn't know, such as one archived long ago, counts as a place without threads. */
function threadsAt({ channel, user, client, memberPermissions, appPermissions }: Interaction): ThreadSupport {
  if (channel?.isThread()) {
    if (channel.parentId === null) return { kind: 'none' };
    const openedBy = channel.ownerId === user.id ? 'caller' : channel.ownerId === client.user.id ? 'bot' : 'another';
    return { kind: 'thread', of: channel.parentId, openedBy };
  }
  if (channel?.type !== ChannelType.GuildText && channel?.type !== ChannelType.GuildAnnouncement)
    return { kind: 'none' };
  const mayOpen = memberPermissions?.has(PermissionFlagsBits.CreatePublicThreads) ?? false;
  const lacks = FOR_THREADS.flatMap(([right, name]) => (appPermissions.has(right) ? [] : [name]));
  return { kind: 'channel', mayOpen, lacks };
}

export function nameOf(member: object | null | undefined, user: { readonly displayName: string }): string {
  if (member instanceof GuildMember) return member.displayName;
  const nick = member && 'nick' in member ? member.nick : null;
  return typeof nick === 'string' ? nick : user.displayName;
}

export function rolesOf({ roles }: Guild): ReadonlySet<string> {
  return new Set(roles.cache.keys());
}

/** Members of servers that discord.js doesn't know come as Discord sent them. */
function membership(member: GuildMember | APIInteractionGuildMember | null): Pick<Caller, 'roles' | 'joinedAt'> {
  if (member === null) return { roles: [], joinedAt: null };
  if (member instanceof GuildMember) return { roles: [...member.roles.cache.keys()], joinedAt: member.joinedTimestamp };
  return { roles: member.roles, joinedAt: member.joined_at === null ? null : Date.parse(member.joined_at) };
}

/** In a thread, members who can manage threads are moderators. */
export function isModerator({
  channel,
  memberPermissions,
}: Pick<Interaction, 'channel' | 'memberPermissions'>): boolean {
  if (memberPermissions?.has(PermissionFlagsBits.ManageChannels)) return true;
  return channel?.isThread() === true && memberPermissions?.has(PermissionFlagsBits.ManageThreads) === true;
}
