import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/record`: what the games of this server came to, and who decided well in them. */
export const record: Command = {
  data: new SlashCommandBuilder()
    .setName('record')
    .setDescription('Show how this server’s games ended and who chose well')
    .setContexts(CONTEXTS)
    .addStringOption((me) =>
      me
        .setName('me')
        .setDescription('Show or hide your own choices, on every server')
        .addChoices({ name: 'Show them', value: 'show' }, { name: 'Hide them', value: 'hide' }),
    )
    .addBooleanOption((post) => post.setName('post').setDescription('Post it in the channel for everyone (moderators)'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { me, post }) =>
    me === undefined ? host.record.show(caller, post === 'true') : host.record.setRecorded(caller, me === 'show'),
};
