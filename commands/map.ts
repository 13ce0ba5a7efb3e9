import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { PLACES } from './places.ts';

/**
 * `/map`: where the campaign stands, as a picture for all, or in words or as one's own side sees it for oneself. Where a game has places
 * to look at closely, or shows something on demand, there are options for them.
 */
export function mapCommand(systems: readonly System[]): Command {
  const builder = new SlashCommandBuilder()
    .setName('map')
    .setDescription('Show how the campaign stands')
    .setContexts(PLACES)
    .addStringOption((option) =>
      option
        .setName('view')
        .setDescription('The picture for everybody, or something for you alone')
        .addChoices(
          { name: 'Picture, for everybody', value: 'picture' },
          { name: 'Text, for you alone', value: 'text' },
          { name: 'Your own side’s view, for you alone', value: 'own' },
        ),
    );
  if (systems.some(({ places }) => places !== undefined))
    builder.addStringOption((option) =>
      option.setName('at').setDescription('A place to look at closely, or the whole field').setAutocomplete(true),
    );
  if (systems.some(({ overlays }) => (overlays ?? []).length > 0))
    builder.addStringOption((option) =>
      option
        .setName('overlay')
        .setDescription('What the picture shows beside the position; several with commas')
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
