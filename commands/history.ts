import { ChannelType } from 'discord.js';
import type { Command } from '../src/discord/inbound/command-contract.ts';
import { completedOption, matching, slashCommand, subcommand, textOption } from './slash-command.ts';

export const log: Command = {
  data: slashCommand('log', 'Read what has happened in this game')
    .addBooleanOption((option) =>
      option.setName('file').setDescription('Get the whole log as a file: every order, vote, reason and roll'),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { file }) => (file === 'true' ? host.log.file(caller) : host.log.page(caller, null, 0)),
};

export const recap: Command = {
  data: slashCommand('recap', 'Post the story of a game, with pictures, figures and files')
    .addStringOption(completedOption('game', 'Which game; if empty, this channel’s last one'))
    .addChannelOption((option) =>
      option
        .setName('channel')
        .setDescription('Where to post it (moderators); if empty, here')
        .addChannelTypes(
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.PublicThread,
          ChannelType.AnnouncementThread,
        ),
    )
    .addIntegerOption((option) =>
      option
        .setName('year')
        .setDescription('One year of a war of several; if empty, all of it')
        .setMinValue(1861)
        .setMaxValue(1865),
    )
    .toJSON(),
  run: (host, caller, { game, channel, year }, { channels }) =>
    host.recaps.recap(
      caller,
      game ?? null,
      channel === undefined ? null : (channels[channel] ?? { channel, open: false }),
      year === undefined ? null : Number(year),
    ),
  completionsReady: (host, caller, { game = '' }) => host.recaps.ready(caller, game),
  complete: (host, caller, { game = '' }) => host.recaps.completions(caller, game),
};

export const verify: Command = {
  data: slashCommand('verify', 'Check every roll of a finished game')
    .addStringOption(completedOption('game', 'Which game; if empty, the last one'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { game }) => host.verify.verify(caller, game ?? null),
  completionsReady: (host, caller) => host.recaps.ready(caller, ''),
  complete: (host, caller, { game = '' }) => matching(host.verify.completions(caller), game),
};

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

const LENGTHS = ['1 week', '2 weeks', '4 weeks', '8 weeks', '12 weeks', '26 weeks'].map((length) => ({
  label: length,
  value: length,
}));

export const season: Command = {
  data: slashCommand('season', 'Open a season, or change its end; /record shows its table (moderators)')
    .addSubcommand(
      subcommand('open', 'Open a season: rated games count for its table; or change its end').addStringOption(
        completedOption('until', 'How long it lasts, such as 4 weeks, or its last day, such as 2026-12-24').setRequired(
          true,
        ),
      ),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { until = '' }) => host.seasons.open(caller, until),
  complete: (_host, _caller, { until = '' }) => matching(LENGTHS, until),
};

export const problem: Command = {
  data: slashCommand('problem', 'Find the best order in a position from one of this server’s games')
    .addIntegerOption((hour) =>
      hour
        .setName('hour')
        .setDescription('When problems end here, an hour of UTC from 0 to 23 (moderators)')
        .setMinValue(0)
        .setMaxValue(23),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { hour }) =>
    hour === undefined ? host.problems.ask(caller) : host.problems.setHour(caller, Number(hour)),
};
