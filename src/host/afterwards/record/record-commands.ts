import type { MemberId } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { GameRecord, Span, Store, UncountedGame } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { loading, ReadAhead, type Reading } from '../../base/reading.ts';
import { type Reply, reply } from '../../base/reply.ts';
import { standingIn } from '../../table/game-position.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { playedGameOf } from '../../table/played-game.ts';
import { IncompatibleLog, isLong } from '../../table/replay-log.ts';
import { howMuch, throwsTakenBack } from '../../table/rolls-taken-back.ts';
import { choicesIn, ratedSides } from './rated-game.ts';
import {
  type GameResult,
  gameResult,
  type KnownGame,
  MADE_BY,
  type RecordTotals,
  summed,
  together,
} from './record-totals.ts';
import { mayNotPost, type Naming, ownLine, recordInWords, setInWords } from './record-words.ts';

/** Results made while a member waits, some 10 ms each; background jobs make the others. */
const AT_ONCE = 10;
/** Results added to the totals in one go: a millisecond for ten. */
const BATCH = 100;

/** Work that is done in small steps when its time has come. */
export interface Job {
  /** Its name in the log if it fails. */
  readonly name: string;
  /** When the next step is due, milliseconds since 1970; null if there is none. */
  due(): number | null;
  /** Does the next step if it is due, or returns what it waits for. */
  step(now: number): Promise<void> | null;
}

/** The ended games of a server or a DM. */
interface KnownGames {
  readonly place: string;
  readonly sums: RecordTotals;
  /** How many are still to be counted. */
  readonly pending: number;
  /** The member who reads it; null if all do, or if the bot does not know them. */
  readonly me: MemberId | null;
}

type PageContents = Pick<Reply, 'text'> & Partial<Pick<Reply, 'files'>>;

interface StoredTotals {
  readonly madeBy: string;
  /** The rows of games that are counted have this number. */
  readonly round: number;
  readonly sums: RecordTotals;
}

/**
 * Totals of the ended games of a server or a DM. Each result is made once and added to the stored totals. The row of a game says whether it
 * is counted; the transaction that ends the game sets it to uncounted.
 */
export class RecordCommands implements Job {
  readonly name = 'record';
  readonly #store: Store;
  readonly #systems: readonly System[];
  readonly #results: ReadAhead<string, ReadResult>;
  /** Servers and DMs that members have asked about, with games still to be counted. */
  readonly #waiting = new Set<string>();
  /** Incomplete results are not stored, so that another version tries again. */
  readonly #partial = new Map<string, GameResult>();

  /** @param reading works out a game's result, by its id */
  constructor(store: Store, systems: readonly System[], reading: Reading<string, ReadResult>) {
    this.#store = store;
    this.#systems = systems;
    this.#results = new ReadAhead(reading, AT_ONCE);
  }

