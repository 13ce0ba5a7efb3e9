import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/join`: takes a side in a game of several. Registered only where there is such a game. */
export const join: Command = {
  data: new SlashCommandBuilder()
    .setName('join')
    .setDescription('Join a side in this game')
    .setContexts(CONTEXTS)
    .addStringOption((option) =>
      option.setName('side').setDescription('Which side').setRequired(true).setAutocomplete(true),
    )
    .toJSON(),
  run: (host, caller, { side = '' }) => host.seats.join(caller, side),
  complete: (host, caller, { side = '' }) => matching(host.completions.sides(caller), side),
};
