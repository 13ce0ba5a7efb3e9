import type { SeatId } from '../../game/index.ts';
import type { Caller } from '../base/caller.ts';
import { MAP_ANSWERS } from '../base/map-words.ts';
import { pagedReply, type Renderer, type Reply, reply } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import { orderBallots } from '../table/open-ballots.ts';
import { takenBackInWords } from '../table/rolls-taken-back.ts';
import { markOf, whatIfPrint } from '../table/what-if-words.ts';
import { ballotInWords } from './ballot-card.ts';
import { type MapLook, mapDrawing } from './map-drawing.ts';
import { placeCalled } from './map-options.ts';
import { chancesNow } from './odds-words.ts';
import { agendaOf, positionMessage } from './position-message.ts';

/** The present map for the channel, with what the last entry did. */
export function mapReply(table: GameTable, render: Renderer, look: MapLook = {}): Reply {
  const shown = positionMessage(table, render, [gameTitle(table)]);
  return Object.keys(look).length === 0 ? shown : { ...shown, drawing: mapDrawing(table, render, 'public', look) };
}

/** "**Overland** · Standard", marked where it is a “what if”. */
export function gameTitle({ system, game }: Pick<GameTable, 'system' | 'game'>): string {
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return `${markOf(game, true)}**${system.title}** · ${variant}`;
}

/**
 * The position in words, as a member's seat sees it, with the ballot that is open. Without a seat, as anybody sees it.
 * @param at a place alone; null: all of it
 */
export function positionInWords(
  table: GameTable,
  seat: SeatId | null,
  caller: Caller,
  at: string | null,
  page: number,
): Reply {
  const { system, position, game } = table;
  const view = system.view(position.state, seat ?? 'public');
  const place = at === null ? undefined : placeCalled(table, view, at);
  const words = place ? [`**${place.label}**`, system.textAt?.(view, place.value) ?? ''] : inFull(table, seat, caller);
  const text = [...whatIfPrint(game), ...takenBackInWords(position.takenBack), ...words].join('\n');
  const press = (to: number) =>
    ({ do: 'page', of: 'text', game: game.id, page: to, at: place?.value ?? null }) as const;
  return pagedReply(text, page, press);
}

function inFull(table: GameTable, seat: SeatId | null, caller: Caller): string[] {
  const { system, position } = table;
  const open = orderBallots(table);
  const sealed = open.some(({ rules }) => rules.sealed);
  const words = system.text(system.view(position.state, seat ?? 'public'), !sealed);
  return [...open.map((ballot) => ballotInWords(table, ballot, caller)), words, ...chancesNow(table)];
}

/** A seat's own map, for its member alone. */
export function ownMapReply(table: GameTable, render: Renderer, seat: SeatId, look: MapLook = {}): Reply {
  const { system, position } = table;
  const name = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const summary = system.summary(system.view(position.state, seat));
  const text = [
    `${markOf(table.game, true)}**${name}**: ${summary}`,
    ...agendaOf(table, seat),
    ...chancesNow(table),
  ].join('\n');
  return reply('member', text, { drawing: mapDrawing(table, render, seat, look) });
}

/** Every unit, a page at a time, for a member alone: those of their seat first. */
export function rosterReply(table: GameTable, seat: SeatId | null, page: number): Reply {
  const { system, position, game } = table;
  const parts = system.roster?.(system.view(position.state, seat ?? 'public'), seat) ?? [];
  if (parts.length === 0) return reply('member', MAP_ANSWERS.noRoster);
  const texts = parts.map(({ title, lines }) => [`**${title}**`, ...lines].join('\n'));
  return pagedReply(texts, page, (to) => ({ do: 'page', of: 'units', game: game.id, page: to, at: null }));
}
