import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/rules`: the rulebook of the channel's game, topic by topic. */
export const rules: Command = {
  data: new SlashCommandBuilder()
    .setName('rules')
    .setDescription('Read the rules')
    .setContexts(CONTEXTS)
    .addStringOption((option) => option.setName('topic').setDescription('Which topic').setAutocomplete(true))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { topic }) => host.help.rules(caller, topic ?? null),
  complete: (host, caller, { topic = '' }) => matching(host.help.topics(caller), topic),
};
