import { type Event, type Lesson, LONGEST_TEXT, type Viewer } from '../../game/index.ts';
import { linesWithin } from '../../kit/plain-english.ts';
import { BUTTONS } from '../base/button-labels.ts';
import { LESSON_WORDS } from '../base/help-words.ts';
import { abandonedInWords, MAP_WORDS } from '../base/posting-words.ts';
import { button, type Renderer, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import { SIDE_BALLOT } from '../base/voting-words.ts';
import { openPoint } from '../table/game-position.ts';
import { headMark, headOf, hidesSomething } from '../table/game-secret.ts';
import type { GameTable } from '../table/game-tables.ts';
import { whatIfPrint } from '../table/game-words.ts';
import type { LessonProgress } from '../table/lesson-progress.ts';
import { roomInWords } from '../table/log-words.ts';
import { orderBallots } from '../table/open-ballots.ts';
import { takenBackInWords } from '../table/rolls-taken-back.ts';
import { sideNameOf } from '../table/seat-rules.ts';
import { ballotCard } from './ballot-card.ts';
import { mapDrawing } from './map-drawing.ts';
import { chancesNow } from './odds-words.ts';
import { orderButtons, seatOffers } from './order-buttons.ts';

export function eventSentences(
  { system }: Pick<GameTable, 'system'>,
  events: readonly Event[],
  viewer: Viewer = 'public',
): string[] {
  return events.flatMap((event) => system.eventWords.tell(event, viewer) ?? []);
}

export function positionSummary({ system, position, game }: GameTable): string[] {
  const ending = system.positionWords.ending(position.state);
  const summary = system.positionWords.summary(system.knowledge.view(position.state, 'public'));
  if (ending) return [`**${ending.headline}** ${ending.reason}`, summary, MAP_WORDS.secretIsOut(game.seal)];
  return game.ended ? abandonedInWords(game.seal) : [summary];
}

export function agendaOf({ system, position, game }: GameTable, viewer: Viewer = 'public'): readonly string[] {
  if (game.ended) return [];
  return system.positionWords.agenda?.(system.knowledge.view(position.state, viewer)) ?? [];
}

/**
 * A table's map with what members can do now.
 * @param lines told above the position
 * @param small small print besides that on rolls taken back, on room in the log and on the sealed log; by default, that
 *   the game is a “what if”
 * @param cut which lines are cut if there is no room for all
 */
export function positionMessage(
  table: GameTable,
  render: Renderer,
  lines: readonly string[],
  small: readonly string[] = whatIfPrint(table.game),
  cut: 'first' | 'last' = 'last',
): Reply {
  if (table.lesson) return lessonMessage(table, table.lesson, render, lines);
  const ballots = orderBallots(table);
  // Notifications and screen readers read only the text, not the ballots' cards.
  const calls = [...new Set(ballots.map(({ seat }) => SIDE_BALLOT.callToVote(sideNameOf(table.system, seat))))];
  const summary = positionSummary(table);
  const print = [
    ...small,
    ...takenBackInWords(table.position.takenBack),
    ...(table.game.ended ? [] : roomInWords(table.position)),
    ...sealedLog(table),
  ].map((line) => `-# ${line}`);
  const below = [...summary, ...agendaOf(table), ...chancesNow(table), ...calls, ...print].join('\n');
  const room = LONGEST_TEXT - ROOM_FOR_PINGS - below.length - 1;
  const text = [...fitted(withoutSummary(lines, summary), room, cut), below].join('\n');
  return reply('channel', text, {
    drawing: mapDrawing(table, render),
    ...orderButtons(table),
    cards: ballots.map((ballot) => ballotCard(table, table.position.state, ballot)),
  });
}

/** The head of the log, which later proves that nothing was changed. */
function sealedLog({ game, system, position }: GameTable): string[] {
  if (!hidesSomething(system)) return [];
  const { seq, chain } = openPoint(position);
  return [MAP_WORDS.sealedUpTo(headMark(game, seq, headOf(game, seq, chain)))];
}

/** Drops lines that repeat the summary. */
function withoutSummary(lines: readonly string[], summary: readonly string[]): readonly string[] {
  const bareSummary = summary.map(bare);
  return lines.filter((line) => bare(line) === '' || !bareSummary.some((one) => one.startsWith(bare(line))));
}

/** A line's letters and digits. */
function bare(line: string): string {
  return line.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Characters left for pings, which are added to the text later. */
const ROOM_FOR_PINGS = 300;

/** Lines as far as there is room, and how many were cut. */
function fitted(lines: readonly string[], room: number, cut: 'first' | 'last'): readonly string[] {
  if (lines.join('\n').length <= room) return lines;
  // Fifty characters are for the line on what was cut.
  return cut === 'last'
    ? linesWithin(lines, room - 50, MAP_WORDS.linesInLog)
    : linesWithin(lines.toReversed(), room - 50, MAP_WORDS.earlierInLog).toReversed();
}

/** A step of a lesson tells at most so many lines on what happened. */
const MOST_IN_LESSON = 6;

export function leaveButton(system: string): ReplyButton {
  return button(LESSON_WORDS.leave, { do: 'leave-lesson', system });
}

/** A step of a lesson, for its member alone. */
function lessonMessage(
  table: GameTable,
  { lesson, done, way }: LessonProgress,
  render: Renderer,
  told: readonly string[],
): Reply {
  const { system, position } = table;
  // Leaves out small print on the worth of orders, which is for members who know the game.
  const lines = told.filter((line) => !line.startsWith('-# ')).slice(0, MOST_IN_LESSON);
  const drawing = mapDrawing(table, render, lesson.seat);
  if (table.game.ended) {
    const text = [...lines, `**${lesson.farewell}**`].join('\n');
    return reply('member', text, { rows: [farewellButtons(table, lesson)], drawing });
  }
  const [asked] = system.rules.asked(position.state);
  const prompt = asked ? system.orderWords.asking(position.state, asked).prompt : '';
  const step = `-# ${LESSON_WORDS.stepOf(system.about.title, done + 1, lesson.steps.length)}`;
  const offers = seatOffers(table, lesson.seat);
  const stepButtons = [
    button(BUTTONS.inWords, { do: 'page', of: 'text', game: table.game.id, page: 0, at: null }),
    leaveButton(system.id),
  ];
  return reply('member', [...lines, `**${way?.text ?? prompt}**`, step].join('\n'), {
    rows: [...offers.rows, stepButtons],
    menu: offers.menu,
    drawing,
  });
}

function farewellButtons({ game, system }: GameTable, { seat }: Lesson): ReplyButton[] {
  const [other, another] = system.about.seats.filter(({ id }) => id !== seat);
  const opponent = system.play?.machine && !another ? other : undefined;
  const side = system.about.seats.find(({ id }) => id === seat)?.name ?? seat;
  const start = { do: 'start', system: system.id, variant: game.variant } as const;
  return [
    ...(opponent ? [button(LESSON_WORDS.playBot(side), { ...start, opponent: opponent.id }, 'bold')] : []),
    button(LESSON_WORDS.startGame(system.about.title), start, opponent ? 'plain' : 'bold'),
    button(LESSON_WORDS.again, { do: 'learn', system: system.id, again: true }),
    button(BUTTONS.rules, { do: 'rules' }),
  ];
}
