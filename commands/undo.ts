import { SlashCommandBuilder } from 'discord.js';
import { LIMITS } from '../src/council/index.ts';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** The option for why, which is asked for once something was seen. */
const WHY = 'why';

/** `/undo`: takes the last order back. */
export const undo: Command = {
  data: new SlashCommandBuilder()
    .setName('undo')
    .setDescription('Take back the last order; once it rolled or revealed something, only moderators can')
    .setContexts(CONTEXTS)
    .addStringOption((option) =>
      option
        .setName(WHY)
        .setDescription('Why? Shown to everyone; needed once something was rolled or revealed')
        .setMaxLength(LIMITS.reason),
    )
    .toJSON(),
  run: (host, caller, { [WHY]: why = null }) => host.undo.takeBack(caller, null, false, why),
};
