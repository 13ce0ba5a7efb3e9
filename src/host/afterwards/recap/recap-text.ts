import { briefDay, calendarDay } from '../../../council/index.ts';
import { LONGEST_TEXT, type Story } from '../../../game/index.ts';
import { count, firstOf, listed, sealMark } from '../../../kit/plain-english.ts';
import type { GameRecord } from '../../../store/index.ts';
import { nameAlone, notFromSheet, plainName } from '../../base/common-words.ts';
import { clipped } from '../../base/reply.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { markOf, originPrint, variantName, whatIfPrint } from '../../table/game-words.ts';
import { givers, type PlayedGame, votersOf } from '../../table/played-game.ts';
import { scoreHistoryOf } from '../../table/turning-points.ts';
import { RENAMED, type ReplayFile } from '../replay-file/export-game.ts';
import { withoutIds } from '../replay-file/export-redaction.ts';
import { dayInWords } from '../replay-file/terminal.ts';
import {
  type ChancesInWords,
  extremesOfLuck,
  gameChances,
  gameLuck,
  luckInBrief,
  pointsInWords,
  talliesOf,
  tallyInBrief,
} from './figures-words.ts';
import { episodesOf } from './plan.ts';
import { inHistory, PLAYED, RECAP, turningHeading } from './recap-words.ts';

const NAMED = 4;
const DAY = 86_400_000;

/** The story of a game by its system, or else event by event. */
export function recapSentences(playedGame: PlayedGame): Story {
  const { system, game } = playedGame;
  return system.afterwards?.story?.(episodesOf(playedGame), game.ended !== null) ?? eventByEvent(playedGame);
}

/** A story with only the chapters whose headings name the year; null if there are none. */
export function ofYear(story: Story, year: number): Story | null {
  const chapters = story.chapters.filter(({ when }) => when?.includes(String(year)));
  return chapters.length > 0 ? { ...story, chapters } : null;
}

/** While a message is too long, it leaves out parts in this order, until only `least` of a kind are left. */
const SHORTENINGS = [
  { kind: 'named', least: 0 },
  { kind: 'best', least: 0 },
  { kind: 'votes', least: 0 },
  { kind: 'tallies', least: 2 },
  { kind: 'extremes', least: 0 },
  { kind: 'history', least: 0 },
  { kind: 'costliest', least: 0 },
  { kind: 'tallies', least: 1 },
  { kind: 'turning', least: 0 },
  { kind: 'phases', least: 0 },
  { kind: 'luck', least: 0 },
  { kind: 'tallies', least: 0 },
  { kind: 'chapters', least: 1 },
] as const;

/** How many parts of each kind a message has. */
type PartCounts = Readonly<Record<(typeof SHORTENINGS)[number]['kind'], number>>;

/** A recap in one message: Discord Markdown, at most 2,000 characters. The Markdown file has what doesn't fit. */
export function recapText(
  playedGame: PlayedGame,
  imprint: Imprint = plainImprint(playedGame.game),
  story: Story = recapSentences(playedGame),
): string {
  const facts = factsOf(playedGame);
  const { points, tallies } = facts;
  let parts: PartCounts = {
    named: NAMED,
    best: 1,
    votes: 1,
    tallies: tallies.length,
    extremes: 2,
    history: story.chapters.length,
    costliest: 1,
    turning: 1,
    phases: points?.turning.length ?? 0,
    luck: 1,
    chapters: story.chapters.length,
  };
  const text = () => textWith(parts, playedGame, story, facts, imprint);
  for (const { kind, least } of SHORTENINGS)
    while (parts[kind] > least && text().length > LONGEST_TEXT) parts = { ...parts, [kind]: parts[kind] - 1 };
  return text();
}

function factsOf(playedGame: PlayedGame) {
  const scores = scoreHistoryOf(playedGame);
  return {
    chances: gameChances(playedGame),
    points: scores && pointsInWords(playedGame, scores),
    luck: gameLuck(playedGame),
    tallies: talliesOf(playedGame).flatMap((tally) => tallyInBrief(tally) ?? []),
  };
}

function textWith(
  parts: PartCounts,
  playedGame: PlayedGame,
  story: Story,
  { chances, points, luck, tallies }: ReturnType<typeof factsOf>,
  imprint: Imprint,
) {
  // The last chapter stays: the ones before it are left out, from the end.
  const shownChapters = [...story.chapters.slice(0, parts.chapters - 1), ...story.chapters.slice(-1)];
  const chapters = shownChapters.map(({ when, text, really }, index) => {
    const chapter = when === null ? text : `**${when}** ${text}`;
    return really !== null && index < parts.history ? `${chapter}\n-# ${inHistory(really)}` : chapter;
  });
  const figures = [
    ...(points ? [`**Points**: ${points.totals}`, ...turningPoints(points.turning.slice(0, parts.phases))] : []),
    ...(luck && parts.luck > 0
      ? [
          `**Luck with the dice**, in ${luck.measure}: ${luckInBrief(luck)}.`,
          ...extremesOfLuck(luck)
            .slice(0, parts.extremes)
            .map((one) => `- ${one}`),
        ]
      : []),
    ...tallies.slice(0, parts.tallies).map(({ title, line }) => `**${title}**: ${line}.`),
  ];
  return [
    `## ${markOf(playedGame.game)}${story.headline}`,
    chapters.join('\n\n'),
    ...(chances ? ['', ...chancesTold(chances, parts)] : []),
    ...(figures.length > 0 ? ['', ...figures] : []),
    ...smallPrint(playedGame, parts.named, imprint).map((line) => `-# ${line}`),
  ].join('\n');
}

