import { MOST_CHOICES, type System } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { fingerprintInWords, replayFile, unruledFile } from '../afterwards/replay-file/export-game.ts';
import { byTheRules, notYet, verified } from '../afterwards/replay-file/verify-words.ts';
import type { Caller } from '../base/caller.ts';
import { noGameHere, WORDS } from '../base/common-words.ts';
import { type Reading, replyOf } from '../base/reading.ts';
import { type Reply, reply, textFile } from '../base/reply.ts';
import { logPage, logPages, unruledPages } from '../messages/log-pages.ts';
import type { Completion } from '../messages/order-completions.ts';
import type { GameSources, PlayedLog } from '../table/game-tables.ts';
import { continuesInWords, GAME_ANSWERS, titleInFull } from '../table/game-words.ts';
import { LOG, LOG_ANSWERS, plainLogWords } from '../table/log-words.ts';
import { IncompatibleLog, isLongLog } from '../table/replay-log.ts';
import { throwsTakenBack } from '../table/rolls-taken-back.ts';
import { lettingsInWords, sideNameOf } from '../table/seat-rules.ts';

interface LogTask {
  readonly game: string;
  /** A page, counted from the last, or the whole log as a file. */
  readonly part: number | 'file';
}

/** `/log`: what has happened, by pages or as a file. */
export function createLogCommands(games: GameSources, reading: Reading<LogTask, Reply>) {
  const { store } = games;

  /** A page of the log of a game of this channel. `gameId`: null for the latest game. */
  function page(caller: Caller, gameId: string | null, page: number): Reply {
    const game = gameId === null ? store.latestIn(caller.channel) : gameHere(games, caller, gameId);
    if (!game) return reply('member', gameId === null ? WORDS.noGame : WORDS.playedElsewhere);
    return replyOf(reading, { game: game.id, part: page }, isLongLog(store, game));
  }

  /** The channel's latest game as a file, for the caller alone. */
  function file(caller: Caller): Reply {
    const game = store.latestIn(caller.channel);
    if (!game) return reply('member', noGameHere(caller, null));
    return replyOf(reading, { game: game.id, part: 'file' }, isLongLog(store, game));
  }

  return { page, file };
}

/** A part of a game's log. If its rules no longer fit, orders are told as they were written. */
export function readLog(
  sources: GameSources & { readonly systems: readonly System[] },
  { game: id, part }: LogTask,
): Reply {
  const { store, tables, systems } = sources;
  const game = tables.game(id);
  let played: PlayedLog | null = null;
  try {
    played = tables.played(game);
    return part === 'file' ? asFile(sources, game, played) : asPage(sources, game, played, part);
  } catch (error) {
    // Rules that throw during the replay don't fit the log either. An error after the replay is a bug.
    if (!(error instanceof IncompatibleLog) && played) throw error;
    const words = plainLogWords(game, systems);
    if (part === 'file') {
      const { file, text } = unruledFile(store, words, game);
      return reply('member', LOG_ANSWERS.exportedUnruled, { files: [textFile(file, text)] });
    }
    const title = systems.find(({ id }) => id === game.system)?.about.title ?? game.system;
    return logPage(game, title, unruledPages(game, words, store), part, [LOG.withoutRules]);
  }
}

function asPage(sources: GameSources, game: GameRecord, { system, position, steps }: PlayedLog, page: number): Reply {
  const continues = continuesInWords(sources, game);
  return logPage(game, system.about.title, logPages({ game, system, position }, steps, sources.store, continues), page);
}

function asFile({ store }: GameSources, game: GameRecord, played: PlayedLog): Reply {
  const replayed = replayFile(store, game, played);
  const words = game.ended ? LOG_ANSWERS.exported : LOG_ANSWERS.exportedSoFar;
  return reply('member', `${words}\n${fingerprintInWords(replayed)}`, {
    files: [textFile(replayed.file, replayed.text)],
  });
}

function gameHere({ store }: Pick<GameSources, 'store'>, caller: Caller, id: string): GameRecord | null {
  const game = store.game(id);
  return game?.channel === caller.channel ? game : null;
}

/**
 * `/verify`: throws every die of a finished game again.
 * @param reading makes the answer for an ended game
 */
export function createVerifyCommands(games: GameSources, reading: Reading<string, Reply>) {
  const { store } = games;

  function verify(caller: Caller, gameId: string | null): Reply {
    const game = gameId === null ? store.endedIn(caller.channel, 1)[0] : gameHere(games, caller, gameId);
    const running = store.runningIn(caller.channel);
    if (!game && gameId !== null) return reply('member', WORDS.playedElsewhere);
    if (!game) return running ? notYet(running) : reply('member', GAME_ANSWERS.nothingEnded);
    if (!game.ended) return notYet(game);
    return replyOf(reading, game.id, isLongLog(store, game));
  }

  /** Games of this channel whose dice can be checked, the latest first. */
  function completions(caller: Caller): Completion[] {
    return store.endedIn(caller.channel, MOST_CHOICES).map((game) => ({
      label: titleInFull(games, game, caller.at),
      value: game.id,
    }));
  }

  return { verify, completions };
}

export function readDice({ store, tables }: GameSources, id: string): Reply {
  const game = tables.game(id);
  let log: PlayedLog | null = null;
  let incompatibility: string | null = null;
  try {
    log = tables.played(game);
  } catch (error) {
    if (!(error instanceof IncompatibleLog)) throw error;
    incompatibility = error.message;
  }
  const entries = log?.steps.map(({ entry }) => entry) ?? [...store.entriesAfter(id, -1)];
  return verified(game, {
    entries,
    takenBack: log?.position.takenBack ?? throwsTakenBack(entries),
    incompatibility,
    ...(log ? { naming: byTheRules(log) } : {}),
    lettings: lettingsInWords(store, entries, (seat) => log && sideNameOf(log.system, seat)),
    replay: log && replayFile(store, game, log),
  });
}
