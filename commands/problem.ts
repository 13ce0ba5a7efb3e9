import type { Command } from '../src/discord/inbound/command.ts';
import { slashCommand } from './slash-command.ts';

/** `/problem`: a position from an ended game of the server, in which members look for the best order. */
export const problem: Command = {
  data: slashCommand('problem', 'Find the best order in a position from one of this server’s games')
    .addIntegerOption((hour) =>
      hour
        .setName('hour')
        .setDescription('When problems end here, an hour of UTC from 0 to 23 (moderators)')
        .setMinValue(0)
        .setMaxValue(23),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { hour }) =>
    hour === undefined ? host.problems.ask(caller) : host.problems.setHour(caller, Number(hour)),
};
