import { MOST_IN_ROW, type System } from '../../game/index.ts';
import { GREETING } from '../base/greeting-words.ts';
import { LESSON } from '../base/lesson-words.ts';
import { type Reply, type ReplyButton, reply } from '../base/reply.ts';
import type { Edition } from '../table/game-library.ts';

/** The greeting of a server the bot has just come to. */
export function greeting(editions: readonly Edition[]): Reply {
  return reply(
    'channel',
    [GREETING.what, ...pitch(editions), ...howItGoes(editions.map(({ system }) => system))].join('\n'),
    {
      rows: [startButtons(editions), firstEvening(editions)],
    },
  );
}

function pitch(editions: readonly Edition[]): string[] {
  return editions.map(({ system }) => GREETING.game(system.title, system.tagline));
}

/** @param systems that are meant: the one being played, or all there are */
export function howItGoes(systems: readonly System[]): string[] {
  const sided = systems.filter(({ seats }) => seats.length > 1);
  const all = sided.length === systems.length;
  return [
    GREETING.tables(sided.length === 0 ? 'none' : all ? 'all' : 'some'),
    ...(sided.length > 0
      ? [
          GREETING.joinFirst(
            all ? null : sided.map(({ title }) => title),
            sided.some(({ machine }) => machine),
          ),
        ]
      : []),
    GREETING.dice,
  ];
}

export function startButtons(editions: readonly Edition[]): ReplyButton[] {
  return editions.slice(0, MOST_IN_ROW).map(({ system }) => ({
    label: GREETING.start(system.title),
    tone: 'bold',
    press: { do: 'start', system: system.id, variant: system.variants[0]?.id ?? '' },
  }));
}

/** For members who play for the first time: a lesson, and games that are over in an evening. */
function firstEvening(editions: readonly Edition[]): ReplyButton[] {
  const short = editions.flatMap(({ system }) =>
    system.variants
      .filter((variant) => variant.short)
      .map(
        (variant): ReplyButton => ({
          label: GREETING.start(`${system.title}: ${variant.name}`),
          tone: 'plain',
          press: { do: 'start', system: system.id, variant: variant.id },
        }),
      ),
  );
  return [...learnButtons(editions), ...short].slice(0, MOST_IN_ROW);
}

/** Nothing where no game has a lesson. */
export function learnButtons(editions: readonly Edition[]): ReplyButton[] {
  if (!editions.some(({ system }) => system.lesson)) return [];
  return [{ label: LESSON.learn, tone: 'bold', press: { do: 'learn', system: null, again: false } }];
}
