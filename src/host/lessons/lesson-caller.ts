import { isLessonChannel, lessonChannelOf } from '../../store/index.ts';
import type { Caller } from '../caller.ts';
import type { Reply, ReplyButton } from '../reply.ts';
import { leaveButton } from './lesson-message.ts';
import { LESSON } from './lesson-words.ts';

/** The caller in their lesson of a game, which is theirs alone. */
export function inLesson(caller: Caller, system: string): Caller {
  const channel = lessonChannelOf(caller.member.discordId, system);
  return { ...caller, channel, guild: null, isModerator: true, threads: { kind: 'none' } };
}

/** Words that take the place of a step lead back to it. */
function backTo(system: string): ReplyButton[] {
  const goOn = { label: LESSON.goOn, tone: 'bold', press: { do: 'learn', system, again: false } } as const;
  return [goOn, leaveButton(system)];
}

/** What a caller is answered, in a lesson: alone, and in one message that goes on. Anywhere else it stays as it is. */
export function ofLesson({ channel }: Caller, answer: Reply | null): Reply | null {
  if (!answer || !isLessonChannel(channel)) return answer;
  const [, , system = ''] = channel.split(' ');
  // What would leave a question leaves it for the step.
  const rows = answer.rows.map((row) =>
    row.map(
      (button): ReplyButton =>
        button.press.do === 'keep' ? { ...button, press: { do: 'learn', system, again: false } } : button,
    ),
  );
  const goesOn = rows.length > 0 || answer.menu !== null;
  const isQuestion = goesOn && !rows.flat().some(({ press }) => press.do === 'leave-lesson' || press.do === 'learn');
  const [last = [], ...before] = rows.toReversed();
  const leaving = isQuestion ? [...before.toReversed(), [...last, leaveButton(system)]] : rows;
  return { ...answer, rows: goesOn || !answer.replaces ? leaving : [backTo(system)], to: 'member' };
}
