import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS, MANAGERS } from './who-and-where.ts';

/** `/table`: how the bot posts here, and where it pings a member. */
export const table: Command = {
  data: new SlashCommandBuilder()
    .setName('table')
    .setDescription('Show how the bot posts and pings here; with options, change it')
    .setContexts(CONTEXTS)
    .addStringOption((posts) =>
      posts
        .setName('posts')
        .setDescription(`How the bot posts the game in this channel (${MANAGERS})`)
        .addChoices(
          { name: 'One live board: one message for each phase, edited after every order', value: 'board' },
          { name: 'Every order: a message with a map for each', value: 'orders' },
          { name: 'A thread: every order in a new thread for this game', value: 'thread' },
        ),
    )
    .addStringOption((pings) =>
      pings
        .setName('pings')
        .setDescription('Where the bot pings you when it’s your turn, in every game')
        .addChoices({ name: 'In the channel', value: 'channel' }, { name: 'By direct message', value: 'dm' }),
    )
    .toJSON(),
  run: (host, caller, { posts, pings }) =>
    pings === undefined ? host.posting.showOrSet(caller, posts) : host.dmPings.set(caller, pings === 'dm'),
};
