import { calendarDay, type MemberId } from '../../../council/index.ts';
import { LONGEST_TEXT } from '../../../game/index.ts';
import { compact, count, firstOf, listed, percentagePoints, percentOfTenths } from '../../../kit/plain-english.ts';
import { plainName } from '../../base/common-words.ts';
import {
  type CountedGame,
  type DecisionCounts,
  type GameCounts,
  isApart,
  type RecordPlayer,
  type RecordTotals,
  type ResultWorth,
} from './record-totals.ts';

/** Members with fewer choices are not listed, since their share says little. */
const ENOUGH = 5;
const MOST = { members: 10, players: 8, variants: 6 };

type Most = Pick<typeof MOST, 'members' | 'players'>;

export const mayNotPost = 'Only moderators can post the record here. Leave out `post` to see it yourself.';

export interface RecordNaming {
  readonly dm: boolean;
  seat(system: string, seat: string): string;
  title(system: string, variant: string): { readonly game: string; readonly variant: string };
  /** Null for members who are not to be named. */
  name(member: MemberId): string | null;
}

/**
 * The record in Markdown, below 2,000 characters.
 * @param pending the number of ended games that are not counted yet
 * @param own lines on the caller; null if everybody sees the record
 */
export function recordInWords(
  sums: RecordTotals,
  pending: number,
  naming: RecordNaming,
  own: readonly string[] | null,
): string {
  let most: Most = MOST;
  let text = recordWith(most, sums, pending, naming, own);
  while (text.length >= LONGEST_TEXT && most.players + most.members > 0) {
    most = { members: Math.max(0, most.members - 1), players: Math.max(0, most.players - 1) };
    text = recordWith(most, sums, pending, naming, own);
  }
  return text;
}

/** @param most how many members are listed at most */
function recordWith(
  most: Most,
  sums: RecordTotals,
  pending: number,
  naming: RecordNaming,
  own: readonly string[] | null,
): string {
  const title = naming.dm ? '**Our record here**' : '**The record of this server**';
  if (sums.all.played === 0 && !sums.apart) return `${title}\nNo game has ended yet. “What if” games don’t count.`;
  const { played } = sums.all;
  return [
    title,
    played > 0
      ? `${count(played, 'game')} ended: ${tallyInWords(sums.all, naming)}.`
      : 'Rolls were taken back in every game that has ended.',
    ...gamesApart(sums, naming),
    ...byVariant(sums, naming),
    ...extremes(sums, naming),
    ...luckAndChoices(sums),
    '**Latest games**',
    ...sums.last.map(
      (one) =>
        `- ${calendarDay(one.ended.endedAt)}: ${nameOfGame(one, naming)}, ${resultInWords(one, naming)}${isApart(one) ? ' (rolls or reveals taken back)' : ''}`,
    ),
    ...choosers(sums, naming, most),
    ...winners(sums, naming, most),
    ...(own ?? howToHide(sums, naming)),
    ...smallPrint(sums, pending),
  ].join('\n');
}

function tallyInWords(
  { won, lost, sides, drawn, abandoned, unknown }: GameCounts,
  naming: Pick<RecordNaming, 'seat'>,
): string {
  const parts = [
    [won, 'won'],
    [lost, 'lost'],
    ...[...wonBySide(sides, naming)].map(([name, number]) => [number, `won by the ${name}`] as const),
    [drawn, 'drawn'],
    [abandoned, 'abandoned'],
    [unknown, 'with an unknown result'],
  ] as const;
  return parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(', ');
}

/** Wins by the name of the side: games may share names. */
function wonBySide(sides: GameCounts['sides'], naming: Pick<RecordNaming, 'seat'>): ReadonlyMap<string, number> {
  const wins = new Map<string, number>();
  for (const { system, seat, won } of sides) {
    const name = naming.seat(system, seat);
    wins.set(name, (wins.get(name) ?? 0) + won);
  }
  return wins;
}

function gamesApart({ apart: tally }: RecordTotals, naming: RecordNaming): string[] {
  if (!tally) return [];
  return [
    `Not counted below, because rolls or reveals were taken back: ${count(tally.played, 'game')} (${tallyInWords(tally, naming)}).`,
  ];
}

function byVariant({ byVariant: variants }: RecordTotals, naming: RecordNaming): readonly string[] {
  if (variants.length < 2) return [];
  const lines = variants.map(({ system, variant, tally }) => {
    const named = naming.title(system, variant);
    return `- ${named.game}, ${named.variant}: ${tallyInWords(tally, naming)}`;
  });
  return firstOf(lines, MOST.variants, (left) => `- and ${count(left, 'other kind')}`);
}

function extremes({ clearest, nearest, longest }: RecordTotals, naming: RecordNaming): string[] {
  const on = ({ ended }: CountedGame) => calendarDay(ended.endedAt);
  const best = nearest?.reckoning.worth?.best;
  return compact(
    clearest &&
      `- Clearest victory: ${winnerOf(clearest, naming)}${clearest.reckoning.result?.margin?.words}, ${on(clearest)}`,
    nearest && best && `- Narrowest defeat: ${bestChances(best)}, ${on(nearest)}`,
    longest && `- Longest game: ${count(longest.reckoning.orders, 'order')}, ${on(longest)}`,
  );
}

function bestChances({ chance, after }: ResultWorth['best']): string {
  const at = percentOfTenths(chance);
  return after === 0
    ? `winning chances never above the starting ${at}`
    : `winning chances ${at} after ${count(after, 'order')}`;
}

