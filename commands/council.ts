import { SlashCommandBuilder } from 'discord.js';
import { SETTINGS, type Setting } from '../src/council/index.ts';
import type { Command } from '../src/discord/command.ts';
import { matching } from './matching.ts';
import { PLACES } from './places.ts';

/** `/council`: how this table decides, and changes of it. Its options are the settings there are. */
export const council: Command = {
  data: SETTINGS.reduce(
    withOption,
    new SlashCommandBuilder()
      .setName('council')
      .setDescription('Show how this table decides; with options, change it')
      .setContexts(PLACES),
  ).toJSON(),
  run: (host, caller, options, { people }) =>
    Object.keys(options).length === 0 ? host.council(caller) : host.setCouncil(caller, options, people),
  complete(_host, _caller, options, focused) {
    const setting = SETTINGS.find(({ name }) => name === focused);
    return matching(setting?.choices ?? [], options[focused] ?? '');
  },
};

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
