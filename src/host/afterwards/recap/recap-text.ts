import { briefDay, calendarDay } from '../../../council/index.ts';
import { type Chapter, LONGEST_TEXT, type Story } from '../../../game/index.ts';
import { count, listed, sealMark } from '../../../kit/plain-english.ts';
import type { GameRecord } from '../../../store/index.ts';
import { clipped } from '../../base/reply.ts';
import { nameAlone, notFromSheet, plainName } from '../../base/wording.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { givers, votersOf } from '../../table/order-facts.ts';
import type { PlayedGame, PlayedOrder } from '../../table/played-game.ts';
import { tideOf } from '../../table/turning-points.ts';
import { comesFrom, markOf, whatIfPrint } from '../../table/what-if-words.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import { RENAMED, type ReplayFile } from '../replay-file/write-replay-file.ts';
import { type Arithmetic, arithmeticOf } from './chances-words.ts';
import { episodesOf } from './episodes.ts';
import {
  extremesOfLuck,
  gameLuck,
  luckInBrief,
  pointsInWords,
  type Reckoned,
  talliesOf,
  tallyInBrief,
} from './points-and-luck-words.ts';
import { inHistory, PLAYED, RECAP, turningHeading } from './recap-words.ts';

/** Members named in the small print. */
const NAMED = 4;
const DAY = 86_400_000;

/** A game as its system tells it, or event by event where the system has no story. */
export function recapSentences(playedGame: PlayedGame): Story {
  const { system, game } = playedGame;
  return system.story?.(episodesOf(playedGame), game.ended !== null) ?? eventByEvent(playedGame);
}

/** What a message of the recap is made of; what is missing had no room, or does not exist. */
interface Parts {
  readonly story: Story;
  readonly arithmetic: Arithmetic | null;
  readonly points: Reckoned | null;
  readonly luck: { readonly measure: string; readonly totals: string; readonly extremes: readonly string[] } | null;
  /** Tables in a line each. */
  readonly tallies: readonly { readonly title: string; readonly line: string }[];
  /** Members named in the small print. */
  readonly named: number;
}

/**
 * A recap as the text of one message: headline, story, arithmetic, small print. Discord Markdown, at most 2,000 characters; what does not
 * fit gives way, and stands in the Markdown file.
 */
export function recapText(playedGame: PlayedGame, imprint: Imprint = plainImprint(playedGame.game)): string {
  const tide = tideOf(playedGame);
  const luck = gameLuck(playedGame);
  let parts: Parts = {
    story: recapSentences(playedGame),
    arithmetic: arithmeticOf(playedGame),
    points: tide && pointsInWords(playedGame, tide),
    luck: luck && { measure: luck.measure, totals: luckInBrief(luck), extremes: extremesOfLuck(luck) },
    tallies: talliesOf(playedGame).flatMap((tally) => tallyInBrief(tally) ?? []),
    named: NAMED,
  };
  let text = written(playedGame, parts, imprint);
  for (const shorten of SHORTENINGS) {
    for (let less = shorten(parts); text.length > LONGEST_TEXT && less !== null; less = shorten(parts)) {
      parts = less;
      text = written(playedGame, parts, imprint);
    }
  }
  return text;
}

type Shortening = (parts: Parts) => Parts | null;

/** What is left out, the first first; null: nothing is left to leave out. */
const SHORTENINGS: readonly Shortening[] = [
  (parts) => (parts.named > 0 ? { ...parts, named: parts.named - 1 } : null),
  withoutArithmetic('best', null),
  withoutArithmetic('votes', null),
  withoutTally(2),
  withoutExtremes,
  withoutHistory,
  withoutArithmetic('costliest', null),
  withoutTally(1),
  withoutArithmetic('turning', []),
  withoutTurning,
  withoutLuck,
  withoutTally(0),
  withoutChapter,
];

/** Without the last of more tables than so many. */
function withoutTally(most: number): Shortening {
  return (parts) => (parts.tallies.length > most ? { ...parts, tallies: parts.tallies.slice(0, -1) } : null);
}

function withoutExtremes(parts: Parts): Parts | null {
  const { luck } = parts;
  return luck && luck.extremes.length > 0
    ? { ...parts, luck: { ...luck, extremes: luck.extremes.slice(0, -1) } }
    : null;
}

