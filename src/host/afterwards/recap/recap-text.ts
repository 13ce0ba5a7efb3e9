import { briefDay, calendarDay } from '../../../council/index.ts';
import { type Chapter, LONGEST_TEXT, type Story } from '../../../game/index.ts';
import { count, listed, sealMark } from '../../../kit/plain-english.ts';
import type { GameRecord } from '../../../store/index.ts';
import { clipped } from '../../base/reply.ts';
import { nameAlone, notFromSheet, plainName } from '../../base/wording.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { givers, type PlayedGame, type PlayedOrder, votersOf } from '../../table/played-game.ts';
import { tideOf } from '../../table/turning-points.ts';
import { comesFrom, markOf, whatIfPrint } from '../../table/what-if-words.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import { dayInWords } from '../replay-file/terminal.ts';
import { RENAMED, type ReplayFile } from '../replay-file/write-replay-file.ts';
import { type ChancesInWords, gameChances } from './chances-words.ts';
import { episodesOf } from './episodes.ts';
import {
  extremesOfLuck,
  gameLuck,
  luckInBrief,
  type PointsInWords,
  pointsInWords,
  talliesOf,
  tallyInBrief,
} from './points-and-luck-words.ts';
import { inHistory, PLAYED, RECAP, turningHeading } from './recap-words.ts';

const NAMED = 4;
const DAY = 86_400_000;

/** The story of a game by its system, or else event by event. */
export function recapSentences(playedGame: PlayedGame): Story {
  const { system, game } = playedGame;
  return system.afterwards?.story?.(episodesOf(playedGame), game.ended !== null) ?? eventByEvent(playedGame);
}

interface Parts {
  readonly story: Story;
  readonly arithmetic: ChancesInWords | null;
  readonly points: PointsInWords | null;
  readonly luck: { readonly measure: string; readonly totals: string; readonly extremes: readonly string[] } | null;
  readonly tallies: readonly { readonly title: string; readonly line: string }[];
  readonly named: number;
}

/** A recap in one message: Discord Markdown, at most 2,000 characters. Parts that don't fit are left to the Markdown file. */
export function recapText(playedGame: PlayedGame, imprint: Imprint = plainImprint(playedGame.game)): string {
  const tide = tideOf(playedGame);
  const luck = gameLuck(playedGame);
  let parts: Parts = {
    story: recapSentences(playedGame),
    arithmetic: gameChances(playedGame),
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

/** Tried in turn; each returns null once it has nothing more to leave out. */
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
  (parts) => (parts.luck ? { ...parts, luck: null } : null),
  withoutTally(0),
  withoutChapter,
];

/** Leaves out the last table while there are more than `most`. */
function withoutTally(most: number): Shortening {
  return (parts) => (parts.tallies.length > most ? { ...parts, tallies: parts.tallies.slice(0, -1) } : null);
}

function withoutExtremes(parts: Parts): Parts | null {
  const { luck } = parts;
  return luck && luck.extremes.length > 0
    ? { ...parts, luck: { ...luck, extremes: luck.extremes.slice(0, -1) } }
    : null;
}

function withoutTurning(parts: Parts): Parts | null {
  const { points } = parts;
  if (!points || points.turning.length === 0) return null;
  return { ...parts, points: { ...points, turning: points.turning.slice(0, -1) } };
}

function withoutArithmetic<Key extends keyof ChancesInWords>(key: Key, nothing: ChancesInWords[Key]): Shortening {
  return (parts) => {
    const had = parts.arithmetic?.[key];
    if (!parts.arithmetic || had === null || had?.length === 0) return null;
    return { ...parts, arithmetic: { ...parts.arithmetic, [key]: nothing } };
  };
}

/** Leaves out the last line of what really happened. */
function withoutHistory(parts: Parts): Parts | null {
  const { chapters } = parts.story;
  const place = chapters.findLastIndex(({ really }) => really !== null);
  if (place < 0) return null;
  const less = chapters.map((chapter, index) => (index === place ? { ...chapter, really: null } : chapter));
  return { ...parts, story: { ...parts.story, chapters: less } };
}

/** Leaves out the last chapter but one. */
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
    ...(arithmetic ? ['', ...chancesTold(arithmetic)] : []),
    ...(told.length > 0 ? ['', ...told] : []),
    ...small(playedGame, named, imprint).map((line) => `-# ${line}`),
  ].join('\n');
}

