import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/rules`: the rulebook of the channel's game, topic by topic. */
export const rules: Command = {
  data: new SlashCommandBuilder()
    .setName('rules')
    .setDescription('Read the rules')
    .setContexts(PLACES)
    .addStringOption((option) => option.setName('topic').setDescription('What about').setAutocomplete(true))
    .toJSON(),
  run: (host, caller, { topic }) => host.rules(caller, topic ?? null),
  complete(host, caller, { topic = '' }) {
    const typed = topic.toLowerCase();
    return host
      .topics(caller)
      .filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(typed))
      .slice(0, 25);
  },
};
