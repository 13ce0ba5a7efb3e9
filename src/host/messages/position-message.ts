import { type Event, LONGEST_TEXT, type Viewer } from '../../game/index.ts';
import { abandonedInWords, MAP } from '../base/map-words.ts';
import { type Renderer, type Reply, reply } from '../base/reply.ts';
import { SIDE_BALLOT } from '../base/voting-words.ts';
import { headMark, headOf, hidesSomething } from '../table/game-secret.ts';
import type { GameTable } from '../table/game-tables.ts';
import { roomInWords } from '../table/log-words.ts';
import { orderBallots } from '../table/open-ballots.ts';
import { takenBackInWords } from '../table/rolls-taken-back.ts';
import { sideNameOf } from '../table/seat-rules.ts';
import { whatIfPrint } from '../table/what-if-words.ts';
import { ballotCard } from './ballot-card.ts';
import { lessonMessage } from './lesson-message.ts';
import { mapDrawing } from './map-drawing.ts';
import { chancesNow } from './odds-words.ts';
import { orderButtons } from './order-buttons.ts';

export { mapDrawing, renderShareOf } from './map-drawing.ts';

/** The sentences of events as a viewer hears them, one a line. */
export function eventSentences(
  { system }: Pick<GameTable, 'system'>,
  events: readonly Event[],
  viewer: Viewer = 'public',
): string[] {
  return events.flatMap((event) => system.tell(event, viewer) ?? []);
}

/** A line on how things stand: the position, or how the game ended. */
export function positionSummary({ system, position, game }: GameTable): string[] {
  const outcome = system.outcome(position.state);
  const summary = system.summary(system.view(position.state, 'public'));
  if (outcome) return [`**${outcome.headline}** ${outcome.reason}`, summary, MAP.secretIsOut(game.seal)];
  return game.ended ? abandonedInWords(game.seal) : [summary];
}

/** What stands to be done, under how things stand. Nothing once the game is over. */
export function agendaOf({ system, position, game }: GameTable, viewer: Viewer = 'public'): readonly string[] {
  if (game.ended) return [];
  return system.agenda?.(system.view(position.state, viewer)) ?? [];
}

/**
 * A message to the channel: what is told, how things stand, small print, the map, open ballots, and what may be done now.
 * @param small print, beside that rolls were taken back; by default, that it is a “what if”
 * @param cut which lines give way where there is no room for all
 */
export function positionMessage(
  table: GameTable,
  render: Renderer,
  lines: readonly string[],
  small: readonly string[] = whatIfPrint(table.game),
  cut: 'first' | 'last' = 'last',
): Reply {
  if (table.lesson) return lessonMessage(table, table.lesson, render, lines);
  const orders = orderBallots(table);
  // In the text itself, for members who read the notification or have it read to them.
  const votes = [...new Set(orders.map(({ seat }) => SIDE_BALLOT.callToVote(sideNameOf(table.system, seat))))];
  const stands = positionSummary(table);
  const notes = [
    ...takenBackInWords(table.position.takenBack),
    ...(table.game.ended ? [] : roomInWords(table.position)),
    ...sealedLog(table),
  ];
  const print = [...small, ...notes].map((line) => `-# ${line}`);
  const below = [...stands, ...agendaOf(table), ...chancesNow(table), ...votes, ...print].join('\n');
  const room = LONGEST_TEXT - ROOM_FOR_CALLS - below.length - 1;
  const told = unsaid(lines, stands);
  const text = [...fitted(told, room, cut), below].join('\n');
  return reply('channel', text, {
    drawing: mapDrawing(table, render),
    ...orderButtons(table),
    cards: orders.map((ballot) => ballotCard(table, table.position.state, ballot)),
  });
}

/** In a game that hides something: what proves afterwards that nothing done so far was changed. */
function sealedLog({ game, system, position: { seq, chain } }: GameTable): string[] {
  if (!hidesSomething(system)) return [];
  return [MAP.sealedUpTo(headMark(game, seq, headOf(game, seq, chain)))];
}

/** What is told but for what how things stand begins with. */
function unsaid(lines: readonly string[], stands: readonly string[]): readonly string[] {
  const said = stands.map(bare);
  return lines.filter((line) => !said.some((one) => bare(line) !== '' && one.startsWith(bare(line))));
}

function bare(line: string): string {
  return line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whom a message calls stands in its text too. */
const ROOM_FOR_CALLS = 300;

/** The lines that there is room for. Of what is told too long the log has the rest; how things stand is never cut. */
function fitted(lines: readonly string[], room: number, cut: 'first' | 'last'): readonly string[] {
  if (lines.join('\n').length <= room) return lines;
  const shown = cut === 'last' ? fitting(lines, room) : fitting(lines.toReversed(), room).toReversed();
  const left = lines.length - shown.length;
  return cut === 'last' ? [...shown, MAP.linesInLog(left)] : [MAP.earlierInLog(left), ...shown];
}

/** Those that fit, with a line that says how many do not. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let left = room - 50;
  const over = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return over < 0 ? lines : lines.slice(0, over);
}
