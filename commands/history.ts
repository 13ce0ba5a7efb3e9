import { ChannelType } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import { completedOption, matching, slashCommand } from './slash-command.ts';

/** `/log`: what has happened in the channel's game, to read or as a file. */
export const log: Command = {
  data: slashCommand('log', 'Read what has happened in this game')
    .addBooleanOption((option) =>
      option.setName('file').setDescription('Get the whole log as a file: every order, vote, reason and roll'),
    )
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { file }) => (file === 'true' ? host.log.file(caller) : host.log.page(caller, null, 0)),
};

/** `/recap`: a game of this channel told in words, pictures and files, here or in another channel. */
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

/** `/verify`: computes every roll of a finished game again from its secret, and compares. */
export const verify: Command = {
  data: slashCommand('verify', 'Check every roll of a finished game')
    .addStringOption(completedOption('game', 'Which game; if empty, the last one'))
    .toJSON(),
  needs: 'nothing',
  run: (host, caller, { game }) => host.verify.verify(caller, game ?? null),
  completionsReady: (host, caller) => host.recaps.ready(caller, ''),
  complete: (host, caller, { game = '' }) => matching(host.verify.completions(caller), game),
};
