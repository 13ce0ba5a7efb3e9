import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/units`: every unit and where it stands, for the member alone. */
export const units: Command = {
  data: new SlashCommandBuilder()
    .setName('units')
    .setDescription('List every unit and where it is, your own side first')
    .setContexts(CONTEXTS)
    .toJSON(),
  run: (host, caller) => host.maps.units(caller),
};
