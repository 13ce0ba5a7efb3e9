import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { PLACES } from './places.ts';

/** `/help`: what to do here and now. */
export const help: Command = {
  data: new SlashCommandBuilder().setName('help').setDescription('Learn how to play here').setContexts(PLACES).toJSON(),
  run: (host, caller) => host.help.help(caller),
};
