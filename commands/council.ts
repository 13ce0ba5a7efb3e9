import type { SlashCommandBuilder } from 'discord.js';
import { type CouncilSetting, SETTINGS } from '../src/council/index.ts';
import type { Command } from '../src/discord/inbound/command-contract.ts';
import type { System } from '../src/game/index.ts';
import {
  completedOption,
  hasSides,
  MANAGERS,
  matching,
  SIDE_OPTION,
  slashCommand,
  subcommand,
  textOption,
} from './slash-command.ts';

export function councilCommand(systems: readonly System[]): Command {
  const command = slashCommand('council', 'Show how this table decides; with options, change it');
  for (const setting of SETTINGS) addOption(command, setting);
  if (hasSides(systems)) command.addStringOption(SIDE_OPTION);
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

function addOption(command: SlashCommandBuilder, { name, summary, kind, choices, range }: CouncilSetting) {
  switch (kind) {
    case 'choice':
      return command.addStringOption(
        textOption(name, summary).addChoices(...choices.map(({ value, label }) => ({ name: label, value }))),
      );
    case 'duration':
      return command.addStringOption(completedOption(name, summary));
    case 'number':
      return command.addIntegerOption((option) => {
        option.setName(name).setDescription(summary);
        return range ? option.setMinValue(range.least).setMaxValue(range.most) : option;
      });
    case 'yes-no':
      return command.addBooleanOption((option) => option.setName(name).setDescription(summary));
    case 'role':
      return command.addRoleOption((option) => option.setName(name).setDescription(summary));
    case 'member':
      return command.addUserOption((option) => option.setName(name).setDescription(summary));
    default:
      return kind satisfies never;
  }
}

export function voteCommand(systems: readonly System[]): Command {
  const subcommands = [
    subcommand('open', 'Open a ballot on the next order, or see the open one'),
    subcommand('close', `Close the ballot now (${MANAGERS}); asks first`),
    subcommand('withdraw', 'Withdraw your vote'),
    subcommand('overrule', `Give an order without waiting for the ballot (${MANAGERS})`).addStringOption(
      completedOption('order', 'Which order').setRequired(true),
    ),
  ];
  const command = slashCommand('vote', 'Manage the ballot on the next order');
  for (const one of subcommands) {
    if (hasSides(systems)) one.addStringOption(SIDE_OPTION);
    command.addSubcommand(one);
  }
  return {
    data: command.toJSON(),
    run(host, caller, { order = '', side }, { subcommand: chosen }) {
      if (chosen === 'close') return host.ballots.count(caller, null, false, side);
      if (chosen === 'withdraw') return host.ballots.withdraw(caller, null, side);
      return chosen === 'overrule' ? host.orders.overrule(caller, order, side) : host.ballots.open(caller, side);
    },
    complete: (host, caller, { order = '', side }, focused) =>
      focused === 'side'
        ? matching(host.completions.sides(caller), side ?? '')
        : host.completions.overrule(caller, order, side),
  };
}
