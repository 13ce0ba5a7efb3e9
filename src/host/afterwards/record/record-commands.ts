import { type MemberId, standingVotes } from '../../../council/index.ts';
import type { System } from '../../../game/index.ts';
import type { GameRecord, Store, UncountedGame, VoteRecord } from '../../../store/index.ts';
import type { Caller } from '../../base/caller.ts';
import { loading, ReadAhead, type Reading } from '../../base/reading.ts';
import { type Reply, reply } from '../../base/reply.ts';
import { standingIn } from '../../table/game-position.ts';
import type { GameSources } from '../../table/game-tables.ts';
import { playedGameOf } from '../../table/played-game.ts';
import { IncompatibleLog, isLong } from '../../table/replay-log.ts';
import { howMuch, throwsTakenBack } from '../../table/rolls-taken-back.ts';
import { type GameResult, gameResult, MADE_BY, plainGameResult } from './game-result.ts';
import { type RecordTotals, summed, together } from './record-totals.ts';
import { mayNotPost, ownLine, recordInWords, setInWords } from './record-words.ts';

/** Games that are reckoned while somebody waits, some 10 ms each; the others aside, one by one. */
const AT_ONCE = 10;
/** Games that are added to the sums in one go, once they are reckoned: a millisecond for ten. */
const BATCH = 100;

/** Work in small pieces that somebody asked for and nobody waits for. */
export interface Backlog {
  waits(): boolean;
  /** Does the next piece. Or what it waits for before it can be done. */
  piece(): Promise<void> | null;
}

/** The sums of a ground as they are kept. */
interface KeptSums {
  readonly madeBy: string;
  /** Games that are in them have this number. */
  readonly round: number;
  readonly sums: RecordTotals;
}

/**
 * Sums of a server's ended games, each reckoned once and added to what is kept. A game that ends is not in them: its row
 * says so, in the transaction that ends it.
 */
export class RecordCommands implements Backlog {
  readonly #store: Store;
  readonly #systems: readonly System[];
  readonly #results: ReadAhead<string, ReadResult>;
  /** Servers and DMs somebody has asked about that have games still to be counted. */
  readonly #waiting = new Set<string>();
  /** Games that cannot be reckoned in full as things are: not kept, so that another version tries again. */
  readonly #partial = new Map<string, GameResult>();

  /** @param reading works out what a game came to, by its id */
  constructor(store: Store, systems: readonly System[], reading: Reading<string, ReadResult>) {
    this.#store = store;
    this.#systems = systems;
    this.#results = new ReadAhead(reading, AT_ONCE);
  }

