import type { GameRecord, Store } from '../../../store/index.ts';
import { LongWork } from '../../base/long-work.ts';
import { type GameTables, LONG_LOG } from '../../table/game-tables.ts';
import type { LogWords } from '../../table/log-words.ts';
import { type ReplayFile, replayFile, unruledFile } from './write-replay-file.ts';

/** Characters of files that are kept. */
const MOST_TEXT = 4_000_000;

/** A key that changes with everything that is told of a game, but for its members' names. */
export function versionOf(
  store: Store,
  { id, ended }: Pick<GameRecord, 'id' | 'ended'>,
): { readonly key: string; readonly isLong: boolean } {
  const seq = store.lastSeq(id);
  return { key: `${id} ${seq} ${ended !== null} ${store.ballotRevisions(id)}`, isLong: seq >= LONG_LOG };
}

/** Games as files. The last ones are kept, and those of long logs made in slices. */
export class ReplayFiles {
  readonly #store: Store;
  readonly #tables: GameTables;
  readonly #files: LongWork<ReplayFile>;
  readonly #unruled: LongWork<Pick<ReplayFile, 'file' | 'text'>>;

  constructor(store: Store, tables: GameTables) {
    this.#store = store;
    this.#tables = tables;
    this.#files = new LongWork(tables.hurry, MOST_TEXT, ({ text }) => text.length, true);
    this.#unruled = new LongWork(tables.hurry, MOST_TEXT, ({ text }) => text.length, true);
  }

  /**
   * @throws IncompatibleLog
   * @throws NotReady where the log is long
   */
  now(game: GameRecord): ReplayFile {
    const { key, isLong } = versionOf(this.#store, game);
    const played = this.#tables.played(game);
    return this.#files.get(key, isLong, () => replayFile(this.#store, game, played));
  }

  /** The same in slices. Rejects with an IncompatibleLog. */
  async preload(game: GameRecord): Promise<ReplayFile> {
    await this.#tables.playThrough(game);
    const played = this.#tables.played(game);
    return this.#files.made(versionOf(this.#store, game).key, () => replayFile(this.#store, game, played));
  }

  /** All that can be said of a game whose rules no longer accept its log. */
  withoutRules(game: GameRecord, words: LogWords): Pick<ReplayFile, 'file' | 'text'> {
    const { key, isLong } = versionOf(this.#store, game);
    return this.#unruled.get(key, isLong, () => unruledFile(this.#store, words, game));
  }
}
