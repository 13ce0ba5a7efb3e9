import {
  InteractionContextType,
  SlashCommandBuilder,
  SlashCommandStringOption,
  SlashCommandSubcommandBuilder,
} from 'discord.js';
import type { Command } from '../src/discord/inbound/command-contract.ts';
import type { System } from '../src/game/index.ts';
import { type Completion, isNotice, MOST_CHOICES } from '../src/host/index.ts';

/** Members whom the host's `mayManageGame` lets through, as descriptions name them. */
export const MANAGERS = 'moderators or the member who started the game';

/** A command for servers and for direct messages with the bot. */
export function slashCommand(name: string, description: string): SlashCommandBuilder {
  return new SlashCommandBuilder()
    .setName(name)
    .setDescription(description)
    .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM);
}

/** A verb of play for direct messages alone: each server has a list of its own games' verbs. */
export function verbOfPlay(name: string, description: string): SlashCommandBuilder {
  return slashCommand(name, description).setContexts(InteractionContextType.BotDM);
}

export function simpleCommand(
  name: string,
  description: string,
  run: Command['run'],
  needs?: Command['needs'],
): Command {
  return { data: slashCommand(name, description).toJSON(), needs, run };
}

export function subcommand(name: string, description: string): SlashCommandSubcommandBuilder {
  return new SlashCommandSubcommandBuilder().setName(name).setDescription(description);
}

export function textOption(name: string, description: string): SlashCommandStringOption {
  return new SlashCommandStringOption().setName(name).setDescription(description);
}

export function completedOption(name: string, description: string): SlashCommandStringOption {
  return textOption(name, description).setAutocomplete(true);
}

export function hasSides(systems: readonly System[]): boolean {
  return systems.some(({ about: { seats } }) => seats.length > 1);
}

export const SIDE_OPTION = completedOption('side', 'Which side, in games with sides; if empty, yours');

/** The completions that have what was typed in their words or their value, in their order. */
export function matching(completions: readonly Completion[], typed: string): Completion[] {
  const wanted = typed.trim().toLowerCase();
  const has = ({ label, full = label, value }: Completion) => `${full} ${value}`.toLowerCase().includes(wanted);
  return completions.filter((completion) => isNotice(completion) || has(completion)).slice(0, MOST_CHOICES);
}
