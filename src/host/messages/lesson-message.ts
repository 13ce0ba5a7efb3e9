import type { Lesson } from '../../game/index.ts';
import { isLessonChannel, lessonChannelOf } from '../../store/index.ts';
import { BUTTONS } from '../base/button-labels.ts';
import type { Caller } from '../base/caller.ts';
import { LESSON, playBot, startGame, stepOf } from '../base/lesson-words.ts';
import { button, type Renderer, type Reply, type ReplyButton, reply } from '../base/reply.ts';
import type { GameTable } from '../table/game-tables.ts';
import type { LessonProgress } from '../table/lesson-progress.ts';
import { mapDrawing } from './map-drawing.ts';
import { seatOffers } from './order-buttons.ts';

const TOLD = 6;

function leaveButton(system: string): ReplyButton {
  return button(LESSON.leave, { do: 'leave-lesson', system });
}

/** A step of a lesson, for its member alone. */
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
  // Lines on the worth of orders are for members who know the game.
  const lines = told.filter((line) => !line.startsWith('-# ')).slice(0, TOLD);
  return reply('member', [...lines, `**${text}**`, ...small].join('\n'), {
    ...offers,
    rows: [...offers.rows, isOver ? after(table, lesson) : beside(table)],
    drawing: mapDrawing(table, render, lesson.seat),
  });
}

function beside({ game, system }: GameTable): ReplyButton[] {
  return [
    button(BUTTONS.inWords, { do: 'page', of: 'text', game: game.id, page: 0, at: null }),
    leaveButton(system.id),
  ];
}

function after({ game, system }: GameTable, { seat }: Lesson): ReplyButton[] {
  const [other, another] = system.seats.filter(({ id }) => id !== seat);
  const against = system.machine && !another ? other : undefined;
  const side = system.seats.find(({ id }) => id === seat)?.name ?? seat;
  const start = { do: 'start', system: system.id, variant: game.variant } as const;
  return [
    ...(against ? [button(playBot(side), { ...start, opponent: against.id }, 'bold')] : []),
    button(startGame(system.title), start, against ? 'plain' : 'bold'),
    button(LESSON.again, { do: 'learn', system: system.id, again: true }),
    button(BUTTONS.rules, { do: 'rules' }),
  ];
}

/** A member's lesson is played in a channel of their own. */
export function inLesson(caller: Caller, system: string): Caller {
  const channel = lessonChannelOf(caller.member.discordId, system);
  return { ...caller, channel, guild: null, isModerator: true, threads: { kind: 'none' } };
}

/**
 * In a lesson, every answer is private and stays in one message; elsewhere it is returned as it is.
 * @param looks whether it shows the position, so that a button leads back to the step
 */
export function ofLesson(caller: Caller, answer: Reply | null, looks: boolean): Reply | null {
  return answer && isLessonChannel(caller.channel) ? inOneMessage(caller, answer, looks) : answer;
}

function inOneMessage(caller: Caller, answer: Reply, looks: boolean): Reply {
  const [, , system = ''] = caller.channel.split(' ');
  const goOn: ReplyButton = button(LESSON.goOn, { do: 'learn', system, again: false }, 'bold');
  // A button that closes a question leads to the step instead.
  const rows = answer.rows.map((row) =>
    row.map((button): ReplyButton => (button.press.do === 'keep' ? { ...button, press: goOn.press } : button)),
  );
  const { later } = answer;
  const told = {
    ...answer,
    to: 'member',
    later: later && { ...later, make: async () => inOneMessage(caller, await later.make(), looks) },
  } as const;
  const isQuestion = rows.length > 0 || answer.menu !== null;
  // Passing words leave the step as it is.
  if (!isQuestion && !answer.replaces) return told;
  const leads = rows.flat().some(({ press }) => press.do === 'leave-lesson' || press.do === 'learn');
  if (leads) return { ...told, rows };
  if (!isQuestion || looks) return { ...told, rows: [...rows, [goOn, leaveButton(system)]] };
  const [last = [], ...before] = rows.toReversed();
  return { ...told, rows: [...before.toReversed(), [...last, leaveButton(system)]] };
}
