import type { Command } from '../src/discord/inbound/command.ts';
import { slashCommand, textOption } from './slash-command.ts';

/** `/record`: how the games of this server ended, and who decided well in them. */
export const record: Command = {
  data: slashCommand('record', 'Show how this server’s games ended and who chose well')
    .addStringOption(
      textOption('me', 'Show or hide your own choices, on every server').addChoices(
        { name: 'Show them', value: 'show' },
        { name: 'Hide them', value: 'hide' },
      ),
    )
    .addBooleanOption((post) => post.setName('post').setDescription('Post it in the channel for everyone (moderators)'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { me, post }) =>
    me === undefined ? host.record.show(caller, post === 'true') : host.record.setRecorded(caller, me === 'show'),
};
