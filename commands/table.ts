import type { Command } from '../src/discord/inbound/command-contract.ts';
import {
  completedOption,
  MANAGERS,
  matching,
  simpleCommand,
  slashCommand,
  subcommand,
  textOption,
} from './slash-command.ts';

export const table: Command = {
  data: slashCommand('table', 'Show how the bot posts and pings here; with options, change it')
    .addStringOption(
      textOption('posts', `How the bot posts the game in this channel (${MANAGERS})`).addChoices(
        { name: 'One live board: one message for each phase, edited after every order', value: 'board' },
        { name: 'Every order: a message with a map for each', value: 'orders' },
        { name: 'A thread: every order in a new thread for this game', value: 'thread' },
      ),
    )
    .addStringOption(
      textOption('pings', 'Where the bot pings you when it’s your turn, in every game').addChoices(
        { name: 'In the channel', value: 'channel' },
        { name: 'By direct message', value: 'dm' },
      ),
    )
    .toJSON(),
  run: (host, caller, { posts, pings }) => host.posting.showOrSet(caller, posts, pings),
};

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

export const abandon = simpleCommand('abandon', `End this game (${MANAGERS}); asks first`, (host, caller) =>
  host.games.confirmAbandon(caller),
);
