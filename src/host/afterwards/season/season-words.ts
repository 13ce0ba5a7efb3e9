import { briefDay, calendarDay, DAY, discordTime, HOUR, type MemberId, readDuration } from '../../../council/index.ts';
import { LONGEST_ALT, LONGEST_TEXT } from '../../../game/index.ts';
import { count } from '../../../kit/plain-english.ts';
import type { Span } from '../../../store/index.ts';
import { clipped, firstLines, withPrint } from '../../base/reply.ts';
import { plainName } from '../../base/wording.ts';
import type { Moment } from '../record/decisive-moments.ts';
import type { KnownGame } from '../record/record-totals.ts';
import { type Naming, namesOf, pendingInWords } from '../record/record-words.ts';
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

/** Reads "4 weeks", or "2026-12-24": to the end of that day, UTC. Milliseconds since 1970; `null` if it is neither or out of range. */
export function readSeasonEnd(text: string, now: number): number | null {
  const typed = text.trim();
  const length = readDuration(typed);
  const end = LAST_DAY.test(typed)
    ? Date.parse(`${typed}T00:00:00Z`) + DAY
    : length === null
      ? Number.NaN
      : now + length;
  return end - now >= HOUR && end - now <= LONGEST ? end : null;
}

export interface SeasonNaming extends Omit<Naming, 'name' | 'dm'> {
  /** Null for members who are not listed. Of one who has left, the made-up name. */
  name(member: MemberId): string | null;
}

export interface Season {
  readonly span: Span;
  readonly isOpen: boolean;
  readonly games: readonly KnownGame[];
  readonly rows: readonly SeasonRow[];
}

const MOST_ROWS = 15;
const MOST_NAMES = 6;

/**
 * The table, in Markdown, below 2,000 characters.
 * @param pending number of ended games still to be counted
 * @param me the number of the member who reads it; `null` if all do
 */
export function seasonInWords(season: Season, pending: number, naming: SeasonNaming, me: MemberId | null): string {
  const { rows } = season;
  const listedRows = rows.filter(({ member }) => naming.name(member) !== null);
  const hidden = rows.length - listedRows.length;
  const own = rows.find(({ member }) => member === me);
  const lines = [
    `**${seasonTitle(season)}**`,
    ...(rows.length === 0 ? ['No rated game of this season has ended yet.'] : []),
    ...listedRows.slice(0, MOST_ROWS).map((row) => {
      return `${row.place}\\. **${plainName(naming.name(row.member) ?? '')}**: ${scoreInWords(row)}`;
    }),
    ...(listedRows.length > MOST_ROWS ? [`and ${count(listedRows.length - MOST_ROWS, 'other')}`] : []),
  ];
  return withPrint(lines, [
    ...(own ? [`**You:** place ${own.place}, ${scoreInWords(own)}`] : []),
    ...(hidden > 0
      ? [`-# ${count(hidden, 'other member')} played and aren’t listed. \`/record me: Show them\` lists you.`]
      : []),
    `-# ${count(POINTS.won, 'point')} for a win, ${count(POINTS.drawn, 'point')} for a draw, in games that count for ratings.`,
    ...pendingInWords(pending),
  ]);
}

function seasonTitle({ span, isOpen }: Season): string {
  return isOpen
    ? `The season until ${calendarDay(span.until)}`
    : `The season from ${calendarDay(span.from)} to ${calendarDay(span.until)}`;
}

function scoreInWords({ points, won, drawn, lost }: SeasonRow): string {
  return `${count(points, 'point')} (${won} won, ${drawn} drawn, ${lost} lost)`;
}

/** Days for places without Discord's own timestamps: "27 November 2026", UTC. */
function plainDay(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

export const TABLE_PICTURE = {
  title: 'The Season’s Table',
  days: ({ span }: Season) => `${plainDay(span.from)} to ${plainDay(span.until)}`,
  head: ['Points', 'Won', 'Drawn', 'Lost'],
  /** All that the picture says. */
  alt(season: Season, shown: readonly (SeasonRow & { readonly name: string })[]): string {
    const rows = shown.map((row) => `${row.place}. ${row.name}: ${scoreInWords(row)}.`);
    return clipped([`${this.title}, ${this.days(season)}.`, ...rows].join(' '), LONGEST_ALT);
  },
};

/** The recap of a season that has ended, in Markdown, below 2,000 characters. */
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
        `- ${side}: ${namesOf(members, naming.name, MOST_NAMES)}, ${count(points, 'point')}`,
    ),
    ...momentLine(picks.bestChoice, naming, (moment) => {
      const by = moment.members.length > 0 ? `, by ${namesOf(moment.members, naming.name, MOST_NAMES)}` : '';
      const kind = moment.members.length > 1 ? 'Best vote' : 'Best order';
      return `**${kind}:** ${moment.words}${by}: ${inPoints(moment)} better than the next best`;
    }),
    ...momentLine(picks.worstDice, naming, (moment) => `**Worst dice:** ${moment.words}, cost ${inPoints(moment)}`),
    ...(picks.games.length > 0 ? ['**Worth reading**'] : []),
    ...picks.games.map(({ why, game }) => `- ${WORTH_READING[why]}: ${gameInWords(game, naming)}`),
    '-# `/record show: Season` shows the table. `/recap` in a game’s channel tells its story.',
  ];
  return firstLines(lines, LONGEST_TEXT).join('\n');
}

/** "5.8 percentage points" */
function inPoints({ size }: Moment): string {
  return `${(size / 10).toFixed(1)} percentage points`;
}

const WORTH_READING: Readonly<Record<RecapPicks['games'][number]['why'], string>> = {
  nearest: 'Narrowest defeat',
  clearest: 'Clearest victory',
  longest: 'Longest game',
  also: 'Also long',
};

function momentLine(pick: RecapPicks['bestChoice'], naming: SeasonNaming, words: (moment: Moment) => string): string[] {
  return pick ? [`${words(pick.moment)} (${gameInWords(pick.game, naming)})`] : [];
}

function gameInWords({ ended, reckoning }: KnownGame, { title }: SeasonNaming): string {
  const { game, variant } = title(ended.system, ended.variant);
  return `${game}, ${variant}, ${count(reckoning.orders, 'order')}, ${briefDay(ended.endedAt)}, <#${ended.channel}>`;
}
