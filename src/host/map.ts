import type { SeatId } from '../game/index.ts';
import { chancesNow } from './advice/words.ts';
import { type Answer, say } from './answer.ts';
import type { Caller } from './caller.ts';
import { ballotInWords } from './council/card.ts';
import { takenBackInWords } from './dice/rolls-taken-back.ts';
import { drawing, type Look, type Renderer } from './drawing.ts';
import { paged } from './pages.ts';
import { placeCalled } from './places.ts';
import { agendaOf, report } from './report.ts';
import { orderBallots, type Table } from './table.ts';
import { markOf, smallPrint } from './what-if/words.ts';

/** The present map for the channel, with what the last entry did. */
export function mapOf(table: Table, render: Renderer, look: Look = {}): Answer {
  const shown = report(table, render, [titleOf(table)]);
  return Object.keys(look).length === 0 ? shown : { ...shown, drawing: drawing(table, render, 'public', look) };
}

/** "**Overland** · Standard", marked where it is a “what if”. */
export function titleOf({ system, game }: Pick<Table, 'system' | 'game'>): string {
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return `${markOf(game, true)}**${system.title}** · ${variant}`;
}

/**
 * The position in words, as a member's seat sees it, with the ballot that is open. Without a seat, as anybody sees it.
 * @param at a place alone; null: all of it
 */
export function wordsOf(table: Table, seat: SeatId | null, caller: Caller, at: string | null, page: number): Answer {
  const { system, position, game } = table;
  const view = system.view(position.state, seat ?? 'public');
  const place = at === null ? undefined : placeCalled(table, view, at);
  const words = place ? [`**${place.label}**`, system.textAt?.(view, place.value) ?? ''] : inFull(table, seat, caller);
  const text = [...smallPrint(game), ...takenBackInWords(position.rollsTakenBack), ...words].join('\n');
  const press = (to: number) =>
    ({ do: 'page', of: 'text', game: game.id, page: to, at: place?.value ?? null }) as const;
  return paged(text, page, press);
}

function inFull(table: Table, seat: SeatId | null, caller: Caller): string[] {
  const { system, position } = table;
  const open = orderBallots(table);
  const sealed = open.some(({ rules }) => rules.sealed);
  const words = system.text(system.view(position.state, seat ?? 'public'), !sealed);
  // Its first line says how things stand.
  const [stands = '', ...others] = words.split('\n');
  return [
    ...open.map((ballot) => ballotInWords(table, ballot, caller)),
    stands,
    ...agendaOf(table, seat ?? 'public'),
    ...others,
    ...chancesNow(table, [words]),
  ];
}

/** A seat's own map, for its member alone. */
export function ownMapOf(table: Table, render: Renderer, seat: SeatId, look: Look = {}): Answer {
  const { system, position } = table;
  const name = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const summary = system.summary(system.view(position.state, seat));
  const text = [
    `${markOf(table.game, true)}**${name}**: ${summary}`,
    ...agendaOf(table, seat),
    ...chancesNow(table, [summary]),
  ].join('\n');
  return say('member', text, { drawing: drawing(table, render, seat, look) });
}
