import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, matching, slashCommand, subcommand } from './slash-command.ts';

const LENGTHS = ['1 week', '2 weeks', '4 weeks', '8 weeks', '12 weeks', '26 weeks'].map((length) => ({
  label: length,
  value: length,
}));

/** `/season`: a time in which a server's games count for a table. `/record` shows it. */
export const season: Command = {
  data: slashCommand('season', 'Open a season, or change its end; /record shows its table (moderators)')
    .addSubcommand(
      subcommand('open', 'Open a season: rated games count for its table; or change its end').addStringOption(
        completedOption('until', 'How long it lasts, such as 4 weeks, or its last day, such as 2026-12-24').setRequired(
          true,
        ),
      ),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { until = '' }) => host.seasons.open(caller, until),
  complete: (_host, _caller, { until = '' }) => matching(LENGTHS, until),
};
