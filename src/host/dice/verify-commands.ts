import { MOST_CHOICES } from '../../game/index.ts';
import { each } from '../background/generator-steps.ts';
import { LongWork } from '../background/long-work.ts';
import type { Caller } from '../caller.ts';
import { type ReplayFiles, versionOf } from '../export/replay-file-cache.ts';
import type { GameSources } from '../games/game-tables.ts';
import { titleInFull } from '../games/game-titles.ts';
import { GAME_ANSWERS } from '../games/game-words.ts';
import { gameHere } from '../log/log-commands.ts';
import type { Completion } from '../orders/order-completions.ts';
import { type Reply, reply } from '../reply.ts';
import { lettingsInWords, sideNameOf } from '../seats/seat-rules.ts';
import { ifCompatible } from '../what-if/what-if-words.ts';
import { WORDS } from '../wording.ts';
import { throwsTakenBack } from './rolls-taken-back.ts';
import { byTheRules, notYet, verifying } from './verify-words.ts';

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
