import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, matching, slashCommand } from './slash-command.ts';

/** `/rules`: the rulebook of the channel's game, topic by topic. */
export const rules: Command = {
  data: slashCommand('rules', 'Read the rules').addStringOption(completedOption('topic', 'Which topic')).toJSON(),
  needs: 'nothing',
  run: (host, caller, { topic }) => host.help.rules(caller, topic ?? null),
  complete: (host, caller, { topic = '' }) => matching(host.help.topics(caller), topic),
};
