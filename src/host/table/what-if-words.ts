import { calendarDay } from '../../council/index.ts';
import { capital, listed, several } from '../../kit/plain-english.ts';
import type { GameRecord, MemberRecord, WhatIf } from '../../store/index.ts';
import { plainName } from '../base/wording.ts';
import type { GameSources } from './game-tables.ts';
import { IncompatibleLog } from './replay-log.ts';

/** What a “what if” is marked with: on pictures, in titles, in lists. */
export const WHAT_IF = 'What if';

/** What a member is asked who wants one. */
export const WHAT_IF_QUESTION =
  'Where does your “what if” branch off? It is a new game with fresh dice; in a channel it gets its own thread. For any other point, use `/new what-if:`.';
export const WHAT_IF_PROMPT = 'Choose a point of this game';

/** The mark of a game in front of a title: "What if · ", or nothing. */
export function markOf({ whatIf }: Pick<GameRecord, 'whatIf'>, bold = false): string {
  if (!whatIf) return '';
  return bold ? `**${WHAT_IF}** · ` : `${WHAT_IF} · `;
}

/** What stands below every map of a “what if”. */
export function whatIfPrint({ whatIf }: Pick<GameRecord, 'whatIf'>): string[] {
  return whatIf ? ['What if: this game branches from an earlier one, with fresh dice.'] : [];
}

/** How a “what if” begins, a line each; of any other game nothing. */
export function beginsInWords(games: GameSources, game: GameRecord): string[] {
  if (!game.whatIf) return [];
  const { origin, orders, next } = goneOutFrom(games, game.whatIf);
  const where = origin.channel === game.channel ? '' : ` in <#${origin.channel}>`;
  const followed = next === null ? '' : ` The ${orders === 0 ? 'first' : 'next'} order there was “${next}”.`;
  return [
    `It branches off ${branchPoint(orders, `${originInWords(origin)}${where}`)}, with fresh dice.${followed} The original game doesn’t change.`,
  ];
}

/** A channel waits for as many threads as it may. */
export function threadsWait(most: number): string {
  return `${capital(several(most, 'thread'))} are about to open in this channel. Try again once they’re there.`;
}

/** How a text names a game that another branches from: its starter, its day and its channel, as that text can show them. */
interface Naming {
  name(name: string): string;
  day(at: number): string;
  /** Empty: it is not said, or it is the same. */
  channel(origin: GameRecord): string;
}

/** Where a “what if” comes from, for small print. As `smallPrint` if the game it branched from can't be read any more. */
export function comesFrom(games: GameSources, game: GameRecord, { name, day, channel }: Naming): string[] {
  if (!game.whatIf) return [];
  const { whatIf } = game;
  const from = ifCompatible(() => goneOutFrom(games, whatIf));
  if (!from) return whatIfPrint(game);
  const { origin, orders } = from;
  const kind = origin.whatIf ? '“what if”' : 'game';
  const started = `${name(origin.starter.name)} started on ${day(origin.startedAt)}${channel(origin)}`;
  return [`${WHAT_IF}: it branches off ${branchPoint(orders, `the ${kind} that ${started}`)}, with fresh dice.`];
}

/** The first line of the log of a “what if”, after who began it: "starts a “what if” after order 3 of the game that …". */
export function continuesInWords(games: GameSources, game: GameRecord): string | null {
  if (!game.whatIf) return null;
  const { origin, orders } = goneOutFrom(games, game.whatIf);
  return `starts a “what if” ${branchPoint(orders, originInWords(origin))}, with fresh dice`;
}

/** The game a “what if” branches from, how many of its orders it shares, and what was ordered there next; null: nothing yet. */
export function goneOutFrom({ store, tables }: GameSources, { game, seq }: WhatIf) {
  const origin = store.game(game);
  if (!origin) throw new Error(`There is no game ${game}`);
  return { origin, system: tables.system(origin), ...tables.originOf({ game, seq }) };
}

/** "the game that **Ada** started on 21 November 2026", the day as each reader's client writes it. */
function originInWords({ whatIf, starter, startedAt }: GameRecord): string {
  return `the ${whatIf ? '“what if”' : 'game'} that **${plainName(starter.name)}** started on ${calendarDay(startedAt)}`;
}

/** "at the start of the game that …", "after order 3 of the game that …" */
function branchPoint(orders: number, game: string): string {
  return `${orders === 0 ? 'at the start' : `after order ${orders}`} of ${game}`;
}

/** Announces the thread of a “what if”. `next`: the order that came next in the original; null: nothing yet. */
export function announces(member: string, origin: GameRecord, orders: number, next: string | null): string {
  const from = originInWords(origin);
  const where = next === null ? branchPoint(orders, from) : `just before order ${orders + 1} (“${next}”) of ${from}`;
  return `**${WHAT_IF}?** **${plainName(member)}** starts a new game in the thread below, with fresh dice. It branches off ${where}. The original game doesn’t change.`;
}

/** The name of a thread. */
export function fromOrder(number: number, order: string): string {
  return `${WHAT_IF}: order ${number}, ${order}`;
}

export function fromTheEnd(title: string, begun: string): string {
  return `${WHAT_IF}: going on from the end of ${title}, ${begun}`;
}

/** Names the member by their id, which is theirs alone: a deletion of their data has to find it. */
export function cannotGoOn({ discordId, name }: MemberRecord): string {
  const who = discordId === null ? `**${plainName(name)}**` : `<@${discordId}>`;
  return `${who}’s “what if” can’t start: the rules have changed since the original game was played. Start a new game with \`/new\` instead.`;
}

/** Which permissions the bot lacks to open a thread. */
export function lacking(permissions: readonly string[]): string {
  const named = permissions.map((permission) => `**${permission}**`);
  const list = `the permission${named.length > 1 ? 's' : ''} ${listed(named)}`;
  return `A “what if” needs a thread, and the bot lacks ${list} in this channel. Ask a moderator to grant ${named.length > 1 ? 'them' : 'it'}, or use \`/new what-if:\` in a thread that already exists.`;
}

/** What comes of a game's log; null where the rules do not take it any more. */
export function ifCompatible<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof IncompatibleLog) return null;
    throw error;
  }
}

/** What members are answered when they ask for a “what if”. */
export const WHAT_IF_ANSWERS = {
  whatIfBegins:
    'A “what if” is about to start in this thread. Wait for it and end it with `/abandon`; then you can start another game.',
  noSuchPoint: 'There’s no such point. Choose one from the list, which starts with this channel’s last game.',
  noPoints: 'No game has been played here yet, so there’s nothing to branch from.',
  pointsLater: 'You can branch from this game once it’s over.',
  onlyWhatIf: 'A “what if” keeps the rules of the game it branches from. Leave the other options empty.',
  mayNotOpenThreads:
    'A “what if” opens a thread, and you can’t open threads in this channel. Ask a moderator, or use `/new what-if:` in a thread of your own.',
  threadOpens: 'A thread for your “what if” is opening in this channel. The game goes on there.',
} as const;