function luckAndChoices({ worth }: RecordTotals): string[] {
  if (!worth) return [];
  const { games, dice, decisions } = worth;
  // Adding 0 turns −0 into 0.
  const each = (sum: number) => percentagePoints(Math.round(sum / games) + 0);
  const inAll = (sum: number) =>
    `${percentagePoints(sum)} percentage points${games === 1 ? '' : ` in all (${each(sum)} a game)`}`;
  return [
    `- Luck: the dice changed the winning chances by ${inAll(dice)}`,
    `- Choices that were not the best changed them by ${inAll(decisions)}`,
  ];
}

function nameOfGame({ ended }: CountedGame, { title }: RecordNaming): string {
  const { game, variant } = title(ended.system, ended.variant);
  return `${game}, ${variant}`;
}

/** "the Union, " in a game of several sides. */
function winnerOf({ ended, reckoning }: CountedGame, { seat }: RecordNaming): string {
  const winner = reckoning.sides?.winner ?? null;
  return winner === null ? '' : `the ${seat(ended.system, winner)}, `;
}

function resultInWords({ ended, reckoning: { result, sides } }: CountedGame, { seat }: RecordNaming): string {
  if (ended.how === 'abandoned') return 'abandoned';
  if (!result) return 'result unknown';
  const { won, margin } = result;
  if (sides) {
    if (sides.winner === null) return 'drawn';
    return [`won by the ${seat(ended.system, sides.winner)}`, ...(margin ? [margin.words] : [])].join(', ');
  }
  if (!won) return 'lost';
  return margin ? `won with ${margin.words}` : 'won';
}

function choosers({ standings }: RecordTotals, naming: RecordNaming, most: Most = MOST): string[] {
  const listed = standings
    .filter(({ mattered }) => mattered >= ENOUGH)
    .map(({ member, mattered, best }) => ({ member, words: share(best, mattered) }));
  return memberList('**Who chose the best order when it mattered**', listed, naming, most.members);
}

function winners({ players }: RecordTotals, naming: RecordNaming, most: Most = MOST): string[] {
  const listed = players.map(({ member, played, won }) => ({ member, words: `${won} of ${played}` }));
  return memberList('**Wins against other members**', listed, naming, most.players);
}

function memberList(
  title: string,
  listed: readonly { readonly member: MemberId; readonly words: string }[],
  { name, dm }: RecordNaming,
  most: number,
): string[] {
  if (dm) return [];
  const shown = listed.flatMap(({ member, words }) => {
    const called = name(member);
    return called === null ? [] : [`**${plainName(called)}** ${words}`];
  });
  if (shown.length === 0) return [];
  return [title, firstOf(shown, most).join(' · ')];
}

function share(best: number, mattered: number): string {
  return `${best} of ${mattered} (${percentOfTenths(Math.round((best * 1000) / mattered))})`;
}

function smallPrint({ standings, players }: RecordTotals, pending: number): string[] {
  return compact(
    standings.length > 0 &&
      `-# The best order gives the best chance of winning with perfect play afterwards; luck doesn’t count. A choice matters if another order was worth less. Members are listed once they’ve made ${ENOUGH} such choices.`,
    players.length > 0 &&
      '-# Wins against other members: only finished games count, each only for members who played a single side in it.',
    '-# Unfinished games, “what if” games and orders taken back don’t count.',
    pendingInWords(pending),
  );
}

export function pendingInWords(pending: number): string[] {
  return pending > 0 ? [`-# ${count(pending, 'more game')} still being counted. Ask again in a minute.`] : [];
}

/**
 * "**Ada**, **Bo** and 3 others".
 * @param most how many are named at most
 * @param note a text after the name
 */
export function listedNames(
  members: readonly MemberId[],
  name: RecordNaming['name'],
  most: number,
  note: (member: MemberId) => string = () => '',
): string {
  const named = members.flatMap((member) => {
    const called = name(member);
    return called === null ? [] : [`**${plainName(called)}**${note(member)}`];
  });
  const shown = named.slice(0, most);
  const rest = members.length - shown.length;
  return listed([...shown, ...(rest > 0 ? [count(rest, shown.length > 0 ? 'other' : 'member')] : [])]);
}

function howToHide(sums: RecordTotals, naming: RecordNaming): string[] {
  return choosers(sums, naming).length > 0 || winners(sums, naming).length > 0
    ? ['-# Don’t want to be listed? Use `/record me: Hide them`.']
    : [];
}

export function ownLine(
  { chose, played }: { readonly chose: DecisionCounts | null; readonly played: RecordPlayer | null },
  isListed: boolean,
): string[] {
  const hint = isListed
    ? '`/record me: Hide them` takes your name off the list.'
    : 'Others don’t see this. `/record me: Show them` puts your name on the list.';
  return compact(
    chose && `**You** chose the best order in ${share(chose.best, chose.mattered)} of your choices that mattered.`,
    !chose && !played && '**You** haven’t made a choice that mattered in a finished game.',
    played && `**You** won ${played.won} of ${count(played.played, 'game')} against other members.`,
    `-# ${hint}`,
  );
}

export function setInWords(isListed: boolean): string {
  return isListed
    ? `You’ll be listed on every server you’ve played on: wins, ratings, seasons and problems; choices too, once ${ENOUGH} of yours have mattered.`
    : 'You’re no longer listed on any server: choices, wins, ratings, seasons or problems. You still see your own line.';
}
