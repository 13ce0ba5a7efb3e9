import type { Event, Framing, Scene, Viewer } from '../game/index.ts';
import type { GameRecord } from '../store/index.ts';
import { worthNow } from './advice/visibility.ts';
import { chancesNow } from './advice/words.ts';
import { type Answer, type Drawing, say } from './answer.ts';
import { cardOf } from './council/card.ts';
import { orderMenu, pointOf, rowsFor } from './offers.ts';
import { orderBallots, type Table } from './table.ts';
import { smallPrint, WHAT_IF } from './what-if/words.ts';
import { WORDS } from './wording.ts';

/** Turns a scene into a PNG, for somebody that waits for it. `src/render` in the bot; tests may give another. */
export type Renderer = (scene: Scene, whose?: string) => Promise<Buffer>;

/** Among whom drawing is shared out evenly: servers, and DMs each by itself. */
export function whose({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}

/** The map of a table as a viewer may see it, drawn only when it is asked for. */
export function drawing(table: Table, render: Renderer, viewer: Viewer = 'public'): Drawing {
  const { system, position, game } = table;
  const picture = system.picture(system.view(position.state, viewer), position.moment, framingOf(table));
  return {
    point: pointOf(table),
    file: `${game.system}-${game.id}-${position.seq}.png`,
    alt: picture.alt,
    png: () => render(picture.scene, whose(game)),
  };
}

function framingOf(table: Table): Framing {
  const { seal, whatIf } = table.game;
  const worth = worthNow(table);
  return { seal, ...(whatIf ? { note: WHAT_IF } : {}), ...(worth === null ? {} : { worth }) };
}

/** The sentences of events as a viewer hears them, one a line. */
export function told({ system }: Pick<Table, 'system'>, events: readonly Event[], viewer: Viewer = 'public'): string[] {
  return events.flatMap((event) => system.tell(event, viewer) ?? []);
}

/** A line on how things stand: the position, or how the game ended. */
export function standing({ system, position, game }: Table): string[] {
  const outcome = system.outcome(position.state);
  const summary = system.summary(system.view(position.state, 'public'));
  if (outcome) return [`**${outcome.headline}** ${outcome.reason}`, summary, secretOut(game.secret)];
  return game.ended ? abandoned(game) : [summary];
}

/** How a game ended that was not played out. */
export function abandoned({ secret }: GameRecord): string[] {
  return ['**The campaign was abandoned.**', secretOut(secret)];
}

function secretOut(secret: string): string {
  return `-# The secret behind the dice: \`${secret}\`. “Check the dice” throws every one of them again.`;
}

/**
 * A message to the channel: what is told, how things stand, small print, the map, open ballots, and what may be done now.
 * @param small print; of its own accord, that it is a “what if”
 */
export function report(
  table: Table,
  render: Renderer,
  lines: readonly string[],
  small: readonly string[] = smallPrint(table.game),
): Answer {
  const orders = orderBallots(table);
  // In the text itself, for those who are notified of it or have it read to them.
  const votes = orders.length > 0 ? [WORDS.votesNow] : [];
  const stands = standing(table);
  const print = small.map((line) => `-# ${line}`);
  const text = [...lines, ...stands, ...chancesNow(table, stands), ...votes, ...print].join('\n');
  return say('channel', text, {
    drawing: drawing(table, render),
    rows: rowsFor(table),
    menu: orderMenu(table),
    cards: orders.map((ballot) => cardOf(table, table.position.state, ballot)),
  });
}
