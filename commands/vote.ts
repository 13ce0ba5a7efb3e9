import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/vote`: what is done with the vote on the next order, beside voting. */
export const vote: Command = {
  data: new SlashCommandBuilder()
    .setName('vote')
    .setDescription('The vote on the next order')
    .setContexts(PLACES)
    .addSubcommand((open) => open.setName('open').setDescription('Call a vote on the next order, or show the open one'))
    .addSubcommand((close) =>
      close.setName('close').setDescription('Count the votes now (moderators, or whoever started the campaign)'),
    )
    .addSubcommand((withdraw) => withdraw.setName('withdraw').setDescription('Take your own vote back'))
    .addSubcommand((overrule) =>
      overrule
        .setName('overrule')
        .setDescription('Give an order without waiting for the vote (moderators)')
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
