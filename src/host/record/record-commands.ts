import type { Solution } from '../../advisor/index.ts';
import { type MemberId, standingVotes } from '../../council/index.ts';
import type { System } from '../../game/index.ts';
import type { GameRecord, RecordScope, Store, VoteRecord } from '../../store/index.ts';
import type { Backlog } from '../background/background-jobs.ts';
import type { Caller } from '../caller.ts';
import { rollsTakenBack } from '../dice/rolls-taken-back.ts';
import { standingIn } from '../games/game-position.ts';
import type { GameTables } from '../games/game-tables.ts';
import { IncompatibleLog } from '../games/replay-log.ts';
import { playedGameOf } from '../recap/played-game.ts';
import { type Reply, reply } from '../reply.ts';
import { type GameResult, gameResult, MADE_BY, plainGameResult } from './game-result.ts';
import { type CountedGame, type MemberDecisions, type RecordTotals, summed } from './record-totals.ts';
import { mayNotPost, ownLine, recordInWords, setInWords } from './record-words.ts';

/** Games that are reckoned while somebody waits, some 10 ms each; the others aside, one by one. */
const AT_ONCE = 10;

/** What the ended games of a server came to, each reckoned once. */
export class RecordCommands implements Backlog {
  readonly #store: Store;
  readonly #tables: GameTables;
  readonly #systems: readonly System[];
  readonly #solutionOf: (game: GameRecord) => Solution | null;
  /** Grounds somebody has asked about that have games still to be reckoned. */
  readonly #waiting = new Map<string, RecordScope>();
  /** Games that cannot be reckoned in full as things are: not kept, so that another version tries again. */
  readonly #partial = new Map<string, GameResult>();

  /** @param solutionOf what its positions are worth; null: that cannot be told */
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

  /** @param post for all in the channel, without the caller's own line */
  show(caller: Caller, post: boolean): Reply {
    if (post && !caller.isModerator) return reply('member', mayNotPost);
    const ground = groundOf(caller);
    for (const game of this.#unreckoned(ground, AT_ONCE)) this.#reckon(game);
    if (this.#unreckoned(ground, 1).length > 0) this.#waiting.set(JSON.stringify(ground), ground);
    const sums = summed(this.#counted(ground));
    const naming = {
      dm: caller.guild === null,
      title: (system: string, variant: string) => this.#title(system, variant),
      seat: (system: string, seat: string) => this.#seat(system, seat),
      name: (member: MemberDecisions['member']) => this.#shownName(member),
    };
    return post
      ? reply('channel', recordInWords(sums, naming, null))
      : reply('member', recordInWords(sums, naming, this.#own(caller, sums)));
  }

  #own({ member }: Caller, { standings, players }: RecordTotals): string[] {
    const me = this.#store.knownMember(member.discordId);
    const chose = standings.find((one) => one.member === me?.id) ?? null;
    const played = players.find((one) => one.member === me?.id) ?? null;
    return ownLine({ chose, played }, me !== null && this.#isShown(me.id));
  }

  setRecorded(caller: Caller, shown: boolean): Reply {
    const { discordId, name } = caller.member;
    this.#store.record(this.#store.member(discordId, name).id, shown);
    return reply('member', setInWords(shown));
  }

  waits(): boolean {
    return this.#waiting.size > 0;
  }

  /** Reckons one game. */
  piece(): void {
    const [first] = this.#waiting;
    if (!first) return;
    const [key, ground] = first;
    const [game] = this.#unreckoned(ground, 1);
    if (game === undefined) this.#waiting.delete(key);
    else this.#reckon(game);
  }

  #unreckoned(ground: RecordScope, most: number): string[] {
    const found = this.#store.unreckoned(ground, MADE_BY, most + this.#partial.size);
    return found.filter((game) => !this.#partial.has(game)).slice(0, most);
  }

  #reckon(id: string): void {
    const game = this.#store.game(id);
    if (!game) throw new Error(`There is no game ${id}`);
    try {
      const { reckoning, whole } = this.#reckoned(game);
      if (whole) this.#store.reckon({ game: id, madeBy: MADE_BY, body: JSON.stringify(reckoning) });
      else this.#partial.set(id, reckoning);
    } catch (error) {
      if (!(error instanceof IncompatibleLog)) throw error;
      const back = rollsTakenBack(this.#store.entries(id));
      this.#partial.set(id, { orders: 0, result: null, sides: null, rollsTakenBack: back, worth: null, choices: [] });
    }
  }

  /** Where nothing is known of what orders are worth, a game is not played again: it may have a thousand of them. */
  #reckoned(game: GameRecord): { readonly reckoning: GameResult; readonly whole: boolean } {
    if (!this.#tables.system(game).solvable) {
      const standing = standingIn(this.#store.entries(game.id));
      return { reckoning: plainGameResult(this.#tables.table(game), standing, this.#votersIn(game)), whole: true };
    }
    const playedGame = playedGameOf(this.#store, this.#tables, game, this.#solutionOf(game));
    return { reckoning: gameResult(playedGame), whole: playedGame.course !== null };
  }

  /** Whose votes counted in the ballots of a game. */
  #votersIn(game: GameRecord): (ballot: number) => readonly MemberId[] {
    const votes = new Map<number, VoteRecord[]>();
    for (const { ballot, ...vote } of this.#store.votesOf(game.id)) {
      const known = votes.get(ballot);
      if (known) known.push(vote);
      else votes.set(ballot, [vote]);
    }
    return (ballot) => standingVotes(votes.get(ballot) ?? []).map(({ member }) => member);
  }

  #counted(ground: RecordScope): CountedGame[] {
    const kept = new Map(this.#store.reckonings(ground, MADE_BY).map(({ game, body }) => [game, body]));
    return this.#store.endedOn(ground).map((ended) => {
      const body = kept.get(ended.game);
      const reckoning = body === undefined ? this.#partial.get(ended.game) : (JSON.parse(body) as GameResult);
      return { ended, reckoning: reckoning ?? null };
    });
  }

  #title(system: string, variant: string): { readonly game: string; readonly variant: string } {
    const found = this.#systems.find(({ id }) => id === system);
    const name = found?.variants.find(({ id }) => id === variant)?.name;
    return { game: found?.title ?? system, variant: name ?? variant };
  }

  #seat(system: string, seat: string): string {
    return this.#systems.find(({ id }) => id === system)?.seats.find(({ id }) => id === seat)?.name ?? seat;
  }

  /** Null: they do not stand in it. */
  #shownName(member: MemberDecisions['member']): string | null {
    const record = this.#store.memberById(member);
    return record && record.discordId !== null && this.#isShown(member) ? record.name : null;
  }

  /** Members who have voted are listed unless they opt out; others only if they opt in. */
  #isShown(member: MemberDecisions['member']): boolean {
    return this.#store.recorded(member) ?? this.#store.hasVoted(member);
  }
}

function groundOf({ guild, channel }: Caller): RecordScope {
  return guild === null ? { dm: channel } : { guild };
}
