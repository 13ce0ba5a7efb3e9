import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/odds`: what orders are worth, for the member alone, as far as the table is told it. */
export const odds: Command = {
  data: new SlashCommandBuilder()
    .setName('odds')
    .setDescription('Show what each order is worth, only for you')
    .setContexts(CONTEXTS)
    .toJSON(),
  run: (host, caller) => host.maps.odds(caller),
};
