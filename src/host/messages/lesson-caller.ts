import { isLessonChannel, lessonChannelOf } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { LESSON } from '../base/lesson-words.ts';
import type { Reply, ReplyButton } from '../base/reply.ts';
import { leaveButton } from './lesson-message.ts';

/** The caller in their lesson of a game, which is theirs alone. */
export function inLesson(caller: Caller, system: string): Caller {
  const channel = lessonChannelOf(caller.member.discordId, system);
  return { ...caller, channel, guild: null, isModerator: true, threads: { kind: 'none' } };
}

/**
 * What a caller is answered, in a lesson: alone, and in one message that goes on. Anywhere else it stays as it is.
 * @param looks it shows the position: a button leads back to the step
 */
export function ofLesson(caller: Caller, answer: Reply | null, looks: boolean): Reply | null {
  return answer && isLessonChannel(caller.channel) ? inOneMessage(caller, answer, looks) : answer;
}

function inOneMessage(caller: Caller, answer: Reply, looks: boolean): Reply {
  const [, , system = ''] = caller.channel.split(' ');
  const goOn: ReplyButton = { label: LESSON.goOn, tone: 'bold', press: { do: 'learn', system, again: false } };
  // What would leave a question leaves it for the step.
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
  // Words in passing leave the step as it is.
  if (!isQuestion && !answer.replaces) return told;
  const leads = rows.flat().some(({ press }) => press.do === 'leave-lesson' || press.do === 'learn');
  if (leads) return { ...told, rows };
  if (!isQuestion || looks) return { ...told, rows: [...rows, [goOn, leaveButton(system)]] };
  const [last = [], ...before] = rows.toReversed();
  return { ...told, rows: [...before.toReversed(), [...last, leaveButton(system)]] };
}
