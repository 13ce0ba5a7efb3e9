import type { Command } from '../src/discord/inbound/command.ts';
import { slashCommand, subcommand } from './slash-command.ts';

/** `/mydata`: the member's own data, as a copy or deleted. */
export const mydata: Command = {
  data: slashCommand('mydata', 'Export or delete your data')
    .addSubcommand(subcommand('export', 'Get all your data, from every server, as a file only you see'))
    .addSubcommand(subcommand('delete', 'Delete your name and every reason you gave; asks first'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, _options, { subcommand: chosen }) =>
    chosen === 'delete' ? host.myData.askDeletion(caller) : host.myData.export(caller),
};
