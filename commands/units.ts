import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { PLACES } from './places.ts';

/** `/units`: every unit and where it stands, for the member alone. */
export const units: Command = {
  data: new SlashCommandBuilder()
    .setName('units')
    .setDescription('Every unit and where it stands, your own side first, for you alone')
    .setContexts(PLACES)
    .toJSON(),
  run: (host, caller) => host.maps.units(caller),
};
