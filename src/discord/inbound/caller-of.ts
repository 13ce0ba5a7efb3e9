import {
  type APIInteractionGuildMember,
  ChannelType,
  type Guild,
  GuildMember,
  type Interaction,
  PermissionFlagsBits,
} from 'discord.js';
import type { Caller, ThreadSupport } from '../../host/index.ts';
import { isPrivate } from '../outbound/private-answers.ts';

/**
 * Who asks, out of an interaction that came at `at` (milliseconds since 1970). In a DM with the bot a member may do everything. Null
 * where there is no channel to play in.
 */
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
    // Of a server that is unavailable no role is known.
    ...(interaction.guild?.available ? { serverRoles: rolesOf(interaction.guild) } : {}),
    accountSince: user.createdTimestamp,
    // Discord gives the role of everybody the id of its server.
    everyone: guildId,
    threads: threadsAt(interaction),
    inPrivate: isPrivate(interaction),
    interaction: interaction.id,
    at,
  };
}

/** What it takes to open a thread from a message and to play in it, by Discord's names for it. */
const FOR_THREADS: readonly (readonly [bigint, string])[] = [
  [PermissionFlagsBits.ViewChannel, 'View Channel'],
  [PermissionFlagsBits.SendMessages, 'Send Messages'],
  [PermissionFlagsBits.CreatePublicThreads, 'Create Public Threads'],
  [PermissionFlagsBits.SendMessagesInThreads, 'Send Messages in Threads'],
  [PermissionFlagsBits.AttachFiles, 'Attach Files'],
];

/** A thread that discord.js does not know, as one that was archived long since, counts as a place without threads. */
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

/** The name that a server shows of a member: their nickname there, or their own. */
export function nameOf(member: object | null | undefined, user: { readonly displayName: string }): string {
  if (member instanceof GuildMember) return member.displayName;
  const nick = member && 'nick' in member ? member.nick : null;
  return typeof nick === 'string' ? nick : user.displayName;
}

export function rolesOf({ roles }: Guild): ReadonlySet<string> {
  return new Set(roles.cache.keys());
}

/** A member of a server that discord.js knows is an object of its own, any other what Discord sent. */
function membership(member: GuildMember | APIInteractionGuildMember | null): Pick<Caller, 'roles' | 'joinedAt'> {
  if (member === null) return { roles: [], joinedAt: null };
  if (member instanceof GuildMember) return { roles: [...member.roles.cache.keys()], joinedAt: member.joinedTimestamp };
  return { roles: member.roles, joinedAt: member.joined_at === null ? null : Date.parse(member.joined_at) };
}

/** Whether a member manages the channel they act in. In a thread, members who can manage threads manage it. */
export function isModerator({
  channel,
  memberPermissions,
}: Pick<Interaction, 'channel' | 'memberPermissions'>): boolean {
  if (memberPermissions?.has(PermissionFlagsBits.ManageChannels)) return true;
  return channel?.isThread() === true && memberPermissions?.has(PermissionFlagsBits.ManageThreads) === true;
}
