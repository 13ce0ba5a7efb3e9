import type { System } from '../../game/index.ts';
import type { GameRecord } from '../../store/index.ts';
import { type ReplayFiles, versionOf } from '../afterwards/replay-file/replay-file-cache.ts';
import { fingerprintInWords } from '../afterwards/replay-file/write-replay-file.ts';
import type { Caller } from '../base/caller.ts';
import { LongWork, NotReady } from '../base/long-work.ts';
import { type Reply, reply, textFile } from '../base/reply.ts';
import { noGameHere, WORDS } from '../base/wording.ts';
import { logPage, logPages } from '../messages/log-pages.ts';
import { unruledLog, unruledPages } from '../messages/log-without-rules.ts';
import type { GameSources } from '../table/game-tables.ts';
import { LOG_ANSWERS, type LogWords, plainLogWords } from '../table/log-words.ts';
import { IncompatibleLog } from '../table/replay-log.ts';
import { continuesInWords } from '../table/what-if-words.ts';

/** Pages of logs that are kept. */
const MOST_PAGES = 2000;

/** `/log`: what has happened, by pages or as a file. */
export class LogCommands {
  readonly #games: GameSources;
  readonly #systems: readonly System[];
  readonly #files: ReplayFiles;
  readonly #pages: LongWork<readonly string[]>;

  constructor(games: GameSources, systems: readonly System[], files: ReplayFiles) {
    this.#games = games;
    this.#systems = systems;
    this.#files = files;
    this.#pages = new LongWork(games.tables.hurry, MOST_PAGES, (pages) => pages.length, true);
  }

  /** A page of the log of a game of this channel: the one asked for, or the latest. */
  page(caller: Caller, gameId: string | null, page: number): Reply {
    const { store, tables } = this.#games;
    const game = gameId === null ? store.latestIn(caller.channel) : gameHere(this.#games, caller, gameId);
    if (!game) return reply('member', gameId === null ? WORDS.noGame : WORDS.playedElsewhere);
    const { key, isLong } = versionOf(store, game);
    return this.#orWithoutRules(
      game,
      () => {
        const { system, position, steps } = tables.played(game);
        const continues = continuesInWords(this.#games, game);
        const told = () => logPages({ game, system, position }, steps, this.#games, continues);
        return logPage(game, system.title, this.#pages.get(key, isLong, told), page);
      },
      (words, title) => {
        const pages = this.#pages.get(`${key} unruled`, isLong, () => unruledPages(game, words, store));
        return unruledLog(game, title, pages, page);
      },
    );
  }

  /** The whole of the channel's latest game as a file, for the caller alone. */
  file(caller: Caller): Reply {
    const game = this.#games.store.latestIn(caller.channel);
    if (!game) return reply('member', noGameHere(caller, null));
    return this.#orWithoutRules(
      game,
      () => {
        const replayed = this.#files.now(game);
        const words = game.ended ? LOG_ANSWERS.exported : LOG_ANSWERS.exportedSoFar;
        return reply('member', `${words}\n${fingerprintInWords(replayed)}`, {
          files: [textFile(replayed.file, replayed.text)],
        });
      },
      (words) => {
        const { file, text } = this.#files.withoutRules(game, words);
        return reply('member', LOG_ANSWERS.exportedUnruled, { files: [textFile(file, text)] });
      },
    );
  }

  /** What can be told by a game's rules; where they do not fit its log any more, what can be told without. */
  #orWithoutRules(game: GameRecord, work: () => Reply, withoutRules: (words: LogWords, title: string) => Reply): Reply {
    try {
      return work();
    } catch (error) {
      if (error instanceof NotReady) throw error;
      // Rules that break over a log fit it no better than those that refuse it. Whatever else goes wrong is a bug.
      if (!(error instanceof IncompatibleLog) && this.#fits(game)) throw error;
      const title = this.#systems.find(({ id }) => id === game.system)?.title ?? game.system;
      return withoutRules(plainLogWords(game, this.#systems), title);
    }
  }

  #fits(game: GameRecord): boolean {
    try {
      this.#games.tables.played(game);
      return true;
    } catch (error) {
      if (error instanceof NotReady) throw error;
      return false;
    }
  }
}

/** A game of the caller's channel. */
export function gameHere({ store }: Pick<GameSources, 'store'>, caller: Caller, id: string): GameRecord | null {
  const game = store.game(id);
  return game?.channel === caller.channel ? game : null;
}
