import type { Caller } from '../../base/caller.ts';
import { ReadAhead, type Reading } from '../../base/reading.ts';
import type { Reply } from '../../base/reply.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { namingOf, resultsIn } from '../record/record-commands.ts';
import { MADE_BY } from '../record/record-totals.ts';
import { ratingsOf, type SystemRatings } from './ratings.ts';
import type { SeasonParts } from './server-entries.ts';
import { ratingsInWords } from './standings-words.ts';

/** Games that are rated while the event loop waits: some 50 µs each. */
const AT_ONCE = 200;
/** Servers whose ratings are kept. */
const KEPT = 20;

/** Ratings of the players of a server or a DM, computed from the results of its games and so from their logs; none are stored. */
export class RatingCommands {
  readonly #parts: Pick<SeasonParts, 'store' | 'systems' | 'record'>;
  readonly #ratings: ReadAhead<string, readonly SystemRatings[]>;

  constructor(
    parts: Pick<SeasonParts, 'store' | 'systems' | 'record'>,
    reading: Reading<string, readonly SystemRatings[]>,
  ) {
    this.#parts = parts;
    this.#ratings = new ReadAhead(reading, KEPT);
  }

  /** @param post shows them to all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    return this.#parts.record.page(caller, post, ({ place, pending, me }) => {
      const games = this.#parts.store.countResults(place, MADE_BY);
      const key = `${place} ${games}`;
      const waits = this.#ratings.ready(key, place, games > AT_ONCE);
      if (waits) return waits;
      const ratings = this.#ratings.get(key, place);
      const players = ratings.flatMap((one) => one.players.map(({ player }) => player));
      const members = players.filter((player) => typeof player === 'number');
      const style = (system: string, id: string) => this.#style(system, id);
      const naming = { ...namingOf(this.#parts, caller, members), style };
      return { text: ratingsInWords(ratings, pending, naming, me) };
    });
  }

  #style(system: string, style: string): string | null {
    const styles = this.#parts.systems.find(({ id }) => id === system)?.play?.machine?.styles ?? [];
    return styles.find(({ id }) => id === style)?.name ?? null;
  }
}

export function readRatings({ store }: Pick<GameSources, 'store'>, place: string): readonly SystemRatings[] {
  const games = resultsIn(store, place).toReversed();
  return ratingsOf(games.map(({ ended: { system }, reckoning: { rated } }) => ({ system, rated })));
}
