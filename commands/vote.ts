import { SlashCommandBuilder, type SlashCommandSubcommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { matching } from './matching-completions.ts';
import { hasSides, sideOption } from './side-option.ts';
import { CONTEXTS, MANAGERS } from './who-and-where.ts';

/** `/vote`: what is done with the ballot on the next order, beside voting. */
export function voteCommand(systems: readonly System[]): Command {
  const ofSide = (subcommand: SlashCommandSubcommandBuilder) =>
    hasSides(systems) ? subcommand.addStringOption(sideOption) : subcommand;
  return {
    data: new SlashCommandBuilder()
      .setName('vote')
      .setDescription('Manage the ballot on the next order')
      .setContexts(CONTEXTS)
      .addSubcommand((open) =>
        ofSide(open.setName('open').setDescription('Open a ballot on the next order, or see the open one')),
      )
      .addSubcommand((close) =>
        ofSide(close.setName('close').setDescription(`Close the ballot now (${MANAGERS}); asks first`)),
      )
      .addSubcommand((withdraw) => ofSide(withdraw.setName('withdraw').setDescription('Withdraw your vote')))
      .addSubcommand((overrule) =>
        ofSide(
          overrule
            .setName('overrule')
            .setDescription(`Give an order without waiting for the ballot (${MANAGERS})`)
            .addStringOption((order) =>
              order.setName('order').setDescription('Which order').setRequired(true).setAutocomplete(true),
            ),
        ),
      )
      .toJSON(),
    run(host, caller, { order = '', side }, { subcommand }) {
      if (subcommand === 'close') return host.ballots.count(caller, null, false, side);
      if (subcommand === 'withdraw') return host.ballots.withdraw(caller, null, side);
      return subcommand === 'overrule' ? host.orders.overrule(caller, order, side) : host.ballots.open(caller, side);
    },
    complete: (host, caller, { order = '', side }, focused) =>
      focused === 'side'
        ? matching(host.completions.sides(caller), side ?? '')
        : host.completions.overrule(caller, order, side),
  };
}
