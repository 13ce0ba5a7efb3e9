import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/command.ts';
import { PLACES } from './places.ts';

/** `/map`: where the campaign stands, as a picture for all, or in words or as one's own side sees it for oneself. */
export const map: Command = {
  data: new SlashCommandBuilder()
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
    )
    .toJSON(),
  run(host, caller, { view }) {
    if (view === 'text') return host.words(caller);
    return view === 'own' ? host.ownMap(caller) : host.map(caller);
  },
};
