import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/undo`: takes the last order back. */
export const undo: Command = {
  data: new SlashCommandBuilder()
    .setName('undo')
    .setDescription('Take the last order back (moderators, or whoever started the campaign)')
    .setContexts(PLACES)
    .toJSON(),
  run: (host, caller) => host.undo(caller),
};
