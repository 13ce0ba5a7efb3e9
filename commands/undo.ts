import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/undo`: takes the last order back. */
export const undo: Command = {
  data: new SlashCommandBuilder()
    .setName('undo')
    .setDescription('Take the last order back: your side’s, until it is answered; any, for moderators')
    .setContexts(PLACES)
    .toJSON(),
  run: (host, caller) => host.undo(caller),
};
