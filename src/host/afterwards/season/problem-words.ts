import { SAME_WORTH } from '../../../advisor/index.ts';
import { calendarDay, clockTime, type MemberId } from '../../../council/index.ts';
import { LONGEST_TEXT } from '../../../game/index.ts';
import { count, listed, percent } from '../../../kit/plain-english.ts';
import type { GameRecord, ProblemRecord, ServerEntry } from '../../../store/index.ts';
import { firstLines } from '../../base/reply.ts';
import { plainName } from '../../base/wording.ts';

export const PROBLEM = {
  inServers: 'Problems are for servers.',
  moderators: 'Only moderators can set the hour.',
  none: 'There’s no problem to ask. Problems come from games of Overland that have ended, in this channel or in one that everyone can read, where an order cost at least one percentage point.',
  over: 'This problem has ended. `/problem` asks the next one.',
  elsewhere: 'No such problem is asked in this channel.',
  another: 'Next problem',
  hourSet: (next: number) => `Problems asked from now on end at this hour; the next one ${clockTime(next)}.`,
  answered: (label: string, until: number) => `Your answer: **${label}**. You can change it until ${clockTime(until)}.`,
  yourAnswer: (label: string) => `**Your answer:** ${label}`,
} as const;

/** A problem as it is asked. */
export function problemInWords({ until, orders }: ProblemRecord, game: string, position: string): string[] {
  return [
    `**Problem: ${game}**`,
    position,
    `Which of these ${count(orders.length, 'order')} gives the best chance of winning? The answer comes ${clockTime(until)}; until then, nobody sees yours.`,
    '-# From a game that ended on this server. The order given there cost chances.',
  ];
}

interface Finder {
  readonly member: MemberId;
  /** Problems, this one included. */
  readonly inARow: number;
}

/**
 * How a problem came out, in Markdown, below 2,000 characters.
 * @param answers the place of each member's order
 * @param name null for members who are not to be named
 */
export function outcomeInWords(
  { at, body: { orders, given } }: ServerEntry & { readonly kind: 'problem' },
  answers: readonly number[],
  finders: readonly Finder[],
  game: GameRecord | null,
  name: (member: MemberId) => string | null,
): string {
  const most = Math.max(...orders.map(({ worth }) => worth));
  const lines = orders
    .map(({ label, worth }, place) => ({ label, worth, place, votes: answers.filter((one) => one === place).length }))
    .sort((a, b) => b.worth - a.worth || a.place - b.place)
    .map(({ label, worth, place, votes }) => {
      const isBest = most - worth < SAME_WORTH;
      const notes = [
        ...(votes > 0 ? [count(votes, 'answer')] : []),
        ...(place === given ? ['the order given in the game'] : []),
      ];
      const order = `${label}: ${percent(worth)}`;
      return `- ${isBest ? `**${order}**` : order}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
    });
  const print = [
    foundBy(finders, answers.length, name),
    '-# The chance of winning after each order, with perfect play from then on.',
    ...(game?.ended
      ? [`-# From a game that ended ${calendarDay(game.ended.at)} in <#${game.channel}>. \`/recap\` there tells it.`]
      : []),
  ];
  const room = LONGEST_TEXT - print.join('\n').length - 2;
  return [...firstLines([`**The answer to the problem of ${calendarDay(at)}**`, ...lines], room), ...print].join('\n');
}

const MOST_NAMES = 20;

function foundBy(finders: readonly Finder[], answers: number, name: (member: MemberId) => string | null): string {
  if (answers === 0) return 'Nobody answered.';
  const named = finders.flatMap(({ member, inARow }) => {
    const called = name(member);
    return called === null
      ? []
      : [{ inARow, words: `**${plainName(called)}**${inARow > 1 ? ` (${inARow} in a row)` : ''}` }];
  });
  const shown = named.sort((a, b) => b.inARow - a.inARow).slice(0, MOST_NAMES);
  const rest = finders.length - shown.length;
  const who = [
    ...shown.map(({ words }) => words),
    ...(rest > 0 ? [count(rest, shown.length > 0 ? 'other' : 'member')] : []),
  ];
  return `${finders.length} of ${count(answers, 'member')} found the best order${who.length > 0 ? `: ${listed(who)}` : ''}.`;
}
