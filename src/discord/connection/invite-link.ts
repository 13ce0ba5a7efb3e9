import { OAuth2Scopes } from 'discord.js';
import { INVITE_PERMISSIONS } from '../guilds/bot-permissions.ts';

/** The address at which a server's manager invites the bot. */
export function inviteLink(application: string): string {
  const scope = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join('+');
  return `https://discord.com/oauth2/authorize?client_id=${application}&scope=${scope}&permissions=${INVITE_PERMISSIONS.bitfield}`;
}
