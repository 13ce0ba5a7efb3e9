import { ChannelType, SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { clipped, LONGEST_CHOICE, opponentsOf, stylesOf } from '../src/host/index.ts';
import { matching } from './matching-completions.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/new`: starts a game in the channel, or from a point of an earlier one in a thread. */
export function newCommand(systems: readonly System[]): Command {
  const games = systems.map(({ id, title }) => ({ name: title, value: id }));
  const data = new SlashCommandBuilder()
    .setName('new')
    .setDescription('Start a game in this channel')
    .setContexts(CONTEXTS)
    .addStringOption((option) =>
      option
        .setName('game')
        .setDescription('Which game')
        .addChoices(...games),
    )
    .addStringOption((option) =>
      option.setName('variant').setDescription('Which variant of the game').setAutocomplete(true),
    )
    .addStringOption((option) =>
      option
        .setName('what-if')
        .setDescription('Branch from a point in an earlier game, with fresh dice')
        .setAutocomplete(true),
    );
  const opponents = opponentsOf(systems);
  // Discord would show an option that nobody can fill.
  if (opponents.length > 0)
    data.addStringOption((option) =>
      option
        .setName('opponent')
        .setDescription('The side the bot plays; you play the other')
        .addChoices(...opponents),
    );
  const styles = stylesOf(systems);
  if (styles.length > 0)
    data.addStringOption((option) =>
      option
        .setName('style')
        .setDescription('How the bot plays the side you chose as opponent')
        .addChoices(...styles),
    );
  data.addChannelOption((option) =>
    option
      .setName('in')
      .setDescription('A forum that gets a post for the game')
      .addChannelTypes(ChannelType.GuildForum),
  );
  return {
    data: data.toJSON(),
    needs: 'running game',
    run(host, caller, { game, variant, opponent, style, in: forum, 'what-if': point }, { channels }) {
      const place = forum === undefined ? null : (channels[forum] ?? null);
      if (point === undefined)
        return host.games.start(caller, game ?? null, variant ?? null, opponent ?? null, style ?? null, false, place);
      return host.whatIfs.ask(
        caller,
        point,
        [game, variant, opponent, style, forum].some((option) => option !== undefined),
      );
    },
    completionsReady: (host, caller, focused) => (focused === 'what-if' ? host.branchPoints.ready(caller) : null),
    complete(host, caller, { game, variant = '', 'what-if': point = '' }, focused) {
      if (focused === 'what-if') return matching(host.branchPoints.completions(caller), point);
      const system = systems.find(({ id }) => id === game) ?? systems[0];
      const variants = system?.variants ?? [];
      return matching(
        variants.map(({ id, name, summary }) => ({ label: clipped(`${name}: ${summary}`, LONGEST_CHOICE), value: id })),
        variant,
      );
    },
  };
}
