import { MOST_CHOICES } from '../../game/index.ts';
import { byTheRules, notYet, verified } from '../afterwards/replay-file/verify-words.ts';
import { replayFile } from '../afterwards/replay-file/write-replay-file.ts';
import type { Caller } from '../base/caller.ts';
import { type Reading, replyOf } from '../base/reading.ts';
import { type Reply, reply } from '../base/reply.ts';
import { WORDS } from '../base/wording.ts';
import type { Completion } from '../messages/order-completions.ts';
import type { GameSources, PlayedLog } from '../table/game-tables.ts';
import { GAME_ANSWERS, titleInFull } from '../table/game-words.ts';
import { IncompatibleLog, isLong } from '../table/replay-log.ts';
import { throwsTakenBack } from '../table/rolls-taken-back.ts';
import { lettingsInWords, sideNameOf } from '../table/seat-rules.ts';
import { gameHere } from './log-commands.ts';

/** `/verify`: throws every die of a finished game again. */
export class VerifyCommands {
  readonly #games: GameSources;
  readonly #reading: Reading<string, Reply>;

  /** @param reading reads the answer about a game that has ended */
  constructor(games: GameSources, reading: Reading<string, Reply>) {
    this.#games = games;
    this.#reading = reading;
  }

  verify(caller: Caller, gameId: string | null): Reply {
    const { store } = this.#games;
    const game = gameId === null ? store.endedIn(caller.channel, 1)[0] : gameHere(this.#games, caller, gameId);
    const running = store.runningIn(caller.channel);
    if (!game && gameId !== null) return reply('member', WORDS.playedElsewhere);
    if (!game) return running ? notYet(running) : reply('member', GAME_ANSWERS.nothingEnded);
    if (!game.ended) return notYet(game);
    return replyOf(this.#reading, game.id, isLong(store, game));
  }

  /** Games of this channel whose dice can be checked, the last first. */
  completions(caller: Caller): Completion[] {
    return this.#games.store.endedIn(caller.channel, MOST_CHOICES).map((game) => ({
      label: titleInFull(this.#games, game, caller.at),
      value: game.id,
    }));
  }
}

/** The answer about a game that has ended. */
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
    replayed: log && replayFile(store, game, log),
  });
}
