import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/log`: what has happened in the channel's campaign. */
export const log: Command = {
  data: new SlashCommandBuilder()
    .setName('log')
    .setDescription('Read what has happened in this campaign')
    .setContexts(PLACES)
    .toJSON(),
  run: (host, caller) => host.log(caller, null, 0),
};
