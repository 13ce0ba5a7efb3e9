import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/verify`: throws every die of a finished game again from its secret, and compares. */
export const verify: Command = {
  data: new SlashCommandBuilder()
    .setName('verify')
    .setDescription('Check every roll of a finished game')
    .setContexts(CONTEXTS)
    .addStringOption((option) =>
      option.setName('game').setDescription('Which game; if empty, the last one').setAutocomplete(true),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { game }) => host.verify.verify(caller, game ?? null),
  complete: (host, caller, { game = '' }) => matching(host.verify.completions(caller), game),
};
