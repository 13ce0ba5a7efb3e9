import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/quiet`: when a member is not to be pinged. Registered only where there are games of several sides. */
export const quiet: Command = {
  data: new SlashCommandBuilder()
    .setName('quiet')
    .setDescription('Set hours when the bot doesn’t ping you')
    .setContexts(CONTEXTS)
    .addSubcommand((show) => show.setName('show').setDescription('Show your quiet hours'))
    .addSubcommand((hours) =>
      hours
        .setName('hours')
        .setDescription('Set your quiet hours for every game; pings wait until they end')
        .addStringOption((option) =>
          option
            .setName('from')
            .setDescription('When they start, by your clock, such as 22:00')
            .setRequired(true)
            .setAutocomplete(true),
        )
        .addStringOption((option) =>
          option.setName('to').setDescription('When they end, such as 7:00').setRequired(true).setAutocomplete(true),
        )
        .addStringOption((option) =>
          option
            .setName('zone')
            .setDescription('A city in your time zone, such as Berlin; or choose what your clock shows now')
            .setRequired(true)
            .setAutocomplete(true),
        ),
    )
    .addSubcommand((off) => off.setName('off').setDescription('Turn quiet hours off'))
    .toJSON(),
  needs: 'nothing',
  run(host, caller, { from = '', to = '', zone = '' }, { subcommand }) {
    if (subcommand === 'hours') return host.quietHours.set(caller, from, to, zone);
    return subcommand === 'off' ? host.quietHours.off(caller) : host.quietHours.show(caller);
  },
  complete: (host, caller, options, focused) =>
    matching(focused === 'zone' ? host.quietHours.zones(caller, options.zone ?? '') : HOURS, options[focused] ?? ''),
};

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const time = `${String(hour).padStart(2, '0')}:00`;
  return { label: time, value: time };
});