function chancesTold({ totals, turning, best, costliest, votes }: ChancesInWords, parts: PartCounts): string[] {
  return [
    '**Winning chances**',
    totals,
    ...(parts.turning > 0 ? turningPoints(turning) : []),
    ...(best === null || parts.best === 0 ? [] : [`${RECAP.best}: ${best}`]),
    ...(costliest === null || parts.costliest === 0 ? [] : [`${RECAP.costliest}: ${costliest}`]),
    ...(votes === null || parts.votes === 0 ? [] : [votes]),
  ];
}

function turningPoints(told: readonly string[]): string[] {
  return [...turningHeading(told.length), ...told.map((one) => `- ${one}`)];
}

function smallPrint(playedGame: PlayedGame, named: number, { origin, replay, notes, posted }: Imprint): string[] {
  const { game, system } = playedGame;
  const facts = [
    `${system.about.title}, ${variantName(system, game)}`,
    played(playedGame),
    ordersBy(playedGame, named),
  ];
  return [
    ...origin.message,
    facts.filter((fact) => fact !== '').join(' · '),
    sealInBrief(game.seal, replay),
    notFromSheet(system.about.basis),
    ...(replay?.renamed ? [RENAMED] : []),
    ...notes,
    ...posted,
  ];
}

/** The first digits of seal and fingerprint. The file and “Check the dice” have all digits. */
function sealInBrief(seal: string, replay: Imprint['replay']): string {
  const words = `Dice sealed with \`${sealMark(seal)}\``;
  if (!replay) return words;
  const { fingerprint } = replay;
  return `${words} · fingerprint \`${fingerprint.slice(0, 8)} ${fingerprint.slice(8, 16)}\``;
}

/** The time of a game's end, or else of its last order. */
export function lastTime({ game, givenOrders }: PlayedGame): number {
  return game.ended?.at ?? givenOrders.at(-1)?.entry.at ?? game.startedAt;
}

/** Discord shows the days in each member's own time zone. */
function played(playedGame: PlayedGame): string {
  const { game } = playedGame;
  const end = lastTime(playedGame);
  const [first, last] = [briefDay(game.startedAt), briefDay(end)];
  const days = end - game.startedAt < DAY / 2 ? first : `${first} – ${last}`;
  return `${PLAYED[game.ended?.how ?? 'running']} ${days}`;
}

/** Empty if nobody gave an order: a game may begin with a step that passes by itself. */
function ordersBy(playedGame: PlayedGame, named: number): string {
  const { members, voted, others } = givers(playedGame);
  const names = members.map(({ name }) => plainName(name));
  const who = [
    ...(voted > 0 ? [`vote (${count(votersOf(playedGame), 'voter')})`] : []),
    ...firstOf(names, named, (left) => count(left, named > 0 ? 'other' : 'member')),
    ...others,
  ];
  return who.length === 0 ? '' : `${count(playedGame.givenOrders.length, 'order')}, by ${listed(who)}`;
}

/** The longest story and headline that are made from the log. */
const LONGEST_STORY = 1200;
const LONGEST_HEADLINE = 80;

/** A story from the sentences of the log on the last orders. */
function eventByEvent({ system, position, game, givenOrders }: PlayedGame): Story {
  const ending = system.positionWords.ending(position.state);
  const whole = ending?.headline ?? `${system.about.title}: ${game.ended ? 'abandoned' : RECAP.goesOn}`;
  const sentences = givenOrders.flatMap(({ events }) =>
    events.flatMap((event) => system.eventWords.tell(event, 'public') ?? []),
  );
  let text = clipped(sentences.at(-1) ?? '', LONGEST_STORY - LONGEST_HEADLINE) || RECAP.nothingSeen;
  for (const sentence of sentences.slice(0, -1).reverse()) {
    if (sentence.length + text.length >= LONGEST_STORY - LONGEST_HEADLINE) break;
    text = `${sentence} ${text}`;
  }
  return {
    headline: clipped(whole.replace(/\.\s.*$|\.$/s, ''), LONGEST_HEADLINE),
    chapters: [{ when: null, text, really: null }],
  };
}

/** Small print of a recap's message and file that is not read from the game itself. */
export interface Imprint {
  /** The original game of a “what if”. */
  readonly origin: { readonly message: readonly string[]; readonly file: readonly string[] };
  /** Of the replay file. Null while the game goes on. */
  readonly replay: Pick<ReplayFile, 'fingerprint' | 'renamed'> | null;
  /** In both the message and the file. */
  readonly notes: readonly string[];
  /** In the message only. */
  readonly posted: readonly string[];
}

export function imprintOf(
  games: GameSources,
  game: GameRecord,
  { replay, notes, posted }: Omit<Imprint, 'origin'>,
): Imprint {
  const message = originPrint(games, game, {
    name: (name) => `**${plainName(name)}**`,
    day: calendarDay,
    // Nobody else can follow a link to a DM.
    channel: ({ channel, guild }) => (guild === null || channel === game.channel ? '' : ` in <#${channel}>`),
  });
  const file = originPrint(games, game, { name: escaped, day: dayInWords, channel: () => '' });
  return { origin: { message, file }, replay, notes, posted };
}

export function plainImprint(game: GameRecord): Imprint {
  const origin = whatIfPrint(game);
  return { origin: { message: origin, file: origin }, replay: null, notes: [], posted: [] };
}

/** A member's name or text as plain text in standard Markdown, without links, mentions and Discord's ids. */
export function escaped(text: string): string {
  return nameAlone(withoutIds(text))
    .replace(/[\\`*_{}[\]<>()#|~&:]|(?<=\bwww)\./gi, '\\$&')
    .replaceAll('@', '@\u200b');
}
