import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/status`: how the bot fares, for moderators in full. */
export const status: Command = {
  data: new SlashCommandBuilder()
    .setName('status')
    .setDescription('Show the bot’s status: uptime, backups, undelivered posts (moderators)')
    .setContexts(CONTEXTS)
    .toJSON(),
  needs: 'nothing',
  run: (host, caller) => host.status.reply(caller),
};
