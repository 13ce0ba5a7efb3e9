import { LIMITS } from '../src/council/index.ts';
import type { Command } from '../src/discord/inbound/command.ts';
import { slashCommand, textOption } from './slash-command.ts';

/** `/undo`: takes the last order back. */
export const undo: Command = {
  data: slashCommand('undo', 'Take back the last order; once it rolled or revealed something, only moderators can')
    .addStringOption(
      textOption('why', 'Why? Shown to everyone; needed once something was rolled or revealed').setMaxLength(
        LIMITS.reason,
      ),
    )
    .toJSON(),
  run: (host, caller, { why = null }) => host.undo.takeBack(caller, null, false, why),
};
