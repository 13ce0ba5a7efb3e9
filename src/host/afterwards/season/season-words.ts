import { SAME_WORTH } from '../../../advisor/index.ts';
import {
  briefDay,
  calendarDay,
  clockTime,
  DAY,
  discordTime,
  HOUR,
  type MemberId,
  readDuration,
} from '../../../council/index.ts';
import { LONGEST_ALT, LONGEST_TEXT } from '../../../game/index.ts';
import { compact, count, firstOf, linesWithin, percent } from '../../../kit/plain-english.ts';
import type { GameRecord, ProblemRecord, ServerEntryOf, TimeSpan } from '../../../store/index.ts';
import { plainName } from '../../base/common-words.ts';
import { clipped, withPrint } from '../../base/reply.ts';
import type { DecisiveMoment, PlayerId } from '../record/rated-game.ts';
import type { KnownGame } from '../record/record-totals.ts';
import { listedNames, pendingInWords, type RecordNaming } from '../record/record-words.ts';
import { dayInWords } from '../replay-file/terminal.ts';
import { type Rated, ratingInPoints, SETTLED, START_RATING, type SystemRatings } from './ratings.ts';
import { type Champions, POINTS, type RecapPicks, type SeasonRow } from './season-table.ts';

export const SEASON = {
  inServers: 'Seasons are for servers.',
  moderators: 'Only moderators can open or change a season.',
  none: 'No season has been opened here yet. A moderator opens one with `/season open`.',
  ending: 'The last season’s games are still being counted. Try again in a minute.',
  howLong:
    'Say how long the season lasts from now, such as `4 weeks`, or its last day, such as `2026-12-24`: from an hour to a year from now.',
  opened: (who: string, until: number) =>
    [
      `**${plainName(who)}** opens a season, until ${discordTime(until)}.`,
      `Every rated game that ends by then counts: ${count(POINTS.won, 'point')} for a win, ${count(POINTS.drawn, 'point')} for a draw. See the table with \`/record show: Season\`.`,
      '-# Members are listed once they’ve voted. If you don’t vote, put your name on the list with `/record me: Show them`.',
    ].join('\n'),
  changed: (who: string, until: number) =>
    `**${plainName(who)}** changes the end of the season: it now runs until ${discordTime(until)}. Its recap will be posted here.`,
} as const;

const LONGEST = 366 * DAY;
const LAST_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads "4 weeks", or "2026-12-24" as the end of that day, UTC. Milliseconds since 1970; null if not allowed. */
export function readSeasonEnd(text: string, now: number): number | null {
  const typed = text.trim();
  // NaN for a day that doesn't exist, or for no duration: then neither comparison holds.
  const end = LAST_DAY.test(typed) ? Date.parse(`${typed}T00:00:00Z`) + DAY : now + (readDuration(typed) ?? Number.NaN);
  return end - now >= HOUR && end - now <= LONGEST ? end : null;
}

export interface SeasonNaming extends Omit<RecordNaming, 'name' | 'dm'> {
  /** Null for members who are not to be named. Of a member whose data was deleted, the made-up name. */
  name(member: MemberId): string | null;
}

export interface Season {
  readonly span: TimeSpan;
  readonly isOpen: boolean;
  readonly games: readonly KnownGame[];
  readonly rows: readonly SeasonRow[];
}

const MOST_ROWS = 15;
const MOST_NAMES = 6;

/**
 * The table in Markdown, below 2,000 characters.
 * @param pending the number of ended games that are not counted yet
 * @param me the member who reads it; null if everybody does
 */
