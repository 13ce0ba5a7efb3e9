import { calendarDay } from '../../council/index.ts';
import { capital, listed, several } from '../../kit/plain-english.ts';
import type { GameRecord, MemberRecord, WhatIf } from '../../store/index.ts';
import { plainName } from '../base/wording.ts';
import type { GameSources } from './game-tables.ts';
import { ifCompatible } from './incompatible-log.ts';

/** The mark of a “what if” on pictures, in titles and lists. */
export const WHAT_IF = 'What if';

export const WHAT_IF_QUESTION =
  'Where does your “what if” branch off? It is a new game with fresh dice; in a channel it gets its own thread. For any other point, use `/new what-if:`.';
export const WHAT_IF_PROMPT = 'Choose a point of this game';

export function markOf({ whatIf }: Pick<GameRecord, 'whatIf'>, bold = false): string {
  if (!whatIf) return '';
  return bold ? `**${WHAT_IF}** · ` : `${WHAT_IF} · `;
}

export function whatIfPrint({ whatIf }: Pick<GameRecord, 'whatIf'>): string[] {
  return whatIf ? ['What if: this game branches from an earlier one, with fresh dice.'] : [];
}

/** Opening lines of a “what if”; empty for other games. */
export function beginsInWords(games: GameSources, game: GameRecord): string[] {
  if (!game.whatIf) return [];
  const { origin, orders, next } = goneOutFrom(games, game.whatIf);
  const where = origin.channel === game.channel ? '' : ` in <#${origin.channel}>`;
  const followed = next === null ? '' : ` The ${orders === 0 ? 'first' : 'next'} order there was “${next}”.`;
  return [
    `It branches off ${branchPoint(orders, `${originInWords(origin)}${where}`)}, with fresh dice.${followed} The original game doesn’t change.`,
  ];
}

interface Naming {
  name(name: string): string;
  day(at: number): string;
  /** Empty if it is the same channel or not shown. */
  channel(origin: GameRecord): string;
}

/** Small print on the original game, shorter if it cannot be read any more. */
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

/** "starts a “what if” after order 3 of the game that …" */
export function continuesInWords(games: GameSources, game: GameRecord): string | null {
  if (!game.whatIf) return null;
  const { origin, orders } = goneOutFrom(games, game.whatIf);
  return `starts a “what if” ${branchPoint(orders, originInWords(origin))}, with fresh dice`;
}

/** The original game, the number of shared orders, and the next order there, if any. */
export function goneOutFrom({ tables }: GameSources, { game, seq }: WhatIf) {
  const origin = tables.game(game);
  return { origin, system: tables.system(origin), ...tables.originOf({ game, seq }) };
}

/** "the game that **Ada** started on 21 November 2026" */
function originInWords({ whatIf, starter, startedAt }: GameRecord): string {
  return `the ${whatIf ? '“what if”' : 'game'} that **${plainName(starter.name)}** started on ${calendarDay(startedAt)}`;
}

/** "at the start of the game that …", "after order 3 of the game that …" */
function branchPoint(orders: number, game: string): string {
  return `${orders === 0 ? 'at the start' : `after order ${orders}`} of ${game}`;
}

/** Announces a “what if”'s thread. `next`: the next order of the original, if any. */
export function announces(member: string, origin: GameRecord, orders: number, next: string | null): string {
  const from = originInWords(origin);
  const where = next === null ? branchPoint(orders, from) : `just before order ${orders + 1} (“${next}”) of ${from}`;
  return `**${WHAT_IF}?** **${plainName(member)}** starts a new game in the thread below, with fresh dice. It branches off ${where}. The original game doesn’t change.`;
}

/** Names the member by id, so that a deletion of their data finds it. */
export function cannotGoOn({ discordId, name }: MemberRecord): string {
  const who = discordId === null ? `**${plainName(name)}**` : `<@${discordId}>`;
  return `${who}’s “what if” can’t start: the rules have changed since the original game was played. Start a new game with \`/new\` instead.`;
}

export function lacking(permissions: readonly string[]): string {
  const named = permissions.map((permission) => `**${permission}**`);
  const list = `the permission${named.length > 1 ? 's' : ''} ${listed(named)}`;
  return `A “what if” needs a thread, and the bot lacks ${list} in this channel. Ask a moderator to grant ${named.length > 1 ? 'them' : 'it'}, or use \`/new what-if:\` in a thread that already exists.`;
}

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

export const WHAT_IF_THREAD = {
  wait: (most: number): string =>
    `${capital(several(most, 'thread'))} are about to open in this channel. Try again once they’re there.`,
  fromOrder: (number: number, order: string): string => `${WHAT_IF}: order ${number}, ${order}`,
  fromTheEnd: (title: string, begun: string): string => `${WHAT_IF}: going on from the end of ${title}, ${begun}`,
} as const;
