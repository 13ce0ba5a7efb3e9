import type { MemberId } from '../../../council/index.ts';
import { count } from '../../../kit/plain-english.ts';
import { withPrint } from '../../base/reply.ts';
import { plainName } from '../../base/wording.ts';
import type { PlayerId } from '../record/rated-game.ts';
import { type Naming, pendingInWords } from '../record/record-words.ts';
import { points, type Rated, SETTLED, START, type SystemRatings } from './ratings.ts';

interface RatingNaming extends Pick<Naming, 'title' | 'name'> {
  /** `null` for the only style of a game. */
  style(system: string, style: string): string | null;
}

const MOST_PLAYERS = 10;

/**
 * The ratings, in Markdown, below 2,000 characters.
 * @param pending number of ended games still to be counted
 * @param me the number of the member who reads them; `null` if all do
 */
export function ratingsInWords(
  ratings: readonly SystemRatings[],
  pending: number,
  naming: RatingNaming,
  me: MemberId | null,
): string {
  const print = [
    `-# Everyone starts at ${START}. ± shows how far off a rating may be, for the first ${count(SETTLED, 'game')}; lists go by its lower end. The more of a side’s orders you give, the more you gain or lose.`,
    '-# “What if” games, lessons and games abandoned early don’t count. Abandoning one later loses it. `/record me: Hide them` takes your name off the list.',
    ...pendingInWords(pending),
  ];
  if (ratings.length === 0) return withPrint(['**Ratings**', 'No rated game has ended yet.'], print);
  const lists = ratings.flatMap(({ system, players }) => [
    `**Ratings: ${naming.title(system, '').game}**`,
    ...listOf(system, players, naming),
    ...ownLine(players, me),
  ]);
  return withPrint(lists, print);
}

function listOf(system: string, players: readonly Rated[], naming: RatingNaming): string[] {
  const named = players.flatMap((one) => {
    const name = playerName(system, one.player, naming);
    return name === null ? [] : [`${name} ${inPoints(one)}`];
  });
  const shown = named.slice(0, MOST_PLAYERS).map((line, place) => `${place + 1}. ${line}`);
  const left = named.length - shown.length;
  return left > 0 ? [...shown, `and ${count(left, 'other')}`] : shown;
}

/** Returns null for members who are not to be named. */
function playerName(system: string, player: PlayerId, { title, name, style }: RatingNaming): string | null {
  if (typeof player === 'number') {
    const called = name(player);
    return called === null ? null : `**${plainName(called)}**`;
  }
  const [kind, id = ''] = player.split(' ');
  if (kind === 'game') return `the game itself (${title(system, id).variant})`;
  const named = style(system, id);
  return named === null ? 'the bot' : `the bot (${named})`;
}

/** "1620", or "1540 ± 210" while few games were played */
function inPoints(rated: Rated): string {
  const { rating, doubt } = points(rated);
  return rated.games >= SETTLED ? String(rating) : `${rating} ± ${doubt}`;
}

function ownLine(players: readonly Rated[], me: MemberId | null): string[] {
  const own = players.find(({ player }) => player === me);
  return own ? [`**You:** ${inPoints(own)} after ${count(own.games, 'game')}`] : [];
}
