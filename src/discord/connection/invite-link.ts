import { OAuth2Scopes, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/**
 * What an invited bot gets: it posts maps and ballots where its commands are used, in threads too, opens threads for what-ifs, and looks
 * for its own messages.
 */
const INVITE_PERMISSIONS = new PermissionsBitField([
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.CreatePublicThreads,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.AttachFiles,
  PermissionFlagsBits.EmbedLinks,
  PermissionFlagsBits.ReadMessageHistory,
]);

/** The address at which a server's manager invites the bot. */
export function inviteLink(application: string): string {
  const scope = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join('+');
  return `https://discord.com/oauth2/authorize?client_id=${application}&scope=${scope}&permissions=${INVITE_PERMISSIONS.bitfield}`;
}
