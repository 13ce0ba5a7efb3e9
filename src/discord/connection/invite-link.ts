import { OAuth2Scopes, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/** The bot posts in channels and threads, opens threads for what-ifs, and looks for its own messages. */
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
