import { calendarDay, counted, listed } from '../../council/index.ts';
import { percentOf, pointsOf } from '../advice/figures.ts';
import { plainName } from '../wording.ts';
import type { Worth } from './reckoning.ts';
import type { Counted, Standing, Sums, Tally } from './sums.ts';

/** Decisions that mattered, from which on somebody stands in the list: below, a share says little. */
const ENOUGH = 5;
/** Members in the list, and kinds of campaign, at most. */
const MOST = { members: 10, variants: 6 };

export const mayNotPost =
  'Only those who may manage this channel can post the record here. Without `post` you see it yourself.';

interface Naming {
  readonly dm: boolean;
  title(system: string, variant: string): { readonly game: string; readonly variant: string };
  /** Null: not to be named. */
  name(member: Standing['member']): string | null;
}

/**
 * The record, in Markdown, below 2,000 characters.
 * @param own what is said of the caller, for them alone; null: it is for all to see
 */
export function recordInWords(sums: Sums, naming: Naming, own: readonly string[] | null): string {
  const title = naming.dm ? '**The record of our campaigns here**' : '**The record of this server**';
  if (sums.all.played === 0) return `${title}\nNo campaign has ended yet. “What if” campaigns do not count.`;
  return [
    title,
    `${counted(sums.all.played, 'campaign')} ended: ${tallyInWords(sums.all)}.`,
    ...kinds(sums, naming),
    ...feats(sums),
    ...fortune(sums),
    '**The last ones**',
    ...sums.last.map((one) => `- ${calendarDay(one.ended.endedAt)}: ${played(one, naming)}, ${cameTo(one)}`),
    ...choosers(sums, naming),
    ...(own ?? wayOut(sums, naming)),
    ...smallPrint(sums),
  ].join('\n');
}

function tallyInWords({ won, lost, abandoned, unknown }: Tally): string {
  const parts = [
    [won, 'won'],
    [lost, 'lost'],
    [abandoned, 'abandoned'],
    [unknown, 'not counted'],
  ] as const;
  return parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(', ');
}

/** By game and variant, where there are several. */
function kinds({ byVariant }: Sums, { title }: Naming): string[] {
  if (byVariant.length < 2) return [];
  const shown = byVariant.slice(0, MOST.variants).map(({ system, variant, tally }) => {
    const named = title(system, variant);
    return `- ${named.game}, ${named.variant}: ${tallyInWords(tally)}`;
  });
  const left = byVariant.length - shown.length;
  return left > 0 ? [...shown, `- and ${counted(left, 'other kind')}`] : shown;
}

/** The campaigns that stand out. */
function feats({ clearest, nearest, longest }: Sums): string[] {
  const on = ({ ended }: Counted) => calendarDay(ended.endedAt);
  const best = nearest?.reckoning?.worth?.best;
  return [
    ...(clearest ? [`- Clearest victory: ${clearest.reckoning?.result?.margin?.words}, ${on(clearest)}`] : []),
    ...(nearest && best ? [`- Nearest defeat: ${stoodAt(best)}, ${on(nearest)}`] : []),
    ...(longest ? [`- Longest campaign: ${counted(longest.reckoning?.orders ?? 0, 'order')}, ${on(longest)}`] : []),
  ];
}

/** The chance of winning a lost campaign had at its best. */
function stoodAt({ chance, after }: Worth['best']): string {
  const at = percentOf(chance);
  return after === 0
    ? `never better than the ${at} it began with`
    : `it stood at ${at} after ${counted(after, 'order')}`;
}

/** What dice and decisions did to the chances, in all and for each campaign. */
function fortune({ worth }: Sums): string[] {
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

function played({ ended }: Counted, { title }: Naming): string {
  const { game, variant } = title(ended.system, ended.variant);
  return `${game}, ${variant}`;
}

function cameTo({ ended, reckoning }: Counted): string {
  if (ended.how === 'abandoned') return 'abandoned';
  if (!reckoning?.result) return 'not counted';
  const { won, margin } = reckoning.result;
  if (!won) return 'lost';
  return margin ? `won with ${margin.words}` : 'won';
}

function choosers({ standings }: Sums, { name, dm }: Naming): string[] {
  if (dm) return [];
  const shown = standings.flatMap(({ member, mattered, best }) => {
    const called = mattered >= ENOUGH ? name(member) : null;
    return called === null ? [] : [`**${plainName(called)}** ${share(best, mattered)}`];
  });
  if (shown.length === 0) return [];
  const rest = shown.length > MOST.members ? [`and ${counted(shown.length - MOST.members, 'other')}`] : [];
  return [
    '**Who chose the best order, of the choices that mattered**',
    [...shown.slice(0, MOST.members), ...rest].join(' · '),
  ];
}

function share(best: number, mattered: number): string {
  return `${best} of ${mattered} (${percentOf(Math.round((best * 1000) / mattered))})`;
}

function smallPrint({ pending, worth, standings }: Sums): string[] {
  const bases = worth ? `, by ${listed(worth.bases, 'and')}` : '';
  return [
    ...(standings.length > 0
      ? [
          `-# The best order is the one that leaves the best chance of winning if all goes on in the best way${bases}: no promise of luck. A choice matters where orders differ in that; from ${ENOUGH} of them on a member is listed.`,
        ]
      : []),
    '-# Running campaigns and “what if” campaigns do not count. Taking back an order takes it out of the count.',
    ...(pending > 0 ? [`-# ${counted(pending, 'campaign')} still to be counted: ask again in a minute.`] : []),
  ];
}

/** How to get off a list that is posted for all. */
function wayOut(sums: Sums, naming: Naming): string[] {
  return choosers(sums, naming).length > 0 ? ['-# Not your wish to be listed? `/record me: Hide them`.'] : [];
}

/** The caller's own choices, for them alone. */
export function ownLine(mine: Standing | null, shown: boolean): string[] {
  const set = shown
    ? '`/record me: Hide them` takes your name off the list.'
    : 'Others do not see it; `/record me: Show them` puts your name on the list.';
  const own = mine
    ? `**You** chose the best order in ${share(mine.best, mine.mattered)} of your choices that mattered.`
    : '**You** have made no choice that mattered in a campaign that has ended.';
  return [own, `-# ${set}`];
}

export function setInWords(shown: boolean): string {
  return shown
    ? `Your choices stand in the record of every server you have played on, from ${ENOUGH} that mattered on.`
    : 'Your choices do not stand in the record of any server any more. You still see your own line.';
}
