import type { Event } from '../../game/index.ts';
import type { GameSources, GameTable } from '../table/game-tables.ts';
import { NEW_GAME } from '../table/game-words.ts';
import { replayLog } from '../table/replay-log.ts';
import { beginsInWords } from '../table/what-if-words.ts';
import { gameTitle } from './map-replies.ts';
import { eventSentences } from './position-message.ts';

/** The first lines of a game: its title, its starter, and the events of the start. */
export function openingLines(games: GameSources, table: GameTable, events = startEvents(games, table)): string[] {
  const title = NEW_GAME.startedBy(gameTitle(table), table.game.starter.name);
  return [title, ...beginsInWords(games, table.game), ...eventSentences(table, events)];
}

function startEvents({ store }: GameSources, { game, system }: GameTable): readonly Event[] {
  if (game.whatIf) return [];
  const [start] = store.entries(game.id);
  return start ? (replayLog(system, game.variant, [start]).steps[0]?.events ?? []) : [];
}
