import type { Command } from '../src/discord/inbound/command.ts';
import { slashCommand } from './slash-command.ts';

/** `/log`: what has happened in the channel's game, to read or as a file. */
export const log: Command = {
  data: slashCommand('log', 'Read what has happened in this game')
    .addBooleanOption((option) =>
      option.setName('file').setDescription('Get the whole log as a file: every order, vote, reason and roll'),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { file }) => (file === 'true' ? host.log.file(caller) : host.log.page(caller, null, 0)),
};
