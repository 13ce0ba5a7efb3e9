import { calendarDay, MANAGER } from '../../council/index.ts';
import { LONGEST_CHOICE, type SeatId, type System } from '../../game/index.ts';
import { capital, count, listed, several } from '../../kit/plain-english.ts';
import type { GameRecord, MemberRecord, WhatIf } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { nameAlone, notFromSheet, plainName } from '../base/common-words.ts';
import { clipped } from '../base/reply.ts';
import { type OrderEntry, withoutPassed } from './game-position.ts';
import type { GameSources, LoadedGame } from './game-tables.ts';
import { ifCompatible } from './replay-log.ts';
import { type Seen, seenInWords } from './rolls-taken-back.ts';
import { orderAuthor } from './seat-rules.ts';

export const ABANDON = {
  question: 'End this game? You can’t continue it later. Its log and its dice stay.',
  yes: 'End the game',
  no: 'Keep playing',
  ends: (name: string): string => `**${plainName(name)}** ends the game.`,
} as const;

/** Under the start: our rulings, and the whole seal, so that the channel holds it. */
export function startPrint({ system, game }: Pick<LoadedGame, 'system' | 'game'>): readonly string[] {
  return [`${notFromSheet(system.about.basis)} More in \`/rules\`.`, `Dice sealed with \`${game.seal}\``];
}

/** `channel`: null if the reader can't go there. */
export function playedThere(channel: string | null): string {
  return `That button belongs to a game in ${channel === null ? 'another channel' : `<#${channel}>`}. Use it there.`;
}

export function mayNotStart({ threads }: Pick<Caller, 'threads'>): string {
  return threads.kind === 'thread' ? GAME_ANSWERS.mayNotStartInThread : GAME_ANSWERS.mayNotStart;
}

export const GAME_ANSWERS = {
  mayNotStart:
    'You can’t start a game here. Ask a moderator to use `/new`, or use it in a thread that you opened or in a direct message to the bot.',
  mayNotStartInThread: 'Only the member who opened this thread or a moderator can start a game here. Ask one of them.',
  alreadyPlaying: 'A game is already being played here. End it first with `/abandon`.',
  unknownGame: 'There’s no such game. Choose one from the list.',
  unknownVariant: 'This game has no such variant. Choose one from the list.',
  logFull: `This game’s log is full, so nobody can give, vote on or take back orders any more. ${capital(MANAGER)} can end it with \`/abandon\`; its map, log and recap stay.`,
  movedOn: 'The game has moved on since that map. This is the latest one.',
  elsewhere: 'That button belongs to a game that’s no longer played in this channel. `/map` shows the current one.',
  keepPlaying: 'OK. Nothing was changed.',
  ended: 'That game is over. `/recap` tells its story.',
  another: 'That game is over. This is the one being played here now.',
  nothingEnded: 'No game has ended in this channel yet. You can check the dice once a game is over.',
} as const;

/** "Overland, 21 Nov 12:20 UTC, lost after 13 orders". The end is missing if finding it needs a long replay. */
export function titleInList(games: GameSources, game: GameRecord, now: number): string {
  const title = titleInBrief(games, game, now);
  if (games.tables.needsLongReplay(game)) return title;
  const { system, position } = games.tables.table(game);
  if (!game.ended && system.rules.outcome(position.state) === null) return title;
  const orders = position.turn;
  return `${title} ${orders === 0 ? 'before any order' : `after ${count(orders, 'order')}`}`;
}

/** "Overland, 21 Nov 12:20 UTC, lost" */
export function titleInBrief({ tables }: GameSources, game: GameRecord, now: number): string {
  const system = tables.system(game);
  const title = `${markOf(game)}${system.about.title}, ${dateInBrief(game.startedAt, now)} ${hourOf(game.startedAt)} UTC`;
  if (tables.needsLongReplay(game)) return title;
  const outcome = system.rules.outcome(tables.table(game).position.state);
  if (!outcome) return `${title}, ${game.ended ? 'abandoned' : 'being played'}`;
  return `${title}, ${resultInBrief(system, outcome.winner)}`;
}

function resultInBrief({ about: { seats } }: System, winner: SeatId | null): string {
  if (seats.length === 1) return winner === null ? 'lost' : 'won';
  const name = seats.find(({ id }) => id === winner)?.name;
  return name === undefined ? 'drawn' : `${name} won`;
}

/** With variant and starter: at most 100 characters. */
export function titleInFull(games: GameSources, game: GameRecord, now: number): string {
  const by = `started by ${nameAlone(game.starter.name)}`;
  const title = ifCompatible(
    () => `${titleInList(games, game, now)} · ${variantName(games.tables.system(game), game)}`,
  );
  return clipped(`${title ?? `${game.system}, ${dateInBrief(game.startedAt, now)}`}, ${by}`, LONGEST_CHOICE);
}

