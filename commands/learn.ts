import { SlashCommandBuilder } from 'discord.js';
import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { CONTEXTS } from './who-and-where.ts';

/** `/learn`: a guided first turn, for the member alone. Null: no game has one. */
export function learnCommand(systems: readonly System[]): Command | null {
  const games = systems.filter(({ lesson }) => lesson).map(({ id, title }) => ({ name: title, value: id }));
  if (games.length === 0) return null;
  return {
    data: new SlashCommandBuilder()
      .setName('learn')
      .setDescription('Learn a game in five minutes: a guided first turn that only you see')
      .setContexts(CONTEXTS)
      .addStringOption((option) =>
        option
          .setName('game')
          .setDescription('Which game')
          .addChoices(...games),
      )
      .toJSON(),
    needs: 'nothing',
    run: (host, caller, { game }) => host.lessons.open(caller, game ?? null),
  };
}
