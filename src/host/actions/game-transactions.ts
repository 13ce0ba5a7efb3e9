import type { SeatId } from '../../game/index.ts';
import type {
  BallotRecord,
  EntryBody,
  EntryRecord,
  GameRecord,
  MemberRecord,
  NoticeRecord,
  Store,
} from '../../store/index.ts';
import { isLessonChannel } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { type LogPoint, type Renderer, type Reply, reply } from '../base/reply.ts';
import { noGameHere } from '../base/wording.ts';
import type { GameTable, GameTables, LoadedGame } from '../table/game-tables.ts';
import { GAME_ANSWERS, playedThere } from '../table/game-words.ts';
import { isCurrent } from '../table/is-current.ts';
import { isFull } from '../table/log-length.ts';
import { type Said, type SidePing, type TableMessage, tableMessage } from '../table/said.ts';
import { seatOf } from '../table/seat-rules.ts';

/** Who does something, when: a member by an interaction, or a clock. */
export interface Actor {
  readonly member: { readonly discordId: string; readonly name: string } | null;
  /** Discord's id of what caused it: it is done once, however often it arrives. Null: what follows from something else. */
  readonly interaction: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a clock does. */
export function clockActor(at: number): Actor {
  return { member: null, interaction: null, at };
}

/** The same actor, for a second entry by one interaction. */
export function withoutInteraction(actor: Actor): Actor {
  return { ...actor, interaction: null };
}

/** A game taken further, and what is said about that once it is committed. */
export interface GameChange {
  readonly after: GameTable;
  /** To its channel. */
  readonly said: Reply | TableMessage;
  /** To the member who acted, in place of that; absent: they read it in the channel. */
  readonly alone?: Said;
  /** Of sides, in the channel. */
  readonly pings?: readonly SidePing[];
}

/** A change has these consequences. */
interface Following {
  /** Within the transaction. */
  change(change: GameChange, by: Pick<Actor, 'member' | 'at'>): GameChange;
  /** The message about a change. After the commit. `ordered`: an order was given or taken back. */
  told(change: GameChange, by: Pick<Actor, 'member' | 'at'>, ordered: boolean): Reply;
  /** A message that changes nothing. */
  message(said: Said): Reply;
}

function byNobody({ game, position }: GameTable): Pick<Actor, 'member' | 'at'> {
  return { member: null, at: position.latest.at(-1)?.at ?? game.startedAt };
}

export type WrittenEntry<Body extends EntryBody> = Pick<EntryRecord, 'game' | 'seq' | 'member' | 'at'> & Body;

/** Changes games: one transaction each time, all of it on the disk or none. */
export class GameTransactions {
  readonly store: Store;
  readonly tables: GameTables;
  readonly render: Renderer;
  /** Entries that the present transaction owes its channel. */
  #owes: number[] = [];
  /** Whether the present transaction has given an order, or taken one back. */
  #ordered = false;
  /** The last entry of the present transaction's game before those whose position may have to be stored. Null: nothing has been added. */
  #since: number | null = null;
  readonly #following: () => Following;

  constructor(store: Store, tables: GameTables, render: Renderer, following: () => Following) {
    this.#following = following;
    this.store = store;
    this.tables = tables;
    this.render = render;
  }

