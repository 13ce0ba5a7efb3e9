import { calendarDay, counted, listed } from '../../council/index.ts';
import { percentOf, pointsOf } from '../advice/percentages.ts';
import { plainName } from '../wording.ts';
import type { ResultWorth } from './campaign-result.ts';
import {
  type CampaignCounts,
  type CountedCampaign,
  isApart,
  type MemberDecisions,
  type RecordPlayer,
  type RecordTotals,
} from './record-totals.ts';

/** Decisions that mattered, from which on somebody stands in the list: below, a share says little. */
const ENOUGH = 5;
/** Members in the list, and kinds of campaign, at most. */
const MOST = { members: 10, players: 8, variants: 6 };
/** Characters of one message. */
const LONGEST = 2000;

/** How many members each list names. */
type Most = Pick<typeof MOST, 'members' | 'players'>;

export const mayNotPost =
  'Only those who may manage this channel can post the record here. Without `post` you see it yourself.';

interface Naming {
  readonly dm: boolean;
  seat(system: string, seat: string): string;
  title(system: string, variant: string): { readonly game: string; readonly variant: string };
  /** Null: not to be named. */
  name(member: MemberDecisions['member']): string | null;
}

/**
 * The record, in Markdown, below 2,000 characters.
 * @param own what is said of the caller, for them alone; null: it is for all to see
 */
export function recordInWords(sums: RecordTotals, naming: Naming, own: readonly string[] | null): string {
  let most: Most = MOST;
  let text = written(sums, naming, own, most);
  while (text.length >= LONGEST && most.players + most.members > 0) {
    most = { members: Math.max(0, most.members - 1), players: Math.max(0, most.players - 1) };
    text = written(sums, naming, own, most);
  }
  return text;
}

function written(sums: RecordTotals, naming: Naming, own: readonly string[] | null, most: Most): string {
  const title = naming.dm ? '**The record of our campaigns here**' : '**The record of this server**';
  if (sums.all.played === 0 && !sums.apart)
    return `${title}\nNo campaign has ended yet. “What if” campaigns do not count.`;
  return [
    title,
    ...(sums.all.played > 0
      ? [`${counted(sums.all.played, 'campaign')} ended: ${tallyInWords(sums.all, naming)}.`]
      : ['No campaign has ended yet in which no roll was taken back.']),
    ...apart(sums, naming),
    ...kinds(sums, naming),
    ...feats(sums, naming),
    ...fortune(sums),
    '**The last ones**',
    ...sums.last.map(
      (one) =>
        `- ${calendarDay(one.ended.endedAt)}: ${played(one, naming)}, ${cameTo(one, naming)}${isApart(one) ? ' (rolls taken back)' : ''}`,
    ),
    ...choosers(sums, naming, most),
    ...winners(sums, naming, most),
    ...(own ?? wayOut(sums, naming)),
    ...smallPrint(sums),
  ].join('\n');
}

function tallyInWords(
  { won, lost, sides, drawn, abandoned, unknown }: CampaignCounts,
  naming: Pick<Naming, 'seat'>,
): string {
  const parts = [
    [won, 'won'],
    [lost, 'lost'],
    ...wonBySide(sides, naming).map(([name, number]) => [number, `won by the ${name}`] as const),
    [drawn, 'drawn'],
    [abandoned, 'abandoned'],
    [unknown, 'not counted'],
  ] as const;
  return parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(', ');
}

/** Sides of different games that are called the same are one here. */
function wonBySide(
  sides: CampaignCounts['sides'],
  { seat: nameOf }: Pick<Naming, 'seat'>,
): readonly (readonly [string, number])[] {
  const won = new Map<string, number>();
  for (const { system, seat, won: number } of sides) {
    const name = nameOf(system, seat);
    won.set(name, (won.get(name) ?? 0) + number);
  }
  return [...won];
}

/** Campaigns whose dice somebody could try out. */
function apart({ apart: tally }: RecordTotals, naming: Naming): string[] {
  if (!tally) return [];
  const [those, they] = tally.played === 1 ? ['1 campaign', 'it counts'] : [`${tally.played} campaigns`, 'they count'];
  return [
    `Apart from the others, since rolls were taken back: ${those} (${tallyInWords(tally, naming)}); ${they} for nothing below.`,
  ];
}

/** By game and variant, where there are several. */
function kinds({ byVariant }: RecordTotals, naming: Naming): string[] {
  if (byVariant.length < 2) return [];
  const shown = byVariant.slice(0, MOST.variants).map(({ system, variant, tally }) => {
    const named = naming.title(system, variant);
    return `- ${named.game}, ${named.variant}: ${tallyInWords(tally, naming)}`;
  });
  const left = byVariant.length - shown.length;
  return left > 0 ? [...shown, `- and ${counted(left, 'other kind')}`] : shown;
}

/** The campaigns that stand out. */
function feats({ clearest, nearest, longest }: RecordTotals, naming: Naming): string[] {
  const on = ({ ended }: CountedCampaign) => calendarDay(ended.endedAt);
  const best = nearest?.reckoning?.worth?.best;
  return [
    ...(clearest
      ? [`- Clearest victory: ${whose(clearest, naming)}${clearest.reckoning?.result?.margin?.words}, ${on(clearest)}`]
      : []),
    ...(nearest && best ? [`- Nearest defeat: ${stoodAt(best)}, ${on(nearest)}`] : []),
    ...(longest ? [`- Longest campaign: ${counted(longest.reckoning?.orders ?? 0, 'order')}, ${on(longest)}`] : []),
  ];
}