  /** @param post for all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const ground = groundOf(caller);
    const waits = this.#ready(ground, AT_ONCE);
    if (waits) return loading(waits);
    if (this.#count(ground, AT_ONCE)) this.#waiting.add(ground);
    const { sums, pending } = this.#totals(ground);
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

  /** Reckons one game, and adds what has been reckoned. */
  piece(): Promise<void> | null {
    const [ground] = this.#waiting;
    if (ground === undefined) return null;
    const waits = this.#ready(ground, 1);
    if (!waits && !this.#count(ground, 1)) this.#waiting.delete(ground);
    return waits;
  }

  /** Has the next games of a ground read that are long. Null: there is nothing to wait for. */
  #ready(ground: string, most: number): Promise<void> | null {
    const waits = this.#left(ground, this.#kept(ground).round)
      .filter(({ body }) => body === null)
      .slice(0, most)
      .flatMap(({ game: id }) => {
        const game = this.#store.game(id);
        return (game && this.#results.ready(id, id, isLong(this.#store, game))) ?? [];
      });
    return waits.length > 0 ? Promise.all(waits).then(() => {}) : null;
  }

  /** A game has ended: sums that somebody has asked for are brought up to date aside. */
  ended(game: Pick<GameRecord, 'guild' | 'channel'>): void {
    const ground = groundOf(game);
    if (this.#store.recordSums(ground) !== null) this.#waiting.add(ground);
  }

  /**
   * Reckons at most so many games of a ground, and adds those that are reckoned to its sums.
   * @returns whether some may be left
   */
  #count(ground: string, most: number): boolean {
    const kept = this.#kept(ground);
    const left = this.#left(ground, kept.round);
    const fresh = left.filter(({ body }) => body === null);
    const now = new Map(fresh.slice(0, most).map(({ game }) => [game, this.#reckon(game)]));
    const games = left.flatMap(({ body, ...ended }) => {
      const reckoning = body === null ? now.get(ended.game) : (JSON.parse(body) as GameResult);
      return reckoning ? [{ ended, reckoning }] : [];
    });
    if (games.length > 0) {
      const sums = JSON.stringify({ ...kept, sums: together(kept.sums, summed(games)) } satisfies KeptSums);
      const added = games.map(({ ended }) => ended.game);
      this.#store.transaction(() => this.#store.keepRecordSums(ground, kept.round, sums, added));
    }
    return fresh.length > most || left.length >= BATCH;
  }

  #left(ground: string, round: number): UncountedGame[] {
    return this.#uncounted(ground, round).filter(({ game }) => !this.#partial.has(game));
  }

  /** Of the module as it is: sums of another version are made anew, in another round. */
  #kept(ground: string): KeptSums {
    const json = this.#store.recordSums(ground);
    const kept = json === null ? null : (JSON.parse(json) as KeptSums);
    return kept?.madeBy === MADE_BY ? kept : { madeBy: MADE_BY, round: (kept?.round ?? 0) + 1, sums: summed([]) };
  }

  #uncounted(ground: string, round: number): UncountedGame[] {
    return this.#store.uncounted(ground, round, MADE_BY, BATCH + this.#partial.size);
  }

  /** With games that are reckoned only in part; `pending`: how many games are in neither. */
  #totals(ground: string): { readonly sums: RecordTotals; readonly pending: number } {
    const { round, sums } = this.#kept(ground);
    const partial = this.#uncounted(ground, round).flatMap(({ body: _, ...ended }) => {
      const reckoning = this.#partial.get(ended.game);
      return reckoning ? [{ ended, reckoning }] : [];
    });
    const pending = this.#store.countUncounted(ground, round) - partial.length;
    return { sums: partial.length > 0 ? together(sums, summed(partial)) : sums, pending };
  }

  /** `null` for a game that can only be reckoned in part: that result stays in memory. */
  #reckon(id: string): GameResult | null {
    const { result, isWhole } = this.#results.get(id, id);
    if (!isWhole) {
      this.#partial.set(id, result);
      return null;
    }
    this.#store.reckon({ game: id, madeBy: MADE_BY, body: JSON.stringify(result) });
    return result;
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

/** A server, or a DM by its channel. */
function groundOf({ guild, channel }: Pick<GameRecord, 'guild' | 'channel'>): string {
  return guild ?? channel;
}

/** What a game came to; `isWhole`: as far as that will ever be known. */
export interface ReadResult {
  readonly result: GameResult;
  readonly isWhole: boolean;
}

export function readResult({ store, tables }: GameSources, id: string): ReadResult {
  const game = store.game(id);
  if (!game) throw new Error(`There is no game ${id}`);
  try {
    // Where nothing is known of what orders are worth, a game is not played again: it may have a thousand of them.
    if (!tables.system(game).solvable) {
      const standing = standingIn(store.entries(id));
      return { result: plainGameResult(tables.table(game), standing, votersIn(store, id)), isWhole: true };
    }
    const log = tables.played(game);
    const { solution } = tables.withBallots({ game, system: log.system, position: log.position });
    const playedGame = playedGameOf(store, game, log, solution());
    return { result: gameResult(playedGame), isWhole: playedGame.course !== null };
  } catch (error) {
    if (!(error instanceof IncompatibleLog)) throw error;
    const takenBack = howMuch(throwsTakenBack(store.entries(id)));
    return { result: { orders: 0, result: null, sides: null, takenBack, worth: null, choices: [] }, isWhole: false };
  }
}

/** Whose votes counted in the ballots of a game. */
function votersIn(store: Store, game: string): (ballot: number) => readonly MemberId[] {
  const votes = new Map<number, VoteRecord[]>();
  for (const { ballot, ...vote } of store.votesOf(game)) {
    const known = votes.get(ballot);
    if (known) known.push(vote);
    else votes.set(ballot, [vote]);
  }
  return (ballot) => standingVotes(votes.get(ballot) ?? []).map(({ member }) => member);
}
