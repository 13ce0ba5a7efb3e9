import { type BalancedMove, balanceOf, type Move, turningPoints, wasBest } from '../../advisor/index.ts';
import { counted, listed } from '../../council/index.ts';
import type { Episode, State, Story } from '../../game/index.ts';
import { clipped } from '../answer.ts';
import type { Campaign } from '../campaign.ts';
import { RENAMED } from '../export/file.ts';
import { withoutIds } from '../export/names.ts';
import { markOf } from '../what-if/words.ts';
import { plainName } from '../wording.ts';
import { type Arithmetic, arithmeticOf, costliestIn } from './arithmetic.ts';
import { eventByEvent } from './event-by-event.ts';
import { givers, votersOf } from './given.ts';
import { type Imprint, plainImprint } from './imprint.ts';

/** Characters of Discord Markdown in one message. */
const LONGEST = 2000;
/** Longest a reason is quoted in a story. */
const REASON = 140;
/** Members named in the small print. */
const NAMED = 4;
const DAY = 86_400_000;

/** A campaign as its system tells it, or event by event where the system has no story. */
export function tellingOf(campaign: Campaign): Story {
  const { system, game } = campaign;
  return system.story?.(episodesOf(campaign), game.ended !== null) ?? eventByEvent(campaign);
}

function episodesOf({ states, opening, deeds, course }: Campaign): Episode[] {
  const turning = new Set(course ? turningPoints(course) : []);
  const start = states[0] as State;
  const balance = course && balanceOf(course);
  const costliest = course && balance && course.moves.length > 0 ? costliestIn(course, balance) : null;
  return [
    { order: null, before: start, after: start, events: opening, by: null, reasons: [], turning: false, worth: null },
    ...deeds.map(
      ({ entry, events, by, reasons }, place): Episode => ({
        order: entry.order,
        before: states[place] as State,
        after: states[place + 1] as State,
        events,
        // Nobody is praised by name for what the arithmetic calls the costliest order.
        by: by && place !== costliest ? shown(by.name) : null,
        reasons: reasons.map(({ text, by }) => ({
          text: shown(clipped(text, REASON)),
          by: shown(by.name),
        })),
        turning: turning.has(place),
        worth: worthAt(course?.moves[place], balance?.moves[place]),
      }),
    ),
  ];
}

function worthAt(move: Move | undefined, balanced: BalancedMove | undefined): Episode['worth'] {
  return move && balanced ? { decision: balanced.decision, dice: balanced.dice, best: wasBest(move) } : null;
}

/** What a member wrote, or is called, in a story: safe in Markdown, and without Discord's ids, for the story leaves Discord. */
function shown(text: string): string {
  return plainName(withoutIds(text));
}

/** What a message of the recap is made of; what is missing had no room, or does not exist. */
interface Parts {
  readonly story: Story;
  readonly arithmetic: Arithmetic | null;
  /** Members named in the small print. */
  readonly named: number;
}

/**
 * A recap as the text of one message: headline, story, arithmetic, small print. Discord Markdown, at most 2,000 characters; what does not
 * fit gives way, and stands in the Markdown file.
 */
export function recapText(campaign: Campaign, imprint: Imprint = plainImprint(campaign.game)): string {
  let parts: Parts = { story: tellingOf(campaign), arithmetic: arithmeticOf(campaign), named: NAMED };
  let text = written(campaign, parts, imprint);
  for (const shorten of SHORTENINGS) {
    for (let less = shorten(parts); text.length > LONGEST && less !== null; less = shorten(parts)) {
      parts = less;
      text = written(campaign, parts, imprint);
    }
  }
  return text;
}

type Shortening = (parts: Parts) => Parts | null;

/** What gives way, the first first; null: there is nothing left of it. */
const SHORTENINGS: readonly Shortening[] = [
  (parts) => (parts.named > 0 ? { ...parts, named: parts.named - 1 } : null),
  withoutArithmetic('best', null),
  withoutArithmetic('votes', null),
  withoutHistory,
  withoutArithmetic('costliest', null),
  withoutArithmetic('turning', []),
  withoutChapter,
];

