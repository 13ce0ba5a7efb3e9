import type { System } from '../../../game/index.ts';
import type { Store } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { loading, ReadAhead, type Reading } from '../../base/reading.ts';
import { type Reply, reply } from '../../base/reply.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { namingOf, placeOf, type RecordCommands } from '../record/record-commands.ts';
import { type GameResult, MADE_BY } from '../record/record-totals.ts';
import { mayNotPost } from '../record/record-words.ts';
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
  readonly #record: Pick<RecordCommands, 'count' | 'pending'>;
  readonly #ratings: ReadAhead<string, readonly SystemRatings[]>;

  constructor(
    store: Store,
    systems: readonly System[],
    record: Pick<RecordCommands, 'count' | 'pending'>,
    reading: Reading<string, readonly SystemRatings[]>,
  ) {
    this.#store = store;
    this.#systems = systems;
    this.#record = record;
    this.#ratings = new ReadAhead(reading, KEPT);
  }

  /** @param post shows them to all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const place = placeOf(caller);
    const counts = this.#record.count(place);
    if (counts) return loading(counts);
    const games = this.#store.countResults(place, MADE_BY);
    const key = `${place} ${games}`;
    const waits = this.#ratings.ready(key, place, games > AT_ONCE);
    if (waits) return loading(waits);
    const ratings = this.#ratings.get(key, place);
    const members = ratings.flatMap(({ players }) =>
      players.flatMap(({ player }) => (typeof player === 'number' ? [player] : [])),
    );
    const naming = {
      ...namingOf(this.#store, this.#systems, caller, members),
      style: (system: string, style: string) => this.#style(system, style),
    };
    const me = post ? null : (this.#store.knownMember(caller.member.discordId)?.id ?? null);
    return reply(post ? 'channel' : 'member', ratingsInWords(ratings, this.#record.pending(place), naming, me));
  }

  #style(system: string, style: string): string | null {
    const styles = this.#systems.find(({ id }) => id === system)?.play?.machine?.styles ?? [];
    return styles.find(({ id }) => id === style)?.name ?? null;
  }
}

export function readRatings({ store }: Pick<GameSources, 'store'>, place: string): readonly SystemRatings[] {
  const results = store.resultsIn(place, MADE_BY).reverse();
  return ratingsOf(results.map(({ system, body }) => ({ system, rated: (JSON.parse(body) as GameResult).rated })));
}
