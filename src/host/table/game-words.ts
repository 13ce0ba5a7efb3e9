import { MANAGER } from '../../council/index.ts';
import { LONGEST_CHOICE } from '../../game/index.ts';
import { capital, count } from '../../kit/plain-english.ts';
import type { GameRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { clipped } from '../base/reply.ts';
import { nameAlone, notFromSheet, plainName } from '../base/wording.ts';
import type { GameSources, LoadedGame } from './game-tables.ts';
import { ifCompatible } from './incompatible-log.ts';
import { markOf } from './what-if-words.ts';

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

export function roomLeft(left: number): string {
  if (left <= 0) return 'This game’s log is full.';
  return `This game’s log has room for ${left === 1 ? '1 more entry' : `${left} more entries`}. Each take-back uses one too.`;
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

/** "Overland, 21 Nov 12:20 UTC, lost after 13 orders". How a game ended is left out while its log is still to be read. */
export function titleInList(games: GameSources, game: GameRecord, now: number): string {
  const title = titleInBrief(games, game, now);
  if (games.tables.isFar(game)) return title;
  const { system, position } = games.tables.table(game);
  if (!game.ended && system.rules.outcome(position.state) === null) return title;
  const orders = position.turn;
  return `${title} ${orders === 0 ? 'before any order' : `after ${count(orders, 'order')}`}`;
}

/** "Overland, 21 Nov 12:20 UTC, lost" */
export function titleInBrief({ tables }: GameSources, game: GameRecord, now: number): string {
  const system = tables.system(game);
  const title = `${markOf(game)}${system.about.title}, ${dateInBrief(game.startedAt, now)} ${hourOf(game.startedAt)} UTC`;
  if (tables.isFar(game)) return title;
  const outcome = system.rules.outcome(tables.table(game).position.state);
  return `${title}, ${outcome ? result(outcome.winner) : unfinished(game)}`;

  function result(winner: string | null): string {
    if (system.about.seats.length === 1) return winner === null ? 'lost' : 'won';
    const name = system.about.seats.find(({ id }) => id === winner)?.name;
    return name === undefined ? 'drawn' : `${name} won`;
  }
}

function unfinished({ ended }: GameRecord): string {
  return ended ? 'abandoned' : 'being played';
}

/** With variant and starter: at most 100 characters. */
export function titleInFull(games: GameSources, game: GameRecord, now: number): string {
  const by = `started by ${nameAlone(game.starter.name)}`;
  const title = ifCompatible(() => {
    const { variants } = games.tables.system(game).about;
    const variant = variants.find(({ id }) => id === game.variant)?.name ?? game.variant;
    return `${titleInList(games, game, now)} · ${variant}`;
  });
  return clipped(`${title ?? `${game.system}, ${dateInBrief(game.startedAt, now)}`}, ${by}`, LONGEST_CHOICE);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "21 Nov", or "21 Nov 2025" in another year. */
export function dateInBrief(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getUTCFullYear();
  const date = `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
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
