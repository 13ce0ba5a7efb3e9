import type { SeatId } from '../game/index.ts';
import { chancesNow } from './advice/words.ts';
import { type Answer, say } from './answer.ts';
import type { Caller } from './caller.ts';
import { ballotInWords } from './council/card.ts';
import { drawing, type Renderer, report } from './report.ts';
import { orderBallots, type Table } from './table.ts';
import { markOf, smallPrint } from './what-if/words.ts';

/** The present map for the channel, with what the last entry did. */
export function mapOf(table: Table, render: Renderer): Answer {
  return report(table, render, [titleOf(table)]);
}

/** "**Overland** · Standard", marked where it is a “what if”. */
export function titleOf({ system, game }: Pick<Table, 'system' | 'game'>): string {
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return `${markOf(game, true)}**${system.title}** · ${variant}`;
}

/** The position in words, as a member's seat sees it, with the ballot that is open. Without a seat, as anybody sees it. */
export function wordsOf(table: Table, seat: SeatId | null, caller: Caller): Answer {
  const { system, position } = table;
  const open = orderBallots(table);
  const sealed = open.some(({ rules }) => rules.sealed);
  const words = system.text(system.view(position.state, seat ?? 'public'), !sealed);
  const mark = smallPrint(table.game);
  return say(
    'member',
    [...mark, ...open.map((ballot) => ballotInWords(table, ballot, caller)), words, ...chancesNow(table, [words])].join(
      '\n',
    ),
  );
}

/** A seat's own map, for its member alone. */
export function ownMapOf(table: Table, render: Renderer, seat: SeatId): Answer {
  const { system, position } = table;
  const name = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const summary = system.summary(system.view(position.state, seat));
  const text = [`${markOf(table.game, true)}**${name}**: ${summary}`, ...chancesNow(table, [summary])].join('\n');
  return say('member', text, { drawing: drawing(table, render, seat) });
}