function chancesTold({ totals, turning, best, costliest, votes }: ChancesInWords): string[] {
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

function pointsTold({ totals, turning }: PointsInWords): string[] {
  return [`**Points**: ${totals}`, ...turningHeading(turning.length), ...turning.map((one) => `- ${one}`)];
}

function small(playedGame: PlayedGame, named: number, { origin, replayed, notes, posted }: Imprint): string[] {
  const { game, system } = playedGame;
  const variant = system.about.variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
  return [
    ...origin.message,
    [`${system.about.title}, ${variant}`, played(playedGame), ordersBy(playedGame, named)]
      .filter((part) => part !== '')
      .join(' · '),
    sealed(game.seal, replayed),
    notFromSheet(system.about.basis),
    ...(replayed?.renamed ? [RENAMED] : []),
    ...notes,
    ...posted,
  ];
}

/** Seal and fingerprint by their first digits: the file and “Check the dice” have all of them. */
function sealed(seal: string, replayed: Imprint['replayed']): string {
  const words = `Dice sealed with \`${sealMark(seal)}\``;
  if (!replayed) return words;
  const { fingerprint } = replayed;
  return `${words} · fingerprint \`${fingerprint.slice(0, 8)} ${fingerprint.slice(8, 16)}\``;
}

/** Discord shows the days in each member's own time zone. */
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

/** Characters of a story and of its headline, and its most chapters, if its system tells none. */
const ROOM = 1200;
const HEADLINE = 80;
const CHAPTERS = 4;

/** A game told in the sentences of its log: what the last orders of each part did. */
function eventByEvent(playedGame: PlayedGame): Story {
  const headline = headlineOf(playedGame);
  const parts = cut(playedGame.givenOrders);
  const room = Math.floor((ROOM - headline.length) / Math.max(1, parts.length));
  return { headline, chapters: parts.map((part) => chapter(playedGame, part, room)) };
}

function headlineOf({ system, position, game }: PlayedGame): string {
  const ending = system.positionWords.ending(position.state);
  const whole = ending?.headline ?? `${system.about.title}: ${game.ended ? 'abandoned' : RECAP.goesOn}`;
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
  const sentences = orders.flatMap(({ events }) =>
    events.flatMap((event) => system.eventWords.tell(event, 'public') ?? []),
  );
  return { when, text: latest(sentences, room - when.length) || RECAP.nothingSeen, really: null };
}

/** The last sentences, as many as have room. */
function latest(sentences: readonly string[], room: number): string {
  const found: string[] = [];
  for (const sentence of sentences.toReversed()) {
    if ([sentence, ...found].join(' ').length > room) break;
    found.unshift(sentence);
  }
  return found.length > 0 ? found.join(' ') : clipped(sentences.at(-1) ?? '', room);
}

/** Lines in the small print of the message and the file which the game itself doesn't tell. */
export interface Imprint {
  /** A “what if” names its game. */
  readonly origin: { readonly message: readonly string[]; readonly file: readonly string[] };
  /** `null` while the game goes on. */
  readonly replayed: Pick<ReplayFile, 'fingerprint' | 'renamed'> | null;
  /** In both the message and the file. */
  readonly notes: readonly string[];
  /** In the message only. */
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
    // A link to a DM leads only its own members anywhere.
    channel: ({ channel, guild }) => (guild === null || channel === game.channel ? '' : ` in <#${channel}>`),
  });
  const file = comesFrom(games, game, { name: escaped, day: dayInWords, channel: () => '' });
  return { origin: { message, file }, replayed, notes, posted };
}

export function plainImprint(game: GameRecord): Imprint {
  const origin = whatIfPrint(game);
  return { origin: { message: origin, file: origin }, replayed: null, notes: [], posted: [] };
}

/** A member's name or text as plain text in standard Markdown, without links, mentions and Discord's ids. */
export function escaped(text: string): string {
  return nameAlone(withoutIds(text))
    .replace(/[\\`*_{}[\]<>()#|~&:]|(?<=\bwww)\./gi, '\\$&')
    .replaceAll('@', '@\u200b');
}
