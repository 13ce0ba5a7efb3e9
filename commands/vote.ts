import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import {
  completedOption,
  hasSides,
  MANAGERS,
  matching,
  SIDE_OPTION,
  slashCommand,
  subcommand,
} from './slash-command.ts';

/** `/vote`: manages the ballot on the next order. */
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