export function seasonInWords(season: Season, pending: number, naming: SeasonNaming, me: MemberId | null): string {
  const { rows } = season;
  const listedRows = rows.filter(({ member }) => naming.name(member) !== null);
  const hidden = rows.length - listedRows.length;
  const own = rows.find(({ member }) => member === me);
  const lines = compact(
    `**${seasonTitle(season)}**`,
    rows.length === 0 && 'No rated game of this season has ended yet.',
    firstOf(
      listedRows.map((row) => `${row.place}\\. **${plainName(naming.name(row.member) ?? '')}**: ${scoreInWords(row)}`),
      MOST_ROWS,
    ),
  );
  const print = compact(
    own && `**You:** place ${own.place}, ${scoreInWords(own)}`,
    hidden > 0 && `-# ${count(hidden, 'other member')} played and aren’t listed. \`/record me: Show them\` lists you.`,
    `-# ${count(POINTS.won, 'point')} for a win, ${count(POINTS.drawn, 'point')} for a draw, in games that count for ratings.`,
    pendingInWords(pending),
  );
  return withPrint(lines, print);
}

function seasonTitle({ span, isOpen }: Season): string {
  return isOpen
    ? `The season until ${calendarDay(span.until)}`
    : `The season from ${calendarDay(span.from)} to ${calendarDay(span.until)}`;
}

function scoreInWords({ points, won, drawn, lost }: SeasonRow): string {
  return `${count(points, 'point')} (${won} won, ${drawn} drawn, ${lost} lost)`;
}

export const TABLE_PICTURE = {
  title: 'The Season’s Table',
  days: ({ span }: Season) => `${dayInWords(span.from)} to ${dayInWords(span.until)}`,
  head: ['Points', 'Won', 'Drawn', 'Lost'],
  /** Says all that the picture shows. */
  alt(season: Season, shown: readonly (SeasonRow & { readonly name: string })[]): string {
    const rows = shown.map((row) => `${row.place}. ${row.name}: ${scoreInWords(row)}.`);
    return clipped([`${this.title}, ${this.days(season)}.`, ...rows].join(' '), LONGEST_ALT);
  },
};

/** The recap of a season in Markdown, below 2,000 characters. */
export function seasonRecap(
  season: Season,
  best: readonly Champions[],
  picks: RecapPicks,
  naming: SeasonNaming,
): string {
  const { games, rows } = season;
  const played = games.filter(({ reckoning }) => reckoning.rated.length > 0).length;
  const lines = [
    `**${seasonTitle(season)} is over**`,
    `${count(games.length, 'game')} ended, and ${played} counted, with ${count(rows.length, 'member')}.`,
    ...(best.length > 0 ? ['**Champions**'] : []),
    ...best.map(
      ({ side, points, members }) =>
        `- ${side}: ${listedNames(members, naming.name, MOST_NAMES)}, ${count(points, 'point')}`,
    ),
    ...momentLine(picks.bestChoice, naming, (moment) => {
      const by = moment.members.length > 0 ? `, by ${listedNames(moment.members, naming.name, MOST_NAMES)}` : '';
      const kind = moment.members.length > 1 ? 'Best vote' : 'Best order';
      return `**${kind}:** ${moment.words}${by}: ${sizeInWords(moment)} better than the next best`;
    }),
    ...momentLine(picks.worstDice, naming, (moment) => `**Worst dice:** ${moment.words}, cost ${sizeInWords(moment)}`),
    ...(picks.games.length > 0 ? ['**Worth reading**'] : []),
    ...picks.games.map(({ why, game }) => `- ${WORTH_READING[why]}: ${gameInWords(game, naming)}`),
    '-# `/record show: Season` shows the table. `/recap` in a game’s channel tells its story.',
  ];
  return linesWithin(lines, LONGEST_TEXT).join('\n');
}

/** "5.8 percentage points" */
function sizeInWords({ size }: DecisiveMoment): string {
  return `${(size / 10).toFixed(1)} percentage points`;
}

const WORTH_READING: Readonly<Record<RecapPicks['games'][number]['why'], string>> = {
  nearest: 'Narrowest defeat',
  clearest: 'Clearest victory',
  longest: 'Longest game',
  also: 'Also long',
};