  /** @param post shows it to all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    return this.page(caller, post, ({ sums, pending, me }) => {
      const listed = [...sums.standings, ...sums.players].map(({ member }) => member);
      const naming = namingOf({ store: this.#store, systems: this.#systems }, caller, listed);
      return { text: recordInWords(sums, pending, naming, post ? null : this.#own(me, sums)) };
    });
  }

  /**
   * A page of what is known of the games of a server or a DM, once the next of them are counted.
   * @param post shows it to all in the channel, without the caller's own line
   * @param write may return what must be read first
   */
  page(caller: Caller, post: boolean, write: (known: KnownGames) => PageContents | Promise<void>): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const place = placeOf(caller);
    const me = post ? null : (this.#store.knownMember(caller.member.discordId)?.id ?? null);
    const page = this.count(place) ?? write({ place, me, ...this.#totals(place) });
    if (page instanceof Promise) return loading(page);
    const { text, files = [] } = page;
    return reply(post ? 'channel' : 'member', text, { files });
  }

  /** Makes the next results of a server or a DM; background jobs make the rest. Returns what must be read first; `null` if nothing must. */
  count(place: string): Promise<void> | null {
    const waits = this.#ready(place, AT_ONCE);
    if (!waits && this.#count(place, AT_ONCE)) this.#waiting.add(place);
    return waits;
  }

  /** How many ended games have no result yet. */
  pending(place: string): number {
    return this.#totals(place).pending;
  }

  #own(me: MemberId | null, { standings, players }: RecordTotals): string[] {
    const chose = standings.find(({ member }) => member === me) ?? null;
    const played = players.find(({ member }) => member === me) ?? null;
    return ownLine({ chose, played }, me !== null && this.#store.namesInRecord([me]).size > 0);
  }

  setRecorded({ member: { discordId, name }, at }: Caller, shown: boolean): Reply {
    this.#store.setMember(this.#store.member(discordId, name).id, 'inRecord', shown, at);
    return reply('member', setInWords(shown));
  }

  due(): number | null {
    return this.#waiting.size > 0 ? 0 : null;
  }

  step(): Promise<void> | null {
    const [place] = this.#waiting;
    if (place === undefined) return null;
    const waits = this.#ready(place, 1);
    if (!waits && !this.#count(place, 1)) this.#waiting.delete(place);
    return waits;
  }

  /** Starts computing the results of the next long games; null if all are known. */
  #ready(place: string, most: number): Promise<void> | null {
    const waits = this.#left(place, this.#stored(place).round)
      .filter(({ body }) => body === null)
      .slice(0, most)
      .flatMap(({ game: id }) => {
        const game = this.#store.game(id);
        return (game && this.#results.ready(id, id, isLong(this.#store, game))) ?? [];
      });
    return waits.length > 0 ? Promise.all(waits).then(() => {}) : null;
  }

  /** Background jobs add an ended game to totals that a member has asked for. */
  ended(game: Pick<GameRecord, 'guild' | 'channel'>): void {
    const place = placeOf(game);
    if (this.#store.recordSums(place) !== null) this.#waiting.add(place);
  }

  /**
   * Adds games to the totals.
   * @param most results to make
   * @returns whether games may be left
   */
  #count(place: string, most: number): boolean {
    const stored = this.#stored(place);
    const left = this.#left(place, stored.round);
    const fresh = left.filter(({ body }) => body === null);
    const now = new Map(fresh.slice(0, most).map(({ game }) => [game, this.#result(game)]));
    const games = left.flatMap(({ body, ...ended }) => {
      const reckoning = body === null ? now.get(ended.game) : (JSON.parse(body) as GameResult);
      return reckoning ? [{ ended, reckoning: inSums(reckoning) }] : [];
    });
    if (games.length > 0) {
      const sums = JSON.stringify({ ...stored, sums: together([stored.sums, summed(games)]) } satisfies StoredTotals);
      const added = games.map(({ ended }) => ended.game);
      this.#store.transaction(() => this.#store.keepRecordSums(place, stored.round, sums, added));
    }
    return fresh.length > most || left.length >= BATCH;
  }

  #left(place: string, round: number): UncountedGame[] {
    return this.#uncounted(place, round).filter(({ game }) => !this.#partial.has(game));
  }

  /** Totals of another version are computed again, in a new round. */
  #stored(place: string): StoredTotals {
    const json = this.#store.recordSums(place);
    const stored = json === null ? null : (JSON.parse(json) as StoredTotals);
    return stored?.madeBy === MADE_BY ? stored : { madeBy: MADE_BY, round: (stored?.round ?? 0) + 1, sums: summed([]) };
  }

  #uncounted(place: string, round: number): UncountedGame[] {
    return this.#store.uncounted(place, round, MADE_BY, BATCH + this.#partial.size);
  }

  /** Includes incomplete results; `pending` counts the other games that are not in the totals yet. */
  #totals(place: string): { readonly sums: RecordTotals; readonly pending: number } {
    const { round, sums } = this.#stored(place);
    const partial = this.#uncounted(place, round).flatMap(({ body: _, ...ended }) => {
      const reckoning = this.#partial.get(ended.game);
      return reckoning ? [{ ended, reckoning }] : [];
    });
    const pending = this.#store.countUncounted(place, round) - partial.length;
    return { sums: partial.length > 0 ? together([sums, summed(partial)]) : sums, pending };
  }

  /** Returns null if the result is incomplete: it stays in memory. */
  #result(id: string): GameResult | null {
    const { result, isComplete } = this.#results.get(id, id);
    if (!isComplete) {
      this.#partial.set(id, result);
      return null;
    }
    this.#store.reckon({ game: id, madeBy: MADE_BY, body: JSON.stringify(result) });
    return result;
  }
}

/** Words for the games of a server and its members; those who are not listed have no name. */
export function namingOf(
  { store, systems }: { readonly store: Store; readonly systems: readonly System[] },
  { guild }: Pick<Caller, 'guild'>,
  members: readonly MemberId[],
): Naming {
  const names = store.namesInRecord([...new Set(members)]);
  const about = (system: string) => systems.find(({ id }) => id === system)?.about;
  return {
    dm: guild === null,
    title: (system, variant) => ({
      game: about(system)?.title ?? system,
      variant: about(system)?.variants.find(({ id }) => id === variant)?.name ?? variant,
    }),
    seat: (system, seat) => about(system)?.seats.find(({ id }) => id === seat)?.name ?? seat,
    name: (member) => names.get(member) ?? null,
  };
}

/** The stored totals are read often: parts of a result that they don't use stay out. */
function inSums(result: GameResult): GameResult {
  return { ...result, moments: null, rated: [] };
}

/** The id of a server, or of a DM's channel. */
export function placeOf({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}

/** A game's result; `isComplete`: as far as it will ever be known. */
export interface ReadResult {
  readonly result: GameResult;
  readonly isComplete: boolean;
}

/** A game is played again only if the worth of its orders can be known: it may have a thousand of them. */
export function readResult({ store, tables }: GameSources, id: string): ReadResult {
  const game = tables.game(id);
  const entries = [...store.entriesAfter(id, -1)];
  try {
    const log = tables.system(game).play?.solvable ? tables.played(game, entries) : null;
    const loaded = log ? { game, system: log.system, position: log.position } : tables.table(game);
    const playedGame = log && playedGameOf(store, game, log, tables.withBallots(loaded).solution());
    const chosenBy = choicesIn(store, id);
    const rated = ratedSides(store, loaded, entries, chosenBy);
    const result = gameResult(loaded, standingIn(entries), chosenBy, rated, playedGame);
    return { result, isComplete: playedGame?.course !== null };
  } catch (error) {
    if (!(error instanceof IncompatibleLog)) throw error;
    const takenBack = howMuch(throwsTakenBack(entries));
    const nothing = { result: null, sides: null, worth: null, choices: [], moments: null, rated: [] };
    return { result: { ...nothing, orders: 0, takenBack }, isComplete: false };
  }
}

/** The results that are known of the ended games of a server or a DM, the last to end first; at most so many. */
export function resultsIn(store: Store, place: string, span?: Span, most?: number): readonly KnownGame[] {
  const results = store.resultsIn(place, MADE_BY, span, most);
  return results.map(({ body, ...ended }) => ({ ended, reckoning: JSON.parse(body) as GameResult }));
}
