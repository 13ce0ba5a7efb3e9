import type { Command } from '../src/discord/inbound/command.ts';
import { MANAGERS, slashCommand } from './slash-command.ts';

/** Commands without options. */
function simple(name: string, description: string, run: Command['run'], needs?: Command['needs']): Command {
  return { data: slashCommand(name, description).toJSON(), needs, run };
}

/** `/abandon`: ends the channel's game, after asking. */
export const abandon = simple('abandon', `End this game (${MANAGERS}); asks first`, (host, caller) =>
  host.games.confirmAbandon(caller),
);

export const help = simple('help', 'Learn how to play here', (host, caller) => host.help.help(caller), 'nothing');

export const odds = simple('odds', 'Show what each order is worth, only for you', (host, caller) =>
  host.maps.odds(caller),
);

/** `/status`: in full for moderators. */
export const status = simple(
  'status',
  'Show the bot’s status: uptime, backups, undelivered posts (moderators)',
  (host, caller) => host.status.reply(caller),
  'nothing',
);

export const units = simple('units', 'List every unit and where it is, your own side first', (host, caller) =>
  host.maps.units(caller),
);