function withoutArithmetic<Key extends keyof Arithmetic>(key: Key, nothing: Arithmetic[Key]): Shortening {
  return (parts) => {
    const had = parts.arithmetic?.[key];
    if (!parts.arithmetic || had === null || had?.length === 0) return null;
    return { ...parts, arithmetic: { ...parts.arithmetic, [key]: nothing } };
  };
}

/** Without the last line of what really happened. */
function withoutHistory(parts: Parts): Parts | null {
  const { chapters } = parts.story;
  const place = chapters.findLastIndex(({ really }) => really !== null);
  if (place < 0) return null;
  const less = chapters.map((chapter, index) => (index === place ? { ...chapter, really: null } : chapter));
  return { ...parts, story: { ...parts.story, chapters: less } };
}

/** Without a chapter from the middle. */
function withoutChapter(parts: Parts): Parts | null {
  const { chapters } = parts.story;
  if (chapters.length < 2) return null;
  return { ...parts, story: { ...parts.story, chapters: chapters.toSpliced(chapters.length - 2, 1) } };
}

function written(campaign: Campaign, { story, arithmetic, named }: Parts, imprint: Imprint): string {
  const chapters = story.chapters.map(({ when, text, really }) =>
    [when === null ? text : `**${when}** ${text}`, ...(really === null ? [] : [`-# In history: ${really}`])].join('\n'),
  );
  return [
    `## ${markOf(campaign.game)}${story.headline}`,
    chapters.join('\n\n'),
    ...(arithmetic ? ['', ...reckoned(arithmetic)] : []),
    ...small(campaign, named, imprint).map((line) => `-# ${line}`),
  ].join('\n');
}

function reckoned({ basis, totals, turning, best, costliest, votes }: Arithmetic): string[] {
  return [
    `**Winning chances**, ${basis}`,
    totals,
    ...(turning.length > 0 ? [turning.length > 1 ? 'Turning points:' : 'Turning point:'] : []),
    ...turning.map((one) => `- ${one}`),
    ...(best === null ? [] : [`Best decision: ${best}`]),
    ...(costliest === null ? [] : [`Costliest: ${costliest}`]),
    ...(votes === null ? [] : [votes]),
  ];
}

function small(campaign: Campaign, named: number, { origin, replayed, notes, posted }: Imprint): string[] {
  const { game, system } = campaign;
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return [
    ...origin.message,
    [`${system.title}, ${variant}`, played(campaign), ordersBy(campaign, named)]
      .filter((part) => part !== '')
      .join(' · '),
    sealed(replayed),
    ...(replayed?.renamed ? [RENAMED] : []),
    ...notes,
    ...posted,
  ];
}

/** The seal is told in full in the file and under “Check the dice”, and so is the fingerprint: here by its first digits. */
function sealed(replayed: Imprint['replayed']): string {
  if (!replayed) return 'Dice sealed';
  const { fingerprint } = replayed;
  return `Dice sealed · fingerprint \`${fingerprint.slice(0, 8)} ${fingerprint.slice(8, 16)}\``;
}

/** When it was played, as every member's own calendar shows it. */
function played({ game, deeds }: Campaign): string {
  const day = (at: number) => `<t:${Math.floor(at / 1000)}:d>`;
  const end = game.ended?.at ?? deeds.at(-1)?.entry.at ?? game.startedAt;
  const [first, last] = [day(game.startedAt), day(end)];
  const days = end - game.startedAt < DAY / 2 ? first : `${first} – ${last}`;
  const how = { finished: 'played', abandoned: 'abandoned; played', running: 'still being played; so far' };
  return `${how[game.ended?.how ?? 'running']} ${days}`;
}

function ordersBy(campaign: Campaign, named: number): string {
  const { members, voted } = givers(campaign);
  const names = members.slice(0, named).map(({ name }) => plainName(name));
  const others = members.length - names.length;
  const who = [
    ...(voted > 0 ? [`vote (${counted(votersOf(campaign), 'voter')})`] : []),
    ...names,
    ...(others > 0 ? [counted(others, names.length > 0 ? 'other' : 'member')] : []),
  ];
  return who.length === 0 ? '' : `${counted(campaign.deeds.length, 'order')}, by ${listed(who, 'and')}`;
}
