import type { System } from '../../../game/index.ts';
import type { Store } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { ReadAhead, type Reading } from '../../base/reading.ts';
import type { Reply } from '../../base/reply.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { namingOf, type RecordCommands, resultsIn } from '../record/record-commands.ts';
import { MADE_BY } from '../record/record-totals.ts';
import { ratingsOf, type SystemRatings } from './ratings.ts';
import { ratingsInWords } from './standings-words.ts';

/** Games that are rated while the event loop waits: some 50 µs each. */
const AT_ONCE = 200;
/** Servers whose ratings are kept. */
const KEPT = 20;

/** Ratings of the players of a server or a DM, computed from the results of its games and so from their logs; none are stored. */
export class RatingCommands {
  readonly #store: Store;
  readonly #systems: readonly System[];
  readonly #record: Pick<RecordCommands, 'page'>;
  readonly #ratings: ReadAhead<string, readonly SystemRatings[]>;

  constructor(
    store: Store,
    systems: readonly System[],
    record: Pick<RecordCommands, 'page'>,
    reading: Reading<string, readonly SystemRatings[]>,
  ) {
    this.#store = store;
    this.#systems = systems;
    this.#record = record;
    this.#ratings = new ReadAhead(reading, KEPT);
  }

  /** @param post shows them to all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    return this.#record.page(caller, post, ({ place, pending, me }) => {
      const games = this.#store.countResults(place, MADE_BY);
      const key = `${place} ${games}`;
      const waits = this.#ratings.ready(key, place, games > AT_ONCE);
      if (waits) return waits;
      const ratings = this.#ratings.get(key, place);
      const players = ratings.flatMap((one) => one.players.map(({ player }) => player));
      const members = players.filter((player) => typeof player === 'number');
      const style = (system: string, id: string) => this.#style(system, id);
      const naming = { ...namingOf(this.#store, this.#systems, caller, members), style };
      return { text: ratingsInWords(ratings, pending, naming, me) };
    });
  }

  #style(system: string, style: string): string | null {
    const styles = this.#systems.find(({ id }) => id === system)?.play?.machine?.styles ?? [];
    return styles.find(({ id }) => id === style)?.name ?? null;
  }
}

export function readRatings({ store }: Pick<GameSources, 'store'>, place: string): readonly SystemRatings[] {
  const games = resultsIn(store, place).toReversed();
  return ratingsOf(games.map(({ ended: { system }, reckoning: { rated } }) => ({ system, rated })));
}
