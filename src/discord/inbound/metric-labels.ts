import { ApplicationCommandOptionType, type ChatInputCommandInteraction } from 'discord.js';
import type { Repliable } from '../outbound/responder.ts';
import { readAsking, readChoosing, readPress } from './button-routes.ts';
import type { Command } from './command.ts';

/**
 * What an interaction asks for, without any id or text of a member: `/vote open`, `button order`, `menu slot`, `form reason`. There
 * are only so many of them.
 */
export function metricLabel(interaction: Repliable, commands: ReadonlyMap<string, Command>): string {
  if (interaction.isChatInputCommand()) return commandOf(interaction, commands);
  if (interaction.isButton()) return `button ${readPress(interaction.customId)?.do ?? 'unknown'}`;
  if (interaction.isAnySelectMenu()) return `menu ${readChoosing(interaction.customId)?.what ?? 'unknown'}`;
  if (interaction.isModalSubmit()) return `form ${readAsking(interaction.customId)?.what ?? 'unknown'}`;
  return 'unknown';
}

function commandOf(interaction: ChatInputCommandInteraction, commands: ReadonlyMap<string, Command>): string {
  const command = commands.get(interaction.commandName);
  if (!command) return 'unknown command';
  const subcommand = interaction.options.getSubcommand(false);
  const known = command.data.options?.some(
    ({ type, name }) => type === ApplicationCommandOptionType.Subcommand && name === subcommand,
  );
  return `/${command.data.name}${known ? ` ${subcommand}` : ''}`;
}