function momentLine(
  pick: RecapPicks['bestChoice'],
  naming: SeasonNaming,
  words: (moment: DecisiveMoment) => string,
): string[] {
  return pick ? [`${words(pick.moment)} (${gameInWords(pick.game, naming)})`] : [];
}

function gameInWords({ ended, reckoning }: KnownGame, { title }: SeasonNaming): string {
  const { game, variant } = title(ended.system, ended.variant);
  return `${game}, ${variant}, ${count(reckoning.orders, 'order')}, ${briefDay(ended.endedAt)}, <#${ended.channel}>`;
}

interface RatingNaming extends Pick<RecordNaming, 'title' | 'name'> {
  /** Null for the only style of a game. */
  style(system: string, style: string): string | null;
}

const MOST_PLAYERS = 10;

/**
 * The ratings in Markdown, below 2,000 characters.
 * @param pending the number of ended games that are not counted yet
 * @param me the member who reads them; null if everybody does
 */
export function ratingsInWords(
  ratings: readonly SystemRatings[],
  pending: number,
  naming: RatingNaming,
  me: MemberId | null,
): string {
  const print = [
    `-# Everyone starts at ${START_RATING}. ± shows how far off a rating may be, for the first ${count(SETTLED, 'game')}; lists go by its lower end. The more of a side’s orders you give, the more you gain or lose.`,
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

function listOf(system: string, players: readonly Rated[], naming: RatingNaming): readonly string[] {
  const named = players.flatMap((one) => {
    const name = playerName(system, one.player, naming);
    return name === null ? [] : [`${name} ${ratingInWords(one)}`];
  });
  const lines = named.map((line, place) => `${place + 1}. ${line}`);
  return firstOf(lines, MOST_PLAYERS);
}

/** Null for members who are not to be named. */
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

/** "1620", or "1540 ± 210" after few games. */
function ratingInWords(rated: Rated): string {
  const { rating, doubt } = ratingInPoints(rated);
  return rated.games >= SETTLED ? String(rating) : `${rating} ± ${doubt}`;
}

function ownLine(players: readonly Rated[], me: MemberId | null): string[] {
  const own = players.find(({ player }) => player === me);
  return own ? [`**You:** ${ratingInWords(own)} after ${count(own.games, 'game')}`] : [];
}

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

/** The indexes of the best orders. */
export function bestOf({ orders }: ProblemRecord): ReadonlySet<number> {
  const most = Math.max(...orders.map(({ worth }) => worth));
  return new Set(orders.flatMap(({ worth }, place) => (most - worth < SAME_WORTH ? [place] : [])));
}

const MOST_SOLVERS = 20;

/**
 * The answer to a problem in Markdown, below 2,000 characters.
 * @param answers the index of each member's order
 * @param finders members who found a best order. `inARow`: in how many problems in a row, this one included
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
      const notes = compact(votes > 0 && count(votes, 'answer'), place === body.given && 'the order given in the game');
      const order = `${label}: ${percent(worth)}`;
      return `- ${best.has(place) ? `**${order}**` : order}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
    });
  const streaks = new Map(finders.map(({ member, inARow }) => [member, inARow]));
  const byStreak = finders.toSorted((a, b) => b.inARow - a.inARow).map(({ member }) => member);
  const who = listedNames(byStreak, name, MOST_SOLVERS, (member) => {
    const inARow = streaks.get(member) ?? 0;
    return inARow > 1 ? ` (${inARow} in a row)` : '';
  });
  const found = `${finders.length} of ${count(answers.length, 'member')} found the best order`;
  const print = compact(
    answers.length === 0 ? 'Nobody answered.' : `${found}${who && `: ${who}`}.`,
    '-# The chance of winning after each order, with perfect play from then on.',
    game?.ended &&
      `-# From a game that ended ${calendarDay(game.ended.at)} in <#${game.channel}>. \`/recap\` there tells it.`,
  );
  return withPrint([`**The answer to the problem of ${calendarDay(at)}**`, ...lines], print);
}
