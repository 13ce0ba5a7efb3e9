import { type Answer, say } from './answer.ts';
import { drawing, type Renderer, report } from './report.ts';
import type { Table } from './table.ts';

/** The present map for the channel, with what the last entry did. */
export function mapOf(table: Table, render: Renderer): Answer {
  const { system, game } = table;
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return report(table, render, [`**${system.title}** · ${variant}`]);
}

/** The position in words. A member with seats of their own in a game that hides something gets their own view, they alone. */
export function wordsOf({ system, position }: Table, seats: readonly string[]): Answer {
  const viewer = system.seats.length > 1 ? (seats[0] ?? 'public') : 'public';
  return say('member', system.text(system.view(position.state, viewer)));
}

/** A seat's own map, for its member alone. */
export function ownMapOf(table: Table, render: Renderer, seat: string): Answer {
  const { system, position } = table;
  const name = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const summary = system.summary(system.view(position.state, seat));
  return say('member', `**${name}**: ${summary}`, { drawing: drawing(table, render, seat) });
}
