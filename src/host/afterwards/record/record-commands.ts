import type { MemberId } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { GameRecord, Store, TimeSpan, UncountedGame } from '../../../store/index.ts';
import type { GameTransactions } from '../../actions/game-transactions.ts';
import type { Caller } from '../../base/caller.ts';
import { loading, ReadAhead, type Reading } from '../../base/reading.ts';
import { type Reply, reply } from '../../base/reply.ts';
import { standingIn } from '../../table/game-position.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { playedGameOf } from '../../table/played-game.ts';
import { IncompatibleLog, isLongLog } from '../../table/replay-log.ts';
import { howMuch, throwsTakenBack } from '../../table/rolls-taken-back.ts';
import { choosersIn, ratedSides } from './rated-game.ts';
import {
  type GameResult,
  gameResult,
  type KnownGame,
  MADE_BY,
  mergedTotals,
  type RecordTotals,
  totalsOfGames,
} from './record-totals.ts';
import { mayNotPost, ownLine, type RecordNaming, recordInWords, setInWords } from './record-words.ts';

/** How many results are made while a member waits, at some 10 ms each. Background jobs make the others. */
const AT_ONCE = 10;
/** How many results are added to the totals in one go, at a millisecond for ten. */
const BATCH = 100;

/** Background work in small steps. */
export interface Job {
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
  readonly pending: number;
  /** The member who reads it; null if everybody does, or if the bot does not know them. */
  readonly me: MemberId | null;
}

type PageContents = Pick<Reply, 'text'> & Partial<Pick<Reply, 'files'>>;

interface StoredTotals {
  readonly madeBy: string;
  /** Rows of games with this number are counted. */
  readonly round: number;
  readonly sums: RecordTotals;
}

export type RecordCommands = ReturnType<typeof createRecordCommands>;

/**
 * Totals of the ended games of a server or a DM. Each game's result is made once and added to the stored totals. The
 * game's row says whether it is counted. The transaction that ends a game marks it as not counted.
 * @param reading works out the result of a game, by id
 */
