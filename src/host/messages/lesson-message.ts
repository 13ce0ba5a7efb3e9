import type { Lesson } from '../../game/index.ts';
import { BUTTONS } from '../base/button-labels.ts';
import { LESSON, playBot, startGame, stepOf } from '../base/lesson-words.ts';
import { type Reply, type ReplyButton, reply } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { LessonProgress } from '../table/lesson-progress.ts';
import { mapDrawing, type Renderer } from './map-drawing.ts';
import { seatOffers } from './order-buttons.ts';

/** Lines told of what has just happened. */
const TOLD = 6;

/** Puts a lesson of a game away. */
export function leaveButton(system: string): ReplyButton {
  return { label: LESSON.leave, tone: 'plain', press: { do: 'leave-lesson', system } };
}

/** A step of a lesson, to its member alone: what has happened, what is new, and what to do now. */
export function lessonMessage(
  table: GameTable,
  { lesson, done, way }: LessonProgress,
  render: Renderer,
  told: readonly string[],
): Reply {
  const { system, position } = table;
  const isOver = table.game.ended !== null;
  const [asked] = system.asked(position.state);
  const text = isOver ? lesson.farewell : (way?.text ?? asked?.prompt ?? '');
  const small = isOver ? [] : [`-# ${stepOf(system.title, done + 1, lesson.steps.length)}`];
  const offers = isOver ? { rows: [], menu: null } : seatOffers(table, lesson.seat);
  // What orders were worth is for members who know the game.
  const lines = told.filter((line) => !line.startsWith('-# ')).slice(0, TOLD);
  return reply('member', [...lines, `**${text}**`, ...small].join('\n'), {
    ...offers,
    rows: [...offers.rows, isOver ? after(table, lesson) : beside(table)],
    drawing: mapDrawing(table, render, lesson.seat),
  });
}

function beside({ game, system }: GameTable): ReplyButton[] {
  return [
    { label: BUTTONS.inWords, tone: 'plain', press: { do: 'page', of: 'text', game: game.id, page: 0, at: null } },
    leaveButton(system.id),
  ];
}

/** Once it's over. */
function after({ game, system }: GameTable, { seat }: Lesson): ReplyButton[] {
  const [other, another] = system.seats.filter(({ id }) => id !== seat);
  const against = system.machine && !another ? other : undefined;
  const side = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const start = { do: 'start', system: system.id, variant: game.variant } as const;
  return [
    ...(against ? [{ label: playBot(side), tone: 'bold', press: { ...start, opponent: against.id } } as const] : []),
    { label: startGame(system.title), tone: against ? 'plain' : 'bold', press: start },
    { label: LESSON.again, tone: 'plain', press: { do: 'learn', system: system.id, again: true } },
    { label: BUTTONS.rules, tone: 'plain', press: { do: 'rules' } },
  ];
}
