import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS, MANAGERS } from './who-and-where.ts';

/** `/abandon`: ends the channel's game, after asking. */
export const abandon: Command = {
  data: new SlashCommandBuilder()
    .setName('abandon')
    .setDescription(`End this game (${MANAGERS}); asks first`)
    .setContexts(CONTEXTS)
    .toJSON(),
  run: (host, caller) => host.games.confirmAbandon(caller),
};
