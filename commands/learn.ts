import type { Command } from '../src/discord/inbound/command.ts';
import type { System } from '../src/game/index.ts';
import { slashCommand, textOption } from './slash-command.ts';

/** `/learn`: a guided first turn, for the member alone; `null` if no game has one. */
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
