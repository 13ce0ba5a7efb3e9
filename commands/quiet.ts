import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, matching, slashCommand, subcommand } from './slash-command.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const time = `${String(hour).padStart(2, '0')}:00`;
  return { label: time, value: time };
});

/** `/quiet`: hours in which a member is not pinged. Registered only if a game has several sides. */
export const quiet: Command = {
  data: slashCommand('quiet', 'Set hours when the bot doesn’t ping you')
    .addSubcommand(subcommand('show', 'Show your quiet hours'))
    .addSubcommand(
      subcommand('hours', 'Set your quiet hours for every game; pings wait until they end')
        .addStringOption(completedOption('from', 'When they start, by your clock, such as 22:00').setRequired(true))
        .addStringOption(completedOption('to', 'When they end, such as 7:00').setRequired(true))
        .addStringOption(
          completedOption(
            'zone',
            'A city in your time zone, such as Berlin; or choose what your clock shows now',
          ).setRequired(true),
        ),
    )
    .addSubcommand(subcommand('off', 'Turn quiet hours off'))
    .toJSON(),
  needs: 'nothing',
  run(host, caller, { from = '', to = '', zone = '' }, { subcommand: chosen }) {
    if (chosen === 'hours') return host.quietHours.set(caller, from, to, zone);
    return chosen === 'off' ? host.quietHours.off(caller) : host.quietHours.show(caller);
  },
  complete: (host, caller, options, focused) =>
    matching(focused === 'zone' ? host.quietHours.zones(caller, options.zone ?? '') : HOURS, options[focused] ?? ''),
};
