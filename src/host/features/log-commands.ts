import type { System } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { fingerprintInWords, replayFile, unruledFile } from '../afterwards/replay-file/write-replay-file.ts';
import type { Caller } from '../base/caller.ts';
import { type Reading, replyOf } from '../base/reading.ts';
import { type Reply, reply, textFile } from '../base/reply.ts';
import { noGameHere, WORDS } from '../base/wording.ts';
import { logPage, logPages } from '../messages/log-pages.ts';
import { unruledLog, unruledPages } from '../messages/log-without-rules.ts';
import type { GameSources, PlayedLog } from '../table/game-tables.ts';
import { LOG_ANSWERS, plainLogWords } from '../table/log-words.ts';
import { IncompatibleLog, isLong } from '../table/replay-log.ts';
import { continuesInWords } from '../table/what-if-words.ts';

/** Which part of a game's log: a page, counted from the last, or all of it as a file. */
export interface LogTask {
  readonly game: string;
  readonly part: number | 'file';
}

/** `/log`: what has happened, by pages or as a file. */
export class LogCommands {
  readonly #games: GameSources;
  readonly #reading: Reading<LogTask, Reply>;

  constructor(games: GameSources, reading: Reading<LogTask, Reply>) {
    this.#games = games;
    this.#reading = reading;
  }

  /** A page of the log of a game of this channel: the one asked for, or the latest. */
  page(caller: Caller, gameId: string | null, page: number): Reply {
    const { store } = this.#games;
    const game = gameId === null ? store.latestIn(caller.channel) : gameHere(this.#games, caller, gameId);
    if (!game) return reply('member', gameId === null ? WORDS.noGame : WORDS.playedElsewhere);
    return replyOf(this.#reading, { game: game.id, part: page }, isLong(store, game));
  }

  /** The whole of the channel's latest game as a file, for the caller alone. */
  file(caller: Caller): Reply {
    const game = this.#games.store.latestIn(caller.channel);
    if (!game) return reply('member', noGameHere(caller, null));
    return replyOf(this.#reading, { game: game.id, part: 'file' }, isLong(this.#games.store, game));
  }
}

/** A part of a game's log, told by its rules; if they no longer fit, the part that needs none of them. */
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
    // Rules that break over a log fit it no better than those that refuse it. Whatever else goes wrong is a bug.
    if (!(error instanceof IncompatibleLog) && played) throw error;
    const words = plainLogWords(game, systems);
    if (part === 'file') {
      const { file, text } = unruledFile(store, words, game);
      return reply('member', LOG_ANSWERS.exportedUnruled, { files: [textFile(file, text)] });
    }
    const title = systems.find(({ id }) => id === game.system)?.about.title ?? game.system;
    return unruledLog(game, title, unruledPages(game, words, store), part);
  }
}

function asPage(sources: GameSources, game: GameRecord, { system, position, steps }: PlayedLog, page: number): Reply {
  const continues = continuesInWords(sources, game);
  return logPage(game, system.about.title, logPages({ game, system, position }, steps, sources, continues), page);
}

function asFile({ store }: GameSources, game: GameRecord, played: PlayedLog): Reply {
  const replayed = replayFile(store, game, played);
  const words = game.ended ? LOG_ANSWERS.exported : LOG_ANSWERS.exportedSoFar;
  return reply('member', `${words}\n${fingerprintInWords(replayed)}`, {
    files: [textFile(replayed.file, replayed.text)],
  });
}

/** A game of the caller's channel. */
export function gameHere({ store }: Pick<GameSources, 'store'>, caller: Caller, id: string): GameRecord | null {
  const game = store.game(id);
  return game?.channel === caller.channel ? game : null;
}
