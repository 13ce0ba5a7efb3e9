import type { SlashCommandStringOption } from 'discord.js';
import type { System } from '../src/game/index.ts';

/** Whether there is a game of several sides. */
export function hasSides(systems: readonly System[]): boolean {
  return systems.some(({ seats }) => seats.length > 1);
}

/** The side that a command is for, in a game of several. */
export function sideOption(option: SlashCommandStringOption): SlashCommandStringOption {
  return option
    .setName('side')
    .setDescription('Which side, in games with sides; if empty, yours')
    .setAutocomplete(true);
}