/** Without the last but one of the phases that turned it, and so on. */
function withoutTurning(parts: Parts): Parts | null {
  const { points } = parts;
  if (!points || points.turning.length === 0) return null;
  return { ...parts, points: { ...points, turning: points.turning.slice(0, -1) } };
}

function withoutLuck(parts: Parts): Parts | null {
  return parts.luck ? { ...parts, luck: null } : null;
}

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

function written(playedGame: PlayedGame, parts: Parts, imprint: Imprint): string {
  const { story, arithmetic, points, luck, tallies, named } = parts;
  const told = [
    ...(points ? pointsTold(points) : []),
    ...(luck
      ? [`**Luck with the dice**, in ${luck.measure}: ${luck.totals}.`, ...luck.extremes.map((one) => `- ${one}`)]
      : []),
    ...tallies.map(({ title, line }) => `**${title}**: ${line}.`),
  ];
  const chapters = story.chapters.map(({ when, text, really }) =>
    [when === null ? text : `**${when}** ${text}`, ...(really === null ? [] : [`-# ${inHistory(really)}`])].join('\n'),
  );
  return [
    `## ${markOf(playedGame.game)}${story.headline}`,
    chapters.join('\n\n'),
    ...(arithmetic ? ['', ...reckoned(arithmetic)] : []),
    ...(told.length > 0 ? ['', ...told] : []),
    ...small(playedGame, named, imprint).map((line) => `-# ${line}`),
  ].join('\n');
}

function reckoned({ totals, turning, best, costliest, votes }: Arithmetic): string[] {
  return [
    '**Winning chances**',
    totals,
    ...turningHeading(turning.length),
    ...turning.map((one) => `- ${one}`),
    ...(best === null ? [] : [`${RECAP.best}: ${best}`]),
    ...(costliest === null ? [] : [`${RECAP.costliest}: ${costliest}`]),
    ...(votes === null ? [] : [votes]),
  ];
}

function pointsTold({ totals, turning }: Reckoned): string[] {
  return [`**Points**: ${totals}`, ...turningHeading(turning.length), ...turning.map((one) => `- ${one}`)];
}

function small(playedGame: PlayedGame, named: number, { origin, replayed, notes, posted }: Imprint): string[] {
  const { game, system } = playedGame;
  const variant = system.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return [
    ...origin.message,
    [`${system.title}, ${variant}`, played(playedGame), ordersBy(playedGame, named)]
      .filter((part) => part !== '')
      .join(' · '),
    sealed(game.seal, replayed),
    notFromSheet(system.basis),
    ...(replayed?.renamed ? [RENAMED] : []),
    ...notes,
    ...posted,
  ];
}

/** The seal is told in full in the file and under “Check the dice”, and so is the fingerprint: here by its first digits. */
function sealed(seal: string, replayed: Imprint['replayed']): string {
  const words = `Dice sealed with \`${sealMark(seal)}\``;
  if (!replayed) return words;
  const { fingerprint } = replayed;
  return `${words} · fingerprint \`${fingerprint.slice(0, 8)} ${fingerprint.slice(8, 16)}\``;
}

/** When it was played, as every member's own calendar shows it. */
function played({ game, givenOrders }: PlayedGame): string {
  const end = game.ended?.at ?? givenOrders.at(-1)?.entry.at ?? game.startedAt;
  const [first, last] = [briefDay(game.startedAt), briefDay(end)];
  const days = end - game.startedAt < DAY / 2 ? first : `${first} – ${last}`;
  return `${PLAYED[game.ended?.how ?? 'running']} ${days}`;
}

function ordersBy(playedGame: PlayedGame, named: number): string {
  const { members, voted, others: causes } = givers(playedGame);
  const names = members.slice(0, named).map(({ name }) => plainName(name));
  const others = members.length - names.length;
  const who = [
    ...(voted > 0 ? [`vote (${count(votersOf(playedGame), 'voter')})`] : []),
    ...names,
    ...(others > 0 ? [count(others, names.length > 0 ? 'other' : 'member')] : []),
    ...causes,
  ];
  return who.length === 0 ? '' : `${count(playedGame.givenOrders.length, 'order')}, by ${listed(who)}`;
}

