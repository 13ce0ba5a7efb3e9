import type { Solution } from '../../../advisor/index.ts';
import { type MemberId, standingVotes } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { GameRecord, Store, UncountedGame } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { type Reply, reply } from '../../base/reply.ts';
import { standingIn } from '../../table/game-position.ts';
import type { GameTables } from '../../table/game-tables.ts';
import { playedGameOf } from '../../table/played-game.ts';
import { IncompatibleLog } from '../../table/replay-log.ts';
import { howMuch, throwsTakenBack } from '../../table/rolls-taken-back.ts';
import { votesByBallot } from '../replay-file/export-redaction.ts';
import {
  type GameResult,
  gameResult,
  MADE_BY,
  plainGameResult,
  type RecordTotals,
  summed,
  together,
} from './record-totals.ts';
import { mayNotPost, ownLine, recordInWords, setInWords } from './record-words.ts';

/** Results made while a member waits, some 10 ms each; background jobs make the others. */
const AT_ONCE = 10;
/** Results added to the totals in one go: a millisecond for ten. */
const BATCH = 100;

export interface Backlog {
  waits(): boolean;
  /** Does the next small piece of the work. */
  piece(): void;
}

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
export class RecordCommands implements Backlog {
  readonly #store: Store;
  readonly #tables: GameTables;
  readonly #systems: readonly System[];
  readonly #solutionOf: (game: GameRecord) => Solution | null;
  /** Servers and DMs that members have asked about, with games still to be counted. */
  readonly #waiting = new Set<string>();
  /** Incomplete results are not stored, so that another version tries again. */
  readonly #partial = new Map<string, GameResult>();

  /** @param solutionOf returns null if the worth of positions is not known */
  constructor(
    store: Store,
    tables: GameTables,
    systems: readonly System[],
    solutionOf: (game: GameRecord) => Solution | null,
  ) {
    this.#store = store;
    this.#tables = tables;
    this.#systems = systems;
    this.#solutionOf = solutionOf;
  }

  /** @param post shows it to all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const place = placeOf(caller);
    if (this.#count(place, AT_ONCE)) this.#waiting.add(place);
    const { sums, pending } = this.#totals(place);
    const listed = [...sums.standings, ...sums.players].map(({ member }) => member);
    const names = this.#store.namesInRecord([...new Set(listed)]);
    const naming = {
      dm: caller.guild === null,
      title: (system: string, variant: string) => this.#title(system, variant),
      seat: (system: string, seat: string) => this.#seat(system, seat),
      name: (member: MemberId) => names.get(member) ?? null,
    };
    return post
      ? reply('channel', recordInWords(sums, pending, naming, null))
      : reply('member', recordInWords(sums, pending, naming, this.#own(caller, sums)));
  }

  #own({ member }: Caller, { standings, players }: RecordTotals): string[] {
    const me = this.#store.knownMember(member.discordId);
    const chose = standings.find((one) => one.member === me?.id) ?? null;
    const played = players.find((one) => one.member === me?.id) ?? null;
    return ownLine({ chose, played }, me !== null && this.#store.namesInRecord([me.id]).size > 0);
  }

  setRecorded(caller: Caller, shown: boolean): Reply {
    const { discordId, name } = caller.member;
    this.#store.setMember(this.#store.member(discordId, name).id, 'inRecord', shown);
    return reply('member', setInWords(shown));
  }

  waits(): boolean {
    return this.#waiting.size > 0;
  }

  piece(): void {
    const [place] = this.#waiting;
    if (place !== undefined && !this.#count(place, 1)) this.#waiting.delete(place);
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
    const left = this.#uncounted(place, stored.round).filter(({ game }) => !this.#partial.has(game));
    const fresh = left.filter(({ body }) => body === null);
    const now = new Map(fresh.slice(0, most).map(({ game }) => [game, this.#result(game)]));
    const games = left.flatMap(({ body, ...ended }) => {
      const reckoning = body === null ? now.get(ended.game) : (JSON.parse(body) as GameResult);
      return reckoning ? [{ ended, reckoning }] : [];
    });
    if (games.length > 0) {
      const sums = JSON.stringify({ ...stored, sums: together([stored.sums, summed(games)]) } satisfies StoredTotals);
      const added = games.map(({ ended }) => ended.game);
      this.#store.transaction(() => this.#store.keepRecordSums(place, stored.round, sums, added));
    }
    return fresh.length > most || left.length >= BATCH;
  }

  /** Totals of another version are made anew, in another round. */
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
    const game = this.#store.game(id);
    if (!game) throw new Error(`There is no game ${id}`);
    try {
      const { result, isComplete } = this.#resultOf(game);
      if (isComplete) {
        this.#store.reckon({ game: id, madeBy: MADE_BY, body: JSON.stringify(result) });
        return result;
      }
      this.#partial.set(id, result);
    } catch (error) {
      if (!(error instanceof IncompatibleLog)) throw error;
      const takenBack = howMuch(throwsTakenBack(this.#store.entries(id)));
      this.#partial.set(id, { orders: 0, result: null, sides: null, takenBack, worth: null, choices: [] });
    }
    return null;
  }

  /** A game is played again only if the worth of its orders can be known: it may have a thousand of them. */
  #resultOf(game: GameRecord): { readonly result: GameResult; readonly isComplete: boolean } {
    if (!this.#tables.system(game).solvable) {
      const standing = standingIn(this.#store.entries(game.id));
      return { result: plainGameResult(this.#tables.table(game), standing, this.#votersIn(game)), isComplete: true };
    }
    const playedGame = playedGameOf(this.#store, this.#tables, game, this.#solutionOf(game));
    return { result: gameResult(playedGame), isComplete: playedGame.course !== null };
  }

  /** The members whose votes counted. */
  #votersIn(game: GameRecord): (ballot: number) => readonly MemberId[] {
    const votes = votesByBallot({ votes: this.#store.votesOf(game.id) });
    return (ballot) => standingVotes(votes.get(ballot) ?? []).map(({ member }) => member);
  }

  #title(system: string, variant: string): { readonly game: string; readonly variant: string } {
    const found = this.#systems.find(({ id }) => id === system);
    const name = found?.variants.find(({ id }) => id === variant)?.name;
    return { game: found?.title ?? system, variant: name ?? variant };
  }

  #seat(system: string, seat: string): string {
    return this.#systems.find(({ id }) => id === system)?.seats.find(({ id }) => id === seat)?.name ?? seat;
  }
}

/** The id of a server, or of a DM's channel. */
function placeOf({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}
