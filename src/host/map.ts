import type { SeatId } from '../game/index.ts';
import { type Answer, say } from './answer.ts';
import { drawing, type Renderer, report } from './report.ts';
import type { Table } from './table.ts';

/** The present map for the channel, with what the last entry did. */
export function mapOf(table: Table, render: Renderer): Answer {
  const { system, game } = table;
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return report(table, render, [`**${system.title}** · ${variant}`]);
}

/** The position in words, as a member's seat sees it. Without one, as anybody does. */
export function wordsOf({ system, position, ballots }: Table, seat: SeatId | null): Answer {
  const sealed = ballots.some(({ subject, rules }) => subject.kind === 'order' && rules.sealed);
  return say('member', system.text(system.view(position.state, seat ?? 'public'), !sealed));
}

/** A seat's own map, for its member alone. */
export function ownMapOf(table: Table, render: Renderer, seat: SeatId): Answer {
  const { system, position } = table;
  const name = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const summary = system.summary(system.view(position.state, seat));
  return say('member', `**${name}**: ${summary}`, { drawing: drawing(table, render, seat) });
}