  /**
   * Runs `work` as one transaction, unless the interaction has had its effect already: then the answer is null. Where it took its
   * game is kept once committed; only then is the answer made.
   * @param by whose work it is; null: nobody's, at the time of the last order
   */
  runOnce(
    interaction: string | null,
    work: () => Said | GameChange | null,
    by: Pick<Actor, 'member' | 'at'> | null = null,
  ): Reply | null {
    this.#owes = [];
    this.#ordered = false;
    this.#since = null;
    const done = this.store.transaction(() => {
      const change = interaction !== null && this.store.isDone(interaction) ? null : work();
      if (!change || !('after' in change)) return change;
      const followed = this.#following().change(change, by ?? byNobody(change.after));
      this.storeIfDue(followed.after);
      return followed;
    });
    const [owes, ordered] = [this.#owes, this.#ordered];
    if (done === null) return null;
    if ('after' in done) this.tables.keep(done.after.game.id, done.after.position);
    const message = () => {
      const { told, message: alone } = this.#following();
      return withEntries('after' in done ? told(done, by ?? byNobody(done.after), ordered) : alone(done), owes);
    };
    if (!this.store.hasWritten()) return message();
    try {
      return message();
    } catch (error) {
      return reply('member', '', { fault: error });
    }
  }

  /** `once`, at the table of the channel. With `point`, only if the table still stands there: `moved` may word that it does not. */
  atTable(
    caller: Caller,
    point: LogPoint | null,
    work: (table: GameTable) => Said | GameChange,
    moved: (table: GameTable) => Reply | null = () => null,
  ): Reply | null {
    const atTable = () => {
      const game = this.store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return this.noGame(caller, point);
      if (isFull(this.store.lastSeq(game.id))) return reply('member', GAME_ANSWERS.logFull);
      const table = this.tables.table(game);
      if (!point || this.isCurrent(table, caller, point)) return work(table);
      return moved(table) ?? this.presentMap(table, GAME_ANSWERS.movedOn);
    };
    return this.runOnce(caller.interaction, atTable, caller);
  }

  /**
   * Words to a game's channel that no map and no ballot brings again: kept, within the transaction, until Discord has them.
   * @param kind how long they are worth telling
   */
  keepNotice(
    kind: Exclude<NoticeRecord['kind'], 'ballot' | 'turn'>,
    game: GameRecord,
    at: number,
    answer: Reply,
  ): Reply {
    return this.#noted(kind, null, game, at, answer);
  }

  /** The same of words that ping a seat, worth telling while it is waited for under the same name. */
  keepTurnPing(game: GameRecord, asked: NonNullable<NoticeRecord['asked']>, at: number, answer: Reply): Reply {
    return this.#noted('turn', null, game, at, answer, asked);
  }

  /** A ping of a seat that has not been heard yet is overtaken by the next. */
  dropTurnPings(game: GameRecord, seat: SeatId): void {
    for (const { id, asked } of this.store.noticesOf(game.id)) if (asked?.seat === seat) this.store.removeNotice(id);
  }

  /** The same of words about a ballot, worth telling while it is open. */
  keepBallotNotice(ballot: BallotRecord, at: number, answer: Reply): Reply {
    const game = this.store.game(ballot.game);
    if (!game) throw new Error(`Ballot ${ballot.id} has lost its game ${ballot.game}`);
    // Undelivered words about its clock no longer hold.
    for (const before of this.store.noticesOf(game.id))
      if (before.ballot === ballot.id) this.store.removeNotice(before.id);
    return this.#noted('ballot', ballot.id, game, at, answer);
  }

  /** A map that calls members to command: the call outlives the map's being lost on its way. `words` are those of the call alone. */
  calling(
    game: GameRecord,
    at: number,
    users: readonly string[],
    words: readonly string[],
    said: TableMessage,
  ): TableMessage {
    if (users.length === 0) return said;
    const call = this.keepNotice('call', game, at, reply('channel', words.join(' '), { pings: { roles: [], users } }));
    return { ...said, pings: call.pings, notices: [...said.notices, ...call.notices] };
  }

  /** The same of words that are about no game. */
  keepNews({ channel, guild }: Pick<GameRecord, 'channel' | 'guild'>, since: number, answer: Reply): Reply {
    const { text, pings, replyTo } = answer;
    const about = null;
    const words = { kind: 'news', channel, guild, about, ballot: null, text, ...pings, replyTo, since } as const;
    return { ...answer, notices: [...answer.notices, this.store.addNotice(words)] };
  }

  #noted(
    kind: NoticeRecord['kind'],
    ballot: number | null,
    game: GameRecord,
    since: number,
    answer: Reply,
    asked: NoticeRecord['asked'] = undefined,
  ): Reply {
    const { text, pings, replyTo } = answer;
    const { id, channel, guild } = game;
    const about = { game: id, seq: this.store.lastSeq(id) };
    const words = { kind, channel, guild, about, ballot, text, ...pings, replyTo, since };
    const notice = this.store.addNotice(asked ? { ...words, asked } : words);
    return { ...answer, notices: [...answer.notices, notice] };
  }

  isCurrent(table: GameTable, caller: Caller, point: LogPoint): boolean {
    return isCurrent(this, table, seatOf(this.store, table, caller), point);
  }

  /** Appends an entry to a game's log. `owes`: its channel gets a map with it. */
  append<Body extends EntryBody>(
    actor: Actor,
    game: GameRecord,
    seq: number,
    body: Body,
    owes = true,
  ): WrittenEntry<Body> {
    const member = this.member(actor);
    const { interaction, at } = actor;
    this.#since ??= seq - 1;
    this.#ordered ||= body.kind === 'order' || body.kind === 'undo';
    this.store.append({ game: game.id, seq, member: member?.id ?? null, interaction, at, body });
    if (owes) this.owe(game, seq, at);
    return { game: game.id, seq, member, at, ...body };
  }

  /** Has it stored, now and then, where the present transaction has taken its game. */
  storeIfDue({ game, position }: LoadedGame): void {
    if (this.#since !== null) this.tables.stored.storeIfDue(game, position, this.#since);
    this.#since = null;
  }

  /** The game's channel is to see a map as of an entry: the answer of this transaction brings it. */
  owe({ id, channel }: GameRecord, seq: number, since: number): void {
    // A lesson has no channel, and is looked at again with `/learn`.
    if (isLessonChannel(channel)) return;
    this.store.owe({ game: id, seq, channel, since });
    this.#owes.push(seq);
  }

  member({ member }: Actor): MemberRecord | null {
    return member && this.store.member(member.discordId, member.name);
  }

  /** The present map for the caller alone, who has not seen it. */
  presentMap(table: GameTable, why: string): TableMessage {
    return tableMessage(table, [why], { isPrivate: true });
  }

  /** The word to a member who presses a button of a game in another channel. Null: it is in this one, or nobody knows where. */
  elsewhere({ channel, guild }: Caller, game: GameRecord | null): Reply | null {
    if (!game || game.channel === channel || game.channel === '') return null;
    return reply('member', playedThere(game.guild !== null && game.guild === guild ? game.channel : null));
  }

  noGame(caller: Caller, point: LogPoint | null): Said {
    const latest = this.store.latestIn(caller.channel);
    if (!point) return reply('member', noGameHere(caller, latest));
    const game = this.store.game(point.game);
    const elsewhere = this.elsewhere(caller, game);
    if (elsewhere) return elsewhere;
    if (!latest || game?.channel !== caller.channel) return reply('member', GAME_ANSWERS.elsewhere);
    return this.presentMap(this.tables.table(latest), latest.ended ? GAME_ANSWERS.ended : GAME_ANSWERS.another);
  }
}

/** What channels see of an answer tells of these entries: of a secret order what the channel is told. */
function withEntries(answer: Reply, entries: readonly number[]): Reply {
  if (entries.length === 0) return answer;
  const tells = [...new Set(entries)];
  return { ...answer, tells, channelReply: answer.channelReply && { ...answer.channelReply, tells } };
}