export function createRecordCommands(
  { store, runOnce }: GameTransactions,
  systems: readonly System[],
  reading: Reading<string, ReadResult>,
) {
  const name = 'record';
  const results = new ReadAhead(reading, AT_ONCE);
  /** Servers and DMs that members have asked about, with games still to be counted. */
  const waiting = new Set<string>();
  /** Incomplete results. They are not stored, so that another version tries again. */
  const partialResults = new Map<string, GameResult>();

  /** @param post posts it in the channel, without the line on the caller */
  function show(caller: Caller, post: boolean): Reply {
    return page(caller, post, ({ sums, pending, me }) => {
      const listed = [...sums.standings, ...sums.players].map(({ member }) => member);
      const naming = namingOf({ store, systems }, caller, listed);
      return { text: recordInWords(sums, pending, naming, post ? null : ownRecord(me, sums)) };
    });
  }

  /**
   * Counts the next games of a server or a DM, then has a page written on all that are known.
   * @param post posts it in the channel, without the line on the caller
   * @param write may return a promise for data that must be loaded first
   */
  function page(caller: Caller, post: boolean, write: (known: KnownGames) => PageContents | Promise<void>): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const place = placeOf(caller);
    const me = post ? null : (store.knownMember(caller.member.discordId)?.id ?? null);
    const contents = count(place) ?? write({ place, me, ...totals(place) });
    if (contents instanceof Promise) return loading(contents);
    const { text, files = [] } = contents;
    return reply(post ? 'channel' : 'member', text, { files });
  }

  /**
   * Makes the next results of a server or a DM. Background jobs make the rest.
   * @returns resolves when a long log that is needed first is loaded; null if none is
   */
  function count(place: string): Promise<void> | null {
    const waits = ready(place, AT_ONCE);
    if (!waits && countNext(place, AT_ONCE)) waiting.add(place);
    return waits;
  }

  function pending(place: string): number {
    return totals(place).pending;
  }

  function ownRecord(me: MemberId | null, { standings, players }: RecordTotals): string[] {
    const chose = standings.find(({ member }) => member === me) ?? null;
    const played = players.find(({ member }) => member === me) ?? null;
    return ownLine({ chose, played }, me !== null && store.namesInRecord([me]).size > 0);
  }

  function setRecorded(caller: Caller, shown: boolean): Reply | null {
    return runOnce(caller, () => {
      const { member, at } = caller;
      store.setMember(store.member(member.discordId, member.name).id, 'inRecord', shown, at);
      return reply('member', setInWords(shown));
    });
  }

  function due(): number | null {
    return waiting.size > 0 ? 0 : null;
  }

  function step(): Promise<void> | null {
    const [place] = waiting;
    if (place === undefined) return null;
    const waits = ready(place, 1);
    if (!waits && !countNext(place, 1)) waiting.delete(place);
    return waits;
  }

  /** Starts computing the results of the next long games; null if all are known. */
  function ready(place: string, most: number): Promise<void> | null {
    const waits = leftToCount(place, storedTotals(place).round)
      .filter(({ body }) => body === null)
      .slice(0, most)
      .flatMap(({ game: id }) => {
        const game = store.game(id);
        return (game && results.ready(id, id, isLongLog(store, game))) ?? [];
      });
    return waits.length > 0 ? Promise.all(waits).then(() => {}) : null;
  }

  /** Has background jobs count a game that has ended, if a member has asked for the totals before. */
  function ended(game: Pick<GameRecord, 'guild' | 'channel'>): void {
    const place = placeOf(game);
    if (store.recordSums(place) !== null) waiting.add(place);
  }

  /**
   * Adds games to the totals.
   * @param most results to make
   * @returns whether games may be left
   */
  function countNext(place: string, most: number): boolean {
    const stored = storedTotals(place);
    const next = leftToCount(place, stored.round);
    const withoutResult = next.filter(({ body }) => body === null);
    const made = new Map(withoutResult.slice(0, most).map(({ game }) => [game, result(game)]));
    const games = next.flatMap(({ body, ...ended }) => {
      const reckoning = body === null ? made.get(ended.game) : (JSON.parse(body) as GameResult);
      return reckoning ? [{ ended, reckoning: inSums(reckoning) }] : [];
    });
    if (games.length > 0) {
      const totals: StoredTotals = { ...stored, sums: mergedTotals([stored.sums, totalsOfGames(games)]) };
      const counted = games.map(({ ended }) => ended.game);
      store.transaction(() => store.keepRecordSums(place, stored.round, JSON.stringify(totals), counted));
    }
    return withoutResult.length > most || next.length >= BATCH;
  }

  function leftToCount(place: string, round: number): UncountedGame[] {
    return uncounted(place, round).filter(({ game }) => !partialResults.has(game));
  }

  /** Totals of another version are computed anew, in a new round. */
  function storedTotals(place: string): StoredTotals {
    const json = store.recordSums(place);
    const stored = json === null ? null : (JSON.parse(json) as StoredTotals);
    return stored?.madeBy === MADE_BY
      ? stored
      : { madeBy: MADE_BY, round: (stored?.round ?? 0) + 1, sums: totalsOfGames([]) };
  }

  function uncounted(place: string, round: number): UncountedGame[] {
    return store.uncounted(place, round, MADE_BY, BATCH + partialResults.size);
  }

  /** The stored totals with incomplete results. `pending`: how many other games are not counted yet. */
  function totals(place: string): { readonly sums: RecordTotals; readonly pending: number } {
    const { round, sums } = storedTotals(place);
    const partial = uncounted(place, round).flatMap(({ body: _, ...ended }) => {
      const reckoning = partialResults.get(ended.game);
      return reckoning ? [{ ended, reckoning }] : [];
    });
    const pending = store.countUncounted(place, round) - partial.length;
    return { sums: partial.length > 0 ? mergedTotals([sums, totalsOfGames(partial)]) : sums, pending };
  }

  /** Makes and stores a result. Null if it is incomplete: then it stays in memory. */
  function result(id: string): GameResult | null {
    const { result, isComplete } = results.get(id, id);
    if (!isComplete) {
      partialResults.set(id, result);
      return null;
    }
    store.keepResult({ game: id, madeBy: MADE_BY, body: JSON.stringify(result) });
    return result;
  }

  return { name, show, page, count, pending, setRecorded, due, step, ended };
}

/** Names games, sides and members. Members who do not want to be listed have no name. */
export function namingOf(
  { store, systems }: { readonly store: Store; readonly systems: readonly System[] },
  { guild }: Pick<Caller, 'guild'>,
  members: readonly MemberId[],
): RecordNaming {
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

/** Leaves out the parts of a result that the totals don't use, since totals are stored and read often. */
function inSums(result: GameResult): GameResult {
  return { ...result, moments: null, rated: [] };
}

/** The id of a server, or of a DM's channel. */
export function placeOf({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}

interface ReadResult {
  readonly result: GameResult;
  /** No later version of the rules could add anything. */
  readonly isComplete: boolean;
}

/** Replays a game only if its orders' worth can be known, since it may have a thousand of them. */
export function readResult({ store, tables }: GameSources, id: string): ReadResult {
  const game = tables.game(id);
  const entries = [...store.entriesAfter(id, -1)];
  try {
    const log = tables.system(game).play?.solvable ? tables.played(game, entries) : null;
    const loaded = log ? { game, system: log.system, position: log.position } : tables.table(game);
    const playedGame = log && playedGameOf(store, game, log, tables.withBallots(loaded).solution());
    const chosenBy = choosersIn(store, id);
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

/**
 * The known results of the ended games of a server or a DM, the last to end first.
 * @param most at most so many
 */
export function resultsIn(store: Store, place: string, span?: TimeSpan, most?: number): readonly KnownGame[] {
  const results = store.resultsIn(place, MADE_BY, span, most);
  return results.map(({ body, ...ended }) => ({ ended, reckoning: JSON.parse(body) as GameResult }));
}
