import { SlashCommandBuilder } from 'discord.js';
import { SETTINGS, type Setting } from '../src/council/index.ts';
import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { matching } from './matching-completions.ts';
import { hasSides, sideOption } from './side-option.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/council`: shows and changes how this table decides. Its options are the settings, and the side they are for. */
export function councilCommand(systems: readonly System[]): Command {
  const command = SETTINGS.reduce(
    withOption,
    new SlashCommandBuilder()
      .setName('council')
      .setDescription('Show how this table decides; with options, change it')
      .setContexts(CONTEXTS),
  );
  if (hasSides(systems)) command.addStringOption(sideOption);
  return {
    data: command.toJSON(),
    run(host, caller, { side, ...changes }, { people }) {
      if (Object.keys(changes).length === 0) return host.council.show(caller, side);
      return host.council.set(caller, changes, people, true, null, side);
    },
    complete(host, caller, options, focused) {
      if (focused === 'side') return matching(host.completions.sides(caller), options.side ?? '');
      const setting = SETTINGS.find(({ name }) => name === focused);
      return matching(setting?.choices ?? [], options[focused] ?? '');
    },
  };
}

function withOption(
  command: SlashCommandBuilder,
  { name, summary, kind, choices, range }: Setting,
): SlashCommandBuilder {
  switch (kind) {
    case 'choice':
      command.addStringOption((option) =>
        option
          .setName(name)
          .setDescription(summary)
          .addChoices(...choices.map(({ value, label }) => ({ name: label, value }))),
      );
      return command;
    case 'duration':
      command.addStringOption((option) => option.setName(name).setDescription(summary).setAutocomplete(true));
      return command;
    case 'number':
      command.addIntegerOption((option) => {
        option.setName(name).setDescription(summary);
        return range ? option.setMinValue(range.least).setMaxValue(range.most) : option;
      });
      return command;
    case 'yes-no':
      command.addBooleanOption((option) => option.setName(name).setDescription(summary));
      return command;
    case 'role':
      command.addRoleOption((option) => option.setName(name).setDescription(summary));
      return command;
    case 'member':
      command.addUserOption((option) => option.setName(name).setDescription(summary));
      return command;
    default:
      return kind satisfies never;
  }
}
