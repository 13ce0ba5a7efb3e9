import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/vote`: what is done with the ballot on the next order, beside voting. */
export const vote: Command = {
  data: new SlashCommandBuilder()
    .setName('vote')
    .setDescription('The ballot on the next order')
    .setContexts(PLACES)
    .addSubcommand((open) =>
      open.setName('open').setDescription('Call a ballot on the next order, or see the one that is open'),
    )
    .addSubcommand((close) =>
      close
        .setName('close')
        .setDescription('Close the ballot now (moderators, or whoever started the campaign); asks first'),
    )
    .addSubcommand((withdraw) => withdraw.setName('withdraw').setDescription('Withdraw your own vote'))
    .addSubcommand((overrule) =>
      overrule
        .setName('overrule')
        .setDescription('Give an order without waiting for the ballot (moderators)')
        .addStringOption((order) =>
          order.setName('order').setDescription('Which order').setRequired(true).setAutocomplete(true),
        ),
    )
    .toJSON(),
  run(host, caller, { order = '' }, { subcommand }) {
    if (subcommand === 'close') return host.count(caller, null, false);
    if (subcommand === 'withdraw') return host.withdraw(caller, null);
    return subcommand === 'overrule' ? host.overrule(caller, order) : host.openVote(caller);
  },
  complete: (host, caller, { order = '' }) => host.overrulable(caller, order),
};
