import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/mydata`: what is kept of the member who asks, as a copy or deleted. */
export const mydata: Command = {
  data: new SlashCommandBuilder()
    .setName('mydata')
    .setDescription('Export or delete your data')
    .setContexts(CONTEXTS)
    .addSubcommand((all) =>
      all.setName('export').setDescription('Get all your data, from every server, as a file only you see'),
    )
    .addSubcommand((gone) =>
      gone.setName('delete').setDescription('Delete your name and every reason you gave; asks first'),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, _options, { subcommand }) =>
    subcommand === 'delete' ? host.myData.askDeletion(caller) : host.myData.export(caller),
};
