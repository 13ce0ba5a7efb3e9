import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, matching, slashCommand } from './slash-command.ts';

/** `/verify`: computes every roll of a finished game again from its secret, and compares. */
export const verify: Command = {
  data: slashCommand('verify', 'Check every roll of a finished game')
    .addStringOption(completedOption('game', 'Which game; if empty, the last one'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { game }) => host.verify.verify(caller, game ?? null),
  completionsReady: (host, caller) => host.recaps.ready(caller, ''),
  complete: (host, caller, { game = '' }) => matching(host.verify.completions(caller), game),
};
