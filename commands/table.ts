import type { Command } from '../src/discord/inbound/command.ts';
import { MANAGERS, slashCommand, textOption } from './slash-command.ts';

/** `/table`: how the bot posts here, and where it pings a member. */
export const table: Command = {
  data: slashCommand('table', 'Show how the bot posts and pings here; with options, change it')
    .addStringOption(
      textOption('posts', `How the bot posts the game in this channel (${MANAGERS})`).addChoices(
        { name: 'One live board: one message for each phase, edited after every order', value: 'board' },
        { name: 'Every order: a message with a map for each', value: 'orders' },
        { name: 'A thread: every order in a new thread for this game', value: 'thread' },
      ),
    )
    .addStringOption(
      textOption('pings', 'Where the bot pings you when it’s your turn, in every game').addChoices(
        { name: 'In the channel', value: 'channel' },
        { name: 'By direct message', value: 'dm' },
      ),
    )
    .toJSON(),
  run: (host, caller, { posts, pings }) =>
    pings === undefined ? host.posting.showOrSet(caller, posts) : host.dmPings.set(caller, pings === 'dm'),
};
