import type { SeatId } from '../game/index.ts';
import { type Answer, say } from './answer.ts';
import { paged } from './pages.ts';
import type { Table } from './table.ts';
import { WORDS } from './wording.ts';

/** Every unit, a page at a time, for a member alone: those of their seat first. */
export function rosterOf(table: Table, seat: SeatId | null, page: number): Answer {
  const { system, position, game } = table;
  const parts = system.roster?.(system.view(position.state, seat ?? 'public'), seat) ?? [];
  if (parts.length === 0) return say('member', WORDS.noRoster);
  const texts = parts.map(({ title, lines }) => [`**${title}**`, ...lines].join('\n'));
  return paged(texts, page, (to) => ({ do: 'page', of: 'units', game: game.id, page: to, at: null }));
}
