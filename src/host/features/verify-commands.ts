import { MOST_CHOICES } from '../../game/index.ts';
import { type ReplayFiles, versionOf } from '../afterwards/replay-file/replay-file-cache.ts';
import { byTheRules, notYet, verifying } from '../afterwards/replay-file/verify-words.ts';
import type { Caller } from '../base/caller.ts';
import { each } from '../base/generator-steps.ts';
import { LongWork } from '../base/long-work.ts';
import { type Reply, reply } from '../base/reply.ts';
import { WORDS } from '../base/wording.ts';
import type { Completion } from '../messages/order-completions.ts';
import type { GameSources } from '../table/game-tables.ts';
import { GAME_ANSWERS, titleInFull } from '../table/game-words.ts';
import { ifCompatible } from '../table/incompatible-log.ts';
import { throwsTakenBack } from '../table/rolls-taken-back.ts';
import { lettingsInWords, sideNameOf } from '../table/seat-rules.ts';
import { gameHere } from './log-commands.ts';

/** Checks of dice that are kept. */
const MOST_CHECKS = 4;

/** `/verify`: throws every die of a finished game again. */
export class VerifyCommands {
  readonly #games: GameSources;
  readonly #files: ReplayFiles;
  readonly #checks: LongWork<Reply>;

  constructor(games: GameSources, files: ReplayFiles) {
    this.#games = games;
    this.#files = files;
    this.#checks = new LongWork(games.tables.hurry, MOST_CHECKS, () => 1, true);
  }

  verify(caller: Caller, gameId: string | null): Reply {
    const { store, tables } = this.#games;
    const game = gameId === null ? store.endedIn(caller.channel, 1)[0] : gameHere(this.#games, caller, gameId);
    const running = store.runningIn(caller.channel);
    if (!game && gameId !== null) return reply('member', WORDS.playedElsewhere);
    if (!game) return running ? notYet(running) : reply('member', GAME_ANSWERS.nothingEnded);
    if (!game.ended) return notYet(game);
    const played = ifCompatible(() => tables.played(game));
    const replayed = played && this.#files.now(game);
    const { key, isLong } = versionOf(store, game);
    return this.#checks.get(key, isLong, function* () {
      const entries =
        played?.steps.map(({ entry }) => entry) ?? (yield* each(store.entriesAfter(game.id, -1), (one) => one));
      const takenBack = played?.position.takenBack ?? throwsTakenBack(entries);
      const naming = played ? { naming: byTheRules(played) } : {};
      const incompatibility = tables.incompatibility(game);
      const lettings = lettingsInWords(store, entries, (seat) => played && sideNameOf(played.system, seat));
      return yield* verifying(game, { entries, takenBack, incompatibility, ...naming, lettings, replayed });
    });
  }

  /** Games of this channel whose dice can be checked, the last first. */
  completions(caller: Caller): Completion[] {
    return this.#games.store.endedIn(caller.channel, MOST_CHOICES).map((game) => ({
      label: titleInFull(this.#games, game, caller.at),
      value: game.id,
    }));
  }
}