/** "21 Nov", or "21 Nov 2025" in another year. */
export function dateInBrief(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getUTCFullYear();
  const date = `${day.getUTCDate()} ${day.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })}`;
  return year === today.getUTCFullYear() ? date : `${date} ${year}`;
}

function hourOf(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

export const NEW_GAME = {
  startedBy: (title: string, starter: string): string => `${title} · started by **${plainName(starter)}**`,
  /** Discord shows new commands after a moment. */
  commandsToCome: (title: string): string =>
    `The buttons work at once; the slash commands of ${title} appear in this server in a moment.`,
} as const;

export function variantName({ about }: Pick<System, 'about'>, { variant }: Pick<GameRecord, 'variant'>): string {
  return about.variants.find(({ id }) => id === variant)?.name ?? variant;
}

/** Marks a “what if” on pictures, in titles and in lists. */
export const WHAT_IF = 'What if';

export const WHAT_IF_QUESTION =
  'Where does your “what if” branch off? It is a new game with fresh dice; in a channel it gets its own thread. For any other point, use `/new what-if:`.';
export const WHAT_IF_PROMPT = 'Choose a point of this game';

export function markOf({ whatIf }: Pick<GameRecord, 'whatIf'>, { bold = false } = {}): string {
  if (!whatIf) return '';
  return bold ? `**${WHAT_IF}** · ` : `${WHAT_IF} · `;
}

export function whatIfPrint({ whatIf }: Pick<GameRecord, 'whatIf'>): string[] {
  return whatIf ? ['What if: this game branches from an earlier one, with fresh dice.'] : [];
}

/** Opening lines of a “what if”; empty for other games. */
export function branchInWords(games: GameSources, game: GameRecord): string[] {
  if (!game.whatIf) return [];
  const { origin, orders, next } = branchOrigin(games, game.whatIf);
  const where = origin.channel === game.channel ? '' : ` in <#${origin.channel}>`;
  const followed = next === null ? '' : ` The ${orders === 0 ? 'first' : 'next'} order there was “${next}”.`;
  return [
    `It branches off ${branchPoint(orders, `${originalGame(origin)}${where}`)}, with fresh dice.${followed} The original game doesn’t change.`,
  ];
}

interface Naming {
  name(name: string): string;
  day(at: number): string;
  /** Empty if it is the same channel or not shown. */
  channel(origin: GameRecord): string;
}

/** Small print on the original game, shorter if its log no longer fits the rules. */
export function originPrint(games: GameSources, game: GameRecord, { name, day, channel }: Naming): string[] {
  if (!game.whatIf) return [];
  const { whatIf } = game;
  const from = ifCompatible(() => branchOrigin(games, whatIf));
  if (!from) return whatIfPrint(game);
  const { origin, orders } = from;
  const kind = origin.whatIf ? '“what if”' : 'game';
  const started = `${name(origin.starter.name)} started on ${day(origin.startedAt)}${channel(origin)}`;
  return [`${WHAT_IF}: it branches off ${branchPoint(orders, `the ${kind} that ${started}`)}, with fresh dice.`];
}

/** "starts a “what if” after order 3 of the game that …" */
export function continuesInWords(games: GameSources, game: GameRecord): string | null {
  if (!game.whatIf) return null;
  const { origin, orders } = branchOrigin(games, game.whatIf);
  return `starts a “what if” ${branchPoint(orders, originalGame(origin))}, with fresh dice`;
}

/** The original game, the number of shared orders, and the next order there, if any. */
export function branchOrigin({ tables }: GameSources, { game, seq }: WhatIf) {
  const origin = tables.game(game);
  return { origin, system: tables.system(origin), ...tables.originOf({ game, seq }) };
}

/** "the game that **Ada** started on 21 November 2026" */
function originalGame({ whatIf, starter, startedAt }: GameRecord): string {
  return `the ${whatIf ? '“what if”' : 'game'} that **${plainName(starter.name)}** started on ${calendarDay(startedAt)}`;
}

/** "at the start of the game that …", "after order 3 of the game that …" */
function branchPoint(orders: number, game: string): string {
  return `${orders === 0 ? 'at the start' : `after order ${orders}`} of ${game}`;
}

/** Announces a “what if”'s thread. `next`: the next order of the original, if any. */
export function announces(member: string, origin: GameRecord, orders: number, next: string | null): string {
  const from = originalGame(origin);
  const where = next === null ? branchPoint(orders, from) : `just before order ${orders + 1} (“${next}”) of ${from}`;
  return `**${WHAT_IF}?** **${plainName(member)}** starts a new game in the thread below, with fresh dice. It branches off ${where}. The original game doesn’t change.`;
}

/** Names the member by id, so that a deletion of their data finds it. */
export function cannotGoOn({ discordId, name }: MemberRecord): string {
  const who = discordId === null ? `**${plainName(name)}**` : `<@${discordId}>`;
  return `${who}’s “what if” can’t start: the rules have changed since the original game was played. Start a new game with \`/new\` instead.`;
}

export function lacking(permissions: readonly string[]): string {
  const many = permissions.length > 1;
  const named = listed(permissions.map((permission) => `**${permission}**`));
  return `A “what if” needs a thread, and the bot lacks the permission${many ? 's' : ''} ${named} in this channel. Ask a moderator to grant ${many ? 'them' : 'it'}, or use \`/new what-if:\` in a thread that already exists.`;
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

export const UNDO_FORM = { title: 'Take back what was seen', label: 'Why? One line that everyone will see' } as const;

export const UNDO = {
  yes: 'Take it back',
  no: 'Keep as it is',
  ask: 'Ask the other side',
  agree: 'Agree to take it back',
  results: 'These results will be undone:',
  question: (orders: string): string => `Take back ${orders}?`,
  seenToo: (seen: Seen): string => `This takes back ${seenInWords(seen)} too.`,
  reason: (reason: string): string => `Why: “${plainName(reason)}”`,
  sidesHear: (sides: readonly string[]): string => `${capital(listed(sides))} will be told in the channel.`,
  asksBack: (name: string, what: string, seen: Seen): string =>
    `**${plainName(name)}** asks to take back ${what}${withSeen(seen)}.`,
  /** `mentions`: empty if nobody can be pinged now. */
  doYouAgree: (mentions: readonly string[], side: string): string =>
    [...mentions, `**${side}:** do you agree?`].join(' '),
  yourOrderIsBack: (mentions: readonly string[], side: string): string =>
    `${mentions.join(' ')} **${side}:** your order has been taken back.`,
  theirOrderIsBack: (mentions: readonly string[], side: string): string =>
    `${mentions.join(' ')} **${side}:** the other side’s order has been taken back.`,
  takesBack: (name: string, what: string, seen: Seen): string =>
    `**${plainName(name)}** takes back ${what}${withSeen(seen)}.`,
  agreesBack: (name: string, side: string, what: string, seen: Seen): string =>
    `**${plainName(name)}** (${side}) agrees to take back ${what}${withSeen(seen)}.`,
} as const;

function withSeen(seen: Seen): string {
  const words = seenInWords(seen);
  return words === '' ? '' : `, with ${words}`;
}

/**
 * Says that an order rolled, shuffled or revealed something, so that only a moderator can take it back. With nothing
 * seen in the order itself, a later order that was taken back had shown something.
 * @param isContested members play against each other
 */
export function alreadySeen({ rolls, shuffles, reveals }: Seen, isContested: boolean): string {
  const effects = [
    ...(rolls > 0 ? ['rolled dice'] : []),
    ...(shuffles > 0 ? ['shuffled the cards'] : []),
    ...(reveals > 0 ? ['revealed something'] : []),
  ];
  const what =
    effects.length > 0
      ? `That order has already ${listed(effects)}`
      : 'Since that order, something was seen and taken back';
  return `${what}, so only a moderator${isContested ? ' who has played no side' : ''} can take it back. Ask one.`;
}

export const UNDO_ANSWERS = {
  nothingToTakeBack: 'There’s nothing to take back yet: no order has been given.',
  beginsThere:
    'There’s nothing to take back yet: no order has been given since this “what if” began. The earlier orders belong to the original game.',
  sameThrows: 'The dice are sealed: the same order at this point rolls the same numbers again.',
  leavesATrace:
    'The map, the log, the recap and `/verify` will show that it was taken back, and `/record` lists the game separately.',
  othersMustAgree: 'A moderator who has played no side can take it back. Without one, the other side has to agree.',
  nobodyAsks: 'Nobody is asking for that now.',
  notYoursToAgree:
    'Only a member of the other side can agree to this: one who can give its orders, and was on it when that order was given.',
  asksWhy: 'You’ll be asked why.',
  sayWhy: 'Say why in a few words. Everyone will see them.',
  onlyMachines: 'Only the bot has given orders so far, so you have nothing to take back.',
} as const;

/** "the last order (**Bo** moves 7 JR And to 1004)", with the bot's orders since. */
export function ordersInWords({ system }: LoadedGame, orders: readonly OrderEntry[]): string {
  const members = withoutPassed(system, orders).filter(({ cause }) => cause !== 'machine');
  const [first] = members.slice(-1);
  if (!first) throw new Error('Only a machine’s orders would be taken back');
  const what = `${orderAuthor(first)} ${system.orderWords.describe(first.order, 'public', first.seat)}`;
  const byClock = members.every(({ cause }) => cause === 'clock');
  const several = `the ${byClock ? '' : 'last '}${members.length} orders${byClock ? ' given when time ran out' : ''}`;
  const bot = orders.some(({ cause }) => cause === 'machine') ? ', and what the bot has done since' : '';
  return `${members.length === 1 ? `the last order (${what})` : several}${bot}`;
}