/** Characters of a whole story, of its headline, and how many chapters it has at most. */
const ROOM = 1200;
const HEADLINE = 80;
const CHAPTERS = 4;

/** A game whose system has no story, told in the sentences of its log: what the last orders of each part did. */
function eventByEvent(playedGame: PlayedGame): Story {
  const headline = headlineOf(playedGame);
  const parts = cut(playedGame.givenOrders);
  const room = Math.floor((ROOM - headline.length) / Math.max(1, parts.length));
  return { headline, chapters: parts.map((part) => chapter(playedGame, part, room)) };
}

function headlineOf({ system, position, game }: PlayedGame): string {
  const outcome = system.outcome(position.state);
  const whole = outcome?.headline ?? `${system.title}: ${game.ended ? 'abandoned' : RECAP.goesOn}`;
  return clipped(whole.replace(/\.\s.*$|\.$/s, ''), HEADLINE);
}

interface Part {
  /** The number of its first order, from 1. */
  readonly first: number;
  readonly orders: readonly PlayedOrder[];
}

function cut(orders: readonly PlayedOrder[]): Part[] {
  const size = Math.ceil(orders.length / CHAPTERS);
  return Array.from({ length: Math.min(CHAPTERS, orders.length) }, (_, index) => ({
    first: index * size + 1,
    orders: orders.slice(index * size, (index + 1) * size),
  })).filter((part) => part.orders.length > 0);
}

function chapter({ system }: PlayedGame, { first, orders }: Part, room: number): Chapter {
  const last = first + orders.length - 1;
  const when = first === last ? `Order ${first}` : `Orders ${first} – ${last}`;
  const sentences = orders.flatMap(({ events }) => events.flatMap((event) => system.tell(event, 'public') ?? []));
  return { when, text: latest(sentences, room - when.length) || RECAP.nothingSeen, really: null };
}

/** As many of the last sentences as there is room for, in their order. */
function latest(sentences: readonly string[], room: number): string {
  const found: string[] = [];
  for (const sentence of sentences.toReversed()) {
    if ([sentence, ...found].join(' ').length > room) break;
    found.unshift(sentence);
  }
  return found.length > 0 ? found.join(' ') : clipped(sentences.at(-1) ?? '', room);
}

/** What the message and the file of a recap say in small print that is not told by the game itself. Lines without a mark of their own. */
export interface Imprint {
  /** Where a “what if” comes from; empty: it is none. */
  readonly origin: { readonly message: readonly string[]; readonly file: readonly string[] };
  /** The replay file of a game that is over; null: it is still being played. */
  readonly replayed: Pick<ReplayFile, 'fingerprint' | 'renamed'> | null;
  /** In both, a line each. */
  readonly notes: readonly string[];
  /** In the message alone. */
  readonly posted: readonly string[];
}

export function imprintOf(
  games: GameSources,
  game: GameRecord,
  { replayed, notes, posted }: Omit<Imprint, 'origin'>,
): Imprint {
  const message = comesFrom(games, game, {
    name: (name) => `**${plainName(name)}**`,
    day: calendarDay,
    // A DM is nobody else's to go to.
    channel: ({ channel, guild }) => (guild === null || channel === game.channel ? '' : ` in <#${channel}>`),
  });
  const file = comesFrom(games, game, { name: escaped, day: dayInWords, channel: () => '' });
  return { origin: { message, file }, replayed, notes, posted };
}

/** Of a game about which nothing else is known. */
export function plainImprint(game: GameRecord): Imprint {
  const origin = whatIfPrint(game);
  return { origin: { message: origin, file: origin }, replayed: null, notes: [], posted: [] };
}

/** `21 November 2026` */
export function dayInWords(at: number): string {
  return DAYS.format(at);
}

const DAYS = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });

/**
 * What a member wrote, or is called, as plain text in standard Markdown and where links and mentions are made of bare text; Discord's
 * ids are not left in it.
 */
export function escaped(text: string): string {
  return nameAlone(withoutIds(text))
    .replace(/[\\`*_{}[\]<>()#|~&:]|(?<=\bwww)\./gi, '\\$&')
    .replaceAll('@', '@\u200b');
}
