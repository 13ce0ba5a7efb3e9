import { OAuth2Scopes, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/** All the bot needs: to post maps and ballots where its commands are used, in threads too, and to open threads for what-ifs. */
const PERMISSIONS = new PermissionsBitField([
  PermissionFlagsBits.ViewChannel,
  PermissionFlagsBits.SendMessages,
  PermissionFlagsBits.CreatePublicThreads,
  PermissionFlagsBits.SendMessagesInThreads,
  PermissionFlagsBits.AttachFiles,
  PermissionFlagsBits.EmbedLinks,
]);

/** The address at which whoever manages a server invites the bot. */
export function inviteLink(application: string): string {
  const scope = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join('+');
  return `https://discord.com/oauth2/authorize?client_id=${application}&scope=${scope}&permissions=${PERMISSIONS.bitfield}`;
}
