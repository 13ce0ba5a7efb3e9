import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type MessageComponentInteraction,
} from 'discord.js';
import { nameOf } from './caller.ts';
import type { Invocation, Options } from './command.ts';

/** Longest text an option may arrive with; more is nobody's order. */
const LONGEST_OPTION = 400;

/** The options of a command as text, of its subcommand where it has one. */
export function optionsOf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Options {
  const given = innermost(interaction.options.data).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, String(value).slice(0, LONGEST_OPTION)] as const],
  );
  return Object.fromEntries(given);
}

/** Which subcommand was given, and how the members are called that its options name, bots left out. */
export function invocationOf(interaction: ChatInputCommandInteraction): Invocation {
  const { data } = interaction.options;
  const people = innermost(data).flatMap(({ user, member }) =>
    // Bots command nobody: whoever is named here is human.
    user && !user.bot ? [[user.id, nameOf(member, user)] as const] : [],
  );
  return { subcommand: subcommandOf(data)?.name ?? null, people: Object.fromEntries(people) };
}

function innermost(options: readonly CommandInteractionOption[]): readonly CommandInteractionOption[] {
  const subcommand = subcommandOf(options);
  return subcommand ? (subcommand.options ?? []) : options;
}

function subcommandOf(options: readonly CommandInteractionOption[]): CommandInteractionOption | undefined {
  return options.find(({ type }) => type === ApplicationCommandOptionType.Subcommand);
}

/** The names of the members chosen in a menu, by id, bots left out; of any other menu none. */
export function chosenPeople(interaction: MessageComponentInteraction): Invocation['people'] {
  if (!interaction.isUserSelectMenu()) return {};
  return Object.fromEntries(
    interaction.users
      .filter(({ bot }) => !bot)
      .map((user) => [user.id, nameOf(interaction.members.get(user.id) ?? null, user)] as const),
  );
}
