import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { CONTEXTS } from './who-and-where.ts';

/**
 * `/map`: where the game stands, as a picture for all, or in words or as one's own side sees it for oneself. Where a game has places
 * to look at closely, or shows something on demand, there are options for them.
 */
export function mapCommand(systems: readonly System[]): Command {
  const builder = new SlashCommandBuilder()
    .setName('map')
    .setDescription('Show the map')
    .setContexts(CONTEXTS)
    .addStringOption((option) =>
      option
        .setName('view')
        .setDescription('A picture for everyone, or a view only you see')
        .addChoices(
          { name: 'Picture, for everyone', value: 'picture' },
          { name: 'Text, only for you', value: 'text' },
          { name: 'Your own side’s view, only for you', value: 'own' },
        ),
    );
  if (systems.some(({ places }) => places !== undefined))
    builder.addStringOption((option) =>
      option.setName('at').setDescription('A place to zoom in on, or the whole map').setAutocomplete(true),
    );
  if (systems.some(({ overlays }) => (overlays ?? []).length > 0))
    builder.addStringOption((option) =>
      option
        .setName('overlay')
        .setDescription('Extra layers to show; separate several with commas')
        .setAutocomplete(true),
    );
  return {
    data: builder.toJSON(),
    run(host, caller, { view, at = null, overlay = null }) {
      if (view === 'text') return host.maps.inWords(caller, at);
      return view === 'own' ? host.maps.forMember(caller, at, overlay) : host.maps.forChannel(caller, at, overlay);
    },
    complete: (host, caller, options, focused) =>
      focused === 'at'
        ? host.maps.placeCompletions(caller, options.at ?? '')
        : host.maps.overlayCompletions(caller, options.overlay ?? ''),
  };
}
