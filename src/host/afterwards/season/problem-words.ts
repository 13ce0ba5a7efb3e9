import { SAME_WORTH } from '../../../advisor/index.ts';
import { calendarDay, clockTime, type MemberId } from '../../../council/index.ts';
import { count, percent } from '../../../kit/plain-english.ts';
import type { GameRecord, ProblemRecord, ServerEntryOf } from '../../../store/index.ts';
import { withPrint } from '../../base/reply.ts';
import { namesOf } from '../record/record-words.ts';

export const PROBLEM = {
  inServers: 'Problems are for servers.',
  moderators: 'Only moderators can set the hour.',
  hours: 'Give the hour as a whole number from 0 to 23.',
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

/** The places of the best orders. */
export function bestOf({ orders }: ProblemRecord): ReadonlySet<number> {
  const most = Math.max(...orders.map(({ worth }) => worth));
  return new Set(orders.flatMap(({ worth }, place) => (most - worth < SAME_WORTH ? [place] : [])));
}

const MOST_NAMES = 20;

/**
 * How a problem came out, in Markdown, below 2,000 characters.
 * @param answers the place of each member's order
 * @param finders with the number of problems in a row whose best order they found, this one included
 * @param name null for members who are not to be named
 */
export function outcomeInWords(
  { at, body }: ServerEntryOf<'problem'>,
  answers: readonly number[],
  finders: readonly { readonly member: MemberId; readonly inARow: number }[],
  game: GameRecord | null,
  name: (member: MemberId) => string | null,
): string {
  const best = bestOf(body);
  const lines = body.orders
    .map((order, place) => ({ ...order, place, votes: answers.filter((one) => one === place).length }))
    .sort((a, b) => b.worth - a.worth || a.place - b.place)
    .map(({ label, worth, place, votes }) => {
      const notes = [
        ...(votes > 0 ? [count(votes, 'answer')] : []),
        ...(place === body.given ? ['the order given in the game'] : []),
      ];
      const order = `${label}: ${percent(worth)}`;
      return `- ${best.has(place) ? `**${order}**` : order}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
    });
  const inARow = new Map(finders.map((finder) => [finder.member, finder.inARow]));
  const rowOf = (member: MemberId) => inARow.get(member) ?? 0;
  const byRow = [...inARow.keys()].sort((a, b) => rowOf(b) - rowOf(a));
  const who = namesOf(byRow, name, MOST_NAMES, (member) => (rowOf(member) > 1 ? ` (${rowOf(member)} in a row)` : ''));
  const found = `${finders.length} of ${count(answers.length, 'member')} found the best order`;
  return withPrint(
    [`**The answer to the problem of ${calendarDay(at)}**`, ...lines],
    [
      answers.length === 0 ? 'Nobody answered.' : `${found}${who && `: ${who}`}.`,
      '-# The chance of winning after each order, with perfect play from then on.',
      ...(game?.ended
        ? [`-# From a game that ended ${calendarDay(game.ended.at)} in <#${game.channel}>. \`/recap\` there tells it.`]
        : []),
    ],
  );
}
