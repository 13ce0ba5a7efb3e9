import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { PLACES } from './places.ts';

/** `/units`: every unit and where it stands, for the member alone. */
export const units: Command = {
  data: new SlashCommandBuilder()
    .setName('units')
    .setDescription('List every unit and where it is, your own side first')
    .setContexts(PLACES)
    .toJSON(),
  run: (host, caller) => host.maps.units(caller),
};
