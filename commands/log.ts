import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/log`: what has happened in the channel's game, to read or as a file. */
export const log: Command = {
  data: new SlashCommandBuilder()
    .setName('log')
    .setDescription('Read what has happened in this game')
    .setContexts(CONTEXTS)
    .addBooleanOption((option) =>
      option.setName('file').setDescription('Get the whole log as a file: every order, vote, reason and roll'),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { file }) => (file === 'true' ? host.log.file(caller) : host.log.page(caller, null, 0)),
};
