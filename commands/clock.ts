import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS, MANAGERS } from './who-and-where.ts';

const HOURS = [6, 12, 24, 48, 72, 168];

/** `/clock`: how long the table waits for its sides. Registered only where there are games of several sides. */
export const clock: Command = {
  data: new SlashCommandBuilder()
    .setName('clock')
    .setDescription(`Show how long a side has; with options, change it (${MANAGERS})`)
    .setContexts(CONTEXTS)
    .addStringOption((option) =>
      option
        .setName('phase')
        .setDescription('Time for a phase, such as 24h, or off; when it’s up, the phase ends by itself')
        .setAutocomplete(true),
    )
    .addStringOption((option) =>
      option
        .setName('choices')
        .setDescription('Time for a choice in the other side’s turn, such as 12h; then the bot chooses')
        .setAutocomplete(true),
    )
    .addStringOption((option) =>
      option
        .setName('reminder')
        .setDescription('Time until a side is reminded once, such as 24h, or off')
        .setAutocomplete(true),
    )
    .toJSON(),
  run: (host, caller, options) => host.clocks.showOrSet(caller, options),
  complete: (_host, _caller, options, focused) =>
    matching(focused === 'choices' ? LENGTHS : [...LENGTHS, { label: 'Off', value: 'off' }], options[focused] ?? ''),
};

const LENGTHS = HOURS.map((hours) => ({
  label: hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`,
  value: `${hours}h`,
}));
