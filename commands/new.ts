import { ChannelType } from 'discord.js';
import type { Command } from '../src/discord/inbound/command-contract.ts';
import type { System } from '../src/game/index.ts';
import { clipped, LONGEST_CHOICE, opponentsOf, stylesOf } from '../src/host/index.ts';
import { completedOption, matching, slashCommand, textOption } from './slash-command.ts';

export function newCommand(systems: readonly System[]): Command {
  const games = systems.map(({ id, about: { title } }) => ({ name: title, value: id }));
  const [opponents, styles] = [opponentsOf(systems), stylesOf(systems)];
  const data = slashCommand('new', 'Start a game in this channel')
    .addStringOption(textOption('game', 'Which game').addChoices(...games))
    .addStringOption(completedOption('variant', 'Which variant of the game'))
    .addStringOption(completedOption('what-if', 'Branch from a point in an earlier game, with fresh dice'));
  // Discord would show an option that nobody can fill.
  if (opponents.length > 0)
    data.addStringOption(textOption('opponent', 'The side the bot plays; you play the other').addChoices(...opponents));
  if (styles.length > 0)
    data.addStringOption(textOption('style', 'How the bot plays the side you chose as opponent').addChoices(...styles));
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
        return host.games.start(caller, { systemId: game, variantId: variant, opponent, styleId: style, forum: place });
      const hasOthers = [game, variant, opponent, style, forum].some((option) => option !== undefined);
      return host.whatIfs.ask(caller, point, hasOthers);
    },
    completionsReady: (host, caller, _options, focused) =>
      focused === 'what-if' ? host.branchPoints.ready(caller) : null,
    complete(host, caller, { game, variant = '', 'what-if': point = '' }, focused) {
      if (focused === 'what-if') return matching(host.branchPoints.completions(caller), point);
      const system = systems.find(({ id }) => id === game) ?? systems[0];
      const variants = (system?.about.variants ?? []).map(({ id, name, summary }) => ({
        label: clipped(`${name}: ${summary}`, LONGEST_CHOICE),
        value: id,
      }));
      return matching(variants, variant);
    },
  };
}

export function learnCommand(systems: readonly System[]): Command | null {
  const games = systems
    .filter(({ play }) => play?.lesson)
    .map(({ id, about: { title } }) => ({ name: title, value: id }));
  if (games.length === 0) return null;
  return {
    data: slashCommand('learn', 'Learn a game in five minutes: a guided first turn that only you see')
      .addStringOption(textOption('game', 'Which game').addChoices(...games))
      .toJSON(),
    needs: 'nothing',
    run: (host, caller, { game }) => host.lessons.open(caller, game ?? null),
  };
}
