import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, MANAGERS, matching, slashCommand } from './slash-command.ts';

const LENGTHS = [6, 12, 24, 48, 72, 168].map((hours) => ({
  label: hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`,
  value: `${hours}h`,
}));
const OFF = { label: 'Off', value: 'off' };

/** `/clock`: time limits of the sides. Registered only if a game has several sides. */
export const clock: Command = {
  data: slashCommand('clock', `Show how long a side has; with options, change it (${MANAGERS})`)
    .addStringOption(
      completedOption('phase', 'Time for a phase, such as 24h, or off; when it’s up, the phase ends by itself'),
    )
    .addStringOption(
      completedOption('choices', 'Time for a choice in the other side’s turn, such as 12h; then the bot chooses'),
    )
    .addStringOption(completedOption('reminder', 'Time until a side is reminded once, such as 24h, or off'))
    .toJSON(),
  run: (host, caller, options) => host.clocks.showOrSet(caller, options),
  complete: (_host, _caller, options, focused) =>
    matching(focused === 'choices' ? LENGTHS : [...LENGTHS, OFF], options[focused] ?? ''),
};
