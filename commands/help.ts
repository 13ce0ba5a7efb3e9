import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/help`: what to do here and now. */
export const help: Command = {
  data: new SlashCommandBuilder()
    .setName('help')
    .setDescription('Learn how to play here')
    .setContexts(CONTEXTS)
    .toJSON(),
  needs: 'nothing',
  run: (host, caller) => host.help.help(caller),
};
