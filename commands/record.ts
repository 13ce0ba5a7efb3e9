import type { Command } from '../src/discord/inbound/command.ts';
import { slashCommand, textOption } from './slash-command.ts';

/** `/record`: how the games of this server ended, who decided well in them, the players' ratings and the season's table. */
export const record: Command = {
  data: slashCommand('record', 'Show how this server’s games ended and who chose well')
    .addStringOption(
      textOption('me', 'Show or hide your own choices, on every server').addChoices(
        { name: 'Show them', value: 'show' },
        { name: 'Hide them', value: 'hide' },
      ),
    )
    .addStringOption(
      textOption('show', 'Show something else of the record').addChoices(
        { name: 'Ratings', value: 'ratings' },
        { name: 'Season', value: 'season' },
      ),
    )
    .addBooleanOption((post) => post.setName('post').setDescription('Post it in the channel for everyone (moderators)'))
    .toJSON(),
  needs: 'nothing',
  run(host, caller, { me, show, post }) {
    if (me !== undefined) return host.record.setRecorded(caller, me === 'show');
    if (show === 'season') return host.seasons.show(caller, post === 'true');
    return show === 'ratings' ? host.ratings.show(caller, post === 'true') : host.record.show(caller, post === 'true');
  },
};
