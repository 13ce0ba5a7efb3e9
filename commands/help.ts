import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, matching, simpleCommand, slashCommand, subcommand } from './slash-command.ts';

export const help = simpleCommand(
  'help',
  'Learn how to play here',
  (host, caller) => host.help.help(caller),
  'nothing',
);

/** `/status`: in full for moderators. */
export const status = simpleCommand(
  'status',
  'Show the bot’s status: uptime, backups, undelivered posts (moderators)',
  (host, caller) => host.status.reply(caller),
  'nothing',
);

/** `/rules`: the rulebook of the channel's game, topic by topic. */
export const rules: Command = {
  data: slashCommand('rules', 'Read the rules').addStringOption(completedOption('topic', 'Which topic')).toJSON(),
  needs: 'nothing',
  run: (host, caller, { topic }) => host.help.rules(caller, topic ?? null),
  complete: (host, caller, { topic = '' }) => matching(host.help.topics(caller), topic),
};

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
