import {
  type Channel,
  ChannelType,
  type ClientUser,
  OAuth2Scopes,
  PermissionFlagsBits,
  PermissionsBitField,
} from 'discord.js';

/** The permissions that a post with pictures needs, by their names in Discord's settings. */
const TO_POST = {
  'View Channel': PermissionFlagsBits.ViewChannel,
  'Send Messages': PermissionFlagsBits.SendMessages,
  'Attach Files': PermissionFlagsBits.AttachFiles,
} as const;

const TO_POST_IN_THREAD = {
  'View Channel': PermissionFlagsBits.ViewChannel,
  'Send Messages in Threads': PermissionFlagsBits.SendMessagesInThreads,
  'Attach Files': PermissionFlagsBits.AttachFiles,
} as const;

/**
 * The permissions that the bot lacks for posting in a channel. Empty if discord.js doesn't know the channel or the bot.
 */
export function missingIn(channel: Channel | null, me: ClientUser | null): string[] {
  if (!channel || !me || channel.isDMBased()) return [];
  const has = channel.permissionsFor(me);
  if (!has) return [];
  // Starting a post in a forum takes Send Messages; writing in the post takes Send Messages in Threads.
  return [
    ...new Set([
      ...missingOf(has, { inThread: channel.isThread() }),
      ...(channel.isThreadOnly() ? missingOf(has, { inThread: true }) : []),
    ]),
  ];
}

export function missingOf(has: Readonly<PermissionsBitField>, { inThread }: { readonly inThread: boolean }): string[] {
  const needed: Readonly<Record<string, bigint>> = inThread ? TO_POST_IN_THREAD : TO_POST;
  return Object.entries(needed).flatMap(([name, right]) => (has.has(right) ? [] : [name]));
}

/**
 * Whether everybody who reads a channel can also see another: the same one, or one that @everyone can see. A thread
 * counts as its channel, unless it is private.
 */
export function isReadIn(channel: Channel | null, id: string): boolean {
  if (!channel || channel.isDMBased()) return false;
  const other = channel.guild.channels.cache.get(id);
  if (!other || other.type === ChannelType.PrivateThread) return false;
  const place = other.isThread() ? other.parent : other;
  const own = channel.isThread() ? channel.parentId : channel.id;
  if (place === null || place.id === own) return place !== null;
  return place.permissionsFor(channel.guild.roles.everyone).has(PermissionFlagsBits.ViewChannel);
}

export function mayReadHistory(channel: Channel): boolean {
  const me = channel.client.user;
  return (
    channel.isDMBased() ||
    (me !== null && channel.permissionsFor(me)?.has(PermissionFlagsBits.ReadMessageHistory) === true)
  );
}

const INVITE_PERMISSIONS = new PermissionsBitField([
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.CreatePublicThreads,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.AttachFiles,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.ReadMessageHistory,
]);

export function inviteLink(application: string): string {
  const scope = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join('+');
  return `https://discord.com/oauth2/authorize?client_id=${application}&scope=${scope}&permissions=${INVITE_PERMISSIONS.bitfield}`;
}