/** The chance of winning a lost campaign had at its best. */
function stoodAt({ chance, after }: ResultWorth['best']): string {
  const at = percentOf(chance);
  return after === 0
    ? `never better than the ${at} it began with`
    : `it stood at ${at} after ${counted(after, 'order')}`;
}

/** What dice and decisions did to the chances, in all and for each campaign. */
function fortune({ worth }: RecordTotals): string[] {
  if (!worth) return [];
  const { campaigns, dice, decisions, bases } = worth;
  const each = (sum: number) => pointsOf(Math.round(sum / campaigns) + 0);
  const inAll = (sum: number) =>
    `${pointsOf(sum)} percentage points${campaigns === 1 ? '' : ` in all (${each(sum)} a campaign)`}`;
  return [
    `- Luck: the dice changed the chances by ${inAll(dice)}, by ${listed(bases, 'and')}`,
    `- Choices that were not the best: ${inAll(decisions)}`,
  ];
}

function played({ ended }: CountedCampaign, { title }: Naming): string {
  const { game, variant } = title(ended.system, ended.variant);
  return `${game}, ${variant}`;
}

/** Of a game of several sides, who won it: "the Union, ". */
function whose({ ended, reckoning }: CountedCampaign, { seat }: Naming): string {
  const winner = reckoning?.sides?.winner ?? null;
  return winner === null ? '' : `the ${seat(ended.system, winner)}, `;
}

function cameTo({ ended, reckoning }: CountedCampaign, { seat }: Naming): string {
  if (ended.how === 'abandoned') return 'abandoned';
  if (!reckoning?.result) return 'not counted';
  const { won, margin } = reckoning.result;
  const { sides } = reckoning;
  if (sides) {
    if (sides.winner === null) return 'drawn';
    return [`won by the ${seat(ended.system, sides.winner)}`, ...(margin ? [margin.words] : [])].join(', ');
  }
  if (!won) return 'lost';
  return margin ? `won with ${margin.words}` : 'won';
}

function choosers({ standings }: RecordTotals, { name, dm }: Naming, most: Most = MOST): string[] {
  if (dm) return [];
  const shown = standings.flatMap(({ member, mattered, best }) => {
    const called = mattered >= ENOUGH ? name(member) : null;
    return called === null ? [] : [`**${plainName(called)}** ${share(best, mattered)}`];
  });
  if (shown.length === 0) return [];
  const rest = shown.length > most.members ? [`and ${counted(shown.length - most.members, 'other')}`] : [];
  return [
    '**Who chose the best order, of the choices that mattered**',
    [...shown.slice(0, most.members), ...rest].join(' · '),
  ];
}

/** Who won how many of the campaigns that they played for one side against other members. */
function winners({ players }: RecordTotals, { name, dm }: Naming, most: Most = MOST): string[] {
  if (dm) return [];
  const shown = players.flatMap(({ member, played, won }) => {
    const called = name(member);
    return called === null ? [] : [`**${plainName(called)}** ${won} of ${played}`];
  });
  if (shown.length === 0) return [];
  const rest = shown.length > most.players ? [`and ${counted(shown.length - most.players, 'other')}`] : [];
  return ['**Who won, side against side**', [...shown.slice(0, most.players), ...rest].join(' · ')];
}

function share(best: number, mattered: number): string {
  return `${best} of ${mattered} (${percentOf(Math.round((best * 1000) / mattered))})`;
}

function smallPrint({ pending, worth, standings, players }: RecordTotals): string[] {
  const bases = worth ? `, by ${listed(worth.bases, 'and')}` : '';
  return [
    ...(standings.length > 0
      ? [
          `-# The best order is the one that leaves the best chance of winning if all goes on in the best way${bases}: no promise of luck. A choice counts where the orders differ in that and the one chosen cost something; a free march that loses nothing doesn’t. From ${ENOUGH} choices on a member is listed.`,
        ]
      : []),
    ...(players.length > 0
      ? ['-# Side against side counts campaigns played to the end between members, for whoever played one side alone.']
      : []),
    '-# Running campaigns and “what if” campaigns do not count. An order that was taken back does not count.',
    ...(pending > 0 ? [`-# ${counted(pending, 'campaign')} still to be counted: ask again in a minute.`] : []),
  ];
}

/** How to get off a list that is posted for all. */
function wayOut(sums: RecordTotals, naming: Naming): string[] {
  return choosers(sums, naming).length > 0 || winners(sums, naming).length > 0
    ? ['-# Not your wish to be listed? `/record me: Hide them`.']
    : [];
}

/** The caller's own choices and campaigns, for them alone. */
export function ownLine(
  { chose: mine, played }: { readonly chose: MemberDecisions | null; readonly played: RecordPlayer | null },
  shown: boolean,
): string[] {
  const set = shown
    ? '`/record me: Hide them` takes your name off the list.'
    : 'Others do not see it; `/record me: Show them` puts your name on the list.';
  const own = mine
    ? `**You** chose the best order in ${share(mine.best, mine.mattered)} of your choices that mattered.`
    : '**You** have made no choice that mattered in a campaign that has ended.';
  const sides = played
    ? [`**You** won ${played.won} of ${counted(played.played, 'campaign')}, side against side.`]
    : [];
  return [...(mine || !played ? [own] : []), ...sides, `-# ${set}`];
}

export function setInWords(shown: boolean): string {
  return shown
    ? `Your choices stand in the record of every server you have played on, from ${ENOUGH} that mattered on.`
    : 'Your choices do not stand in the record of any server any more. You still see your own line.';
}
