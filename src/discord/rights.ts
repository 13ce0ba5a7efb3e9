import { type Channel, type ClientUser, PermissionFlagsBits } from 'discord.js';

/** What a message with pictures needs, by the names that Discord's settings have for it. */
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

/** The rights the bot lacks in a channel to post there. None where it knows neither the channel nor itself. */
export function lackingIn(channel: Channel | null, me: ClientUser | null): string[] {
  if (!channel || !me || channel.isDMBased()) return [];
  const has = channel.permissionsFor(me);
  const needed: Readonly<Record<string, bigint>> = channel.isThread() ? TO_POST_IN_THREAD : TO_POST;
  return has ? Object.entries(needed).flatMap(([name, right]) => (has.has(right) ? [] : [name])) : [];
}
