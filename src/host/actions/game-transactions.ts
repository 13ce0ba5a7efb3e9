import type { SeatId } from '../../game/index.ts';
import type { EntryBody, EntryRecord, GameRecord, MemberRecord, NoticeRecord, Store } from '../../store/index.ts';
import { isLessonChannel } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { noGameHere } from '../base/common-words.ts';
import { type LogPoint, NO_PINGS, type Renderer, type Reply, type ReplyPings, reply } from '../base/reply.ts';
import type { GameTable, GameTables, LoadedGame } from '../table/game-tables.ts';
import { GAME_ANSWERS, playedThere } from '../table/game-words.ts';
import { isFull } from '../table/log-words.ts';
import type { Fact } from '../table/notice-sentences.ts';
import {
  type NoticePost,
  type OwnOrder,
  type Said,
  type SidePing,
  type TableMessage,
  tableMessage,
} from '../table/said.ts';
import { isCurrent, seatOf } from '../table/seat-rules.ts';

export interface Actor {
  readonly member: { readonly discordId: string; readonly name: string } | null;
  /** Discord's id of the interaction, which has its effect only once. Null for what follows from another entry. */
  readonly interaction: string | null;
  readonly at: number;
}

export function clockActor(at: number): Actor {
  return { member: null, interaction: null, at };
}

/** For further entries by the same interaction: the log has each id once. */
export function withoutInteraction(actor: Actor): Actor {
  return { ...actor, interaction: null };
}

export interface GameChange {
  readonly after: GameTable;
  readonly said: Reply | TableMessage | NoticePost | OwnOrder;
  /** Replaces `said` for the member who acted. */
  readonly alone?: Said;
  readonly pings?: readonly SidePing[];
}

interface NoticeMore extends Partial<Pick<NoticeRecord, 'replyTo' | 'ballot' | 'asked' | 'serverEntry'>> {
  readonly pings?: ReplyPings;
  /** Buttons, shown only when the notice is first sent. */
  readonly rows?: Reply['rows'];
}

/** Pings that follow from a change, and the messages about it. */
interface Following {
  /** Adds the pings. Runs within the transaction. */
  change(change: GameChange, by: Pick<Actor, 'member' | 'at'>): GameChange;
  /** Makes the message, after the commit. `ordered`: an order was given or taken back. */
  told(change: GameChange, by: Pick<Actor, 'member' | 'at'>, ordered: boolean): Reply;
  message(said: Said): Reply;
}

function byNobody({ game, position }: GameTable): Pick<Actor, 'member' | 'at'> {
  return { member: null, at: position.latest.at(-1)?.at ?? game.startedAt };
}

type WrittenEntry<Body extends EntryBody> = Pick<EntryRecord, 'game' | 'seq' | 'member' | 'at'> & Body;

export type GameTransactions = ReturnType<typeof createGameTransactions>;

export function createGameTransactions(store: Store, tables: GameTables, render: Renderer, following: () => Following) {
  /** Entries of the present transaction whose map the channel must get. */
  let mapsToBring: number[] = [];
  let hasOrdered = false;
  /** The last entry before the present transaction; null if the transaction has added none. */
  let lastBefore: number | null = null;

  /**
   * Runs `work` as one transaction, and makes the message after the commit. An interaction that has written anything is
   * noted in the same transaction, so that it has no effect if Discord delivers it again, after a restart either.
   * @param caller null if no interaction caused it
   * @param by who acted, and when; by default nobody, at the time of the last order
   * @returns null if the interaction was handled before
   */
  function runOnce(
    caller: Pick<Caller, 'interaction' | 'at'> | null,
    work: () => Said | GameChange | null,
    by: Pick<Actor, 'member' | 'at'> | null = null,
  ): Reply | null {
    mapsToBring = [];
    hasOrdered = false;
    lastBefore = null;
    const result = store.transaction(() => {
      if (caller && store.isDone(caller.interaction)) return null;
      const change = followed(work(), by);
      if (caller && store.hasWritten()) store.noteDone(caller.interaction, caller.at);
      return change;
    });
    const [mapEntries, ordered] = [mapsToBring, hasOrdered];
    if (result === null) return null;
    if ('after' in result) tables.keep(result.after.game.id, result.after.position);
    const message = () => {
      const { told, message: messageOf } = following();
      const answer = 'after' in result ? told(result, by ?? byNobody(result.after), ordered) : messageOf(result);
      return withEntries(answer, mapEntries);
    };
    if (!store.hasWritten()) return message();
    try {
      return message();
    } catch (error) {
      return reply('member', '', { fault: error });
    }
  }

  function followed(change: Said | GameChange | null, by: Pick<Actor, 'member' | 'at'> | null): typeof change {
    if (!change || !('after' in change)) return change;
    const after = following().change(change, by ?? byNobody(change.after));
    storeIfDue(after.after);
    return after;
  }

  /**
   * Runs `work` once at the channel's table. With `point`, only if a button drawn for that point still holds: otherwise
   * `moved` answers, or the present map.
   */
  function atTable(
    caller: Caller,
    point: LogPoint | null,
    work: (table: GameTable) => Said | GameChange,
    moved: (table: GameTable) => Reply | null = () => null,
  ): Reply | null {
    const atPresentTable = () => {
      const game = store.runningIn(caller.channel);
      if (!game || (point && point.game !== game.id)) return noGame(caller, point);
      const table = tables.table(game);
      if (isFull(table.position.seq)) return reply('member', GAME_ANSWERS.logFull);
      if (!point || isCurrentFor(table, caller, point)) return work(table);
      return moved(table) ?? presentMap(table, GAME_ANSWERS.movedOn);
    };
    return runOnce(caller, atPresentTable, caller);
  }

  /**
   * Stores a message in the outbox, on news that neither a map nor a ballot shows.
   * @param kind decides how long the message is worth posting
   * @param place the channel; with an id, the game that the message is about
   */
  function keepNotice(
    kind: NoticeRecord['kind'],
    place: Pick<GameRecord, 'channel' | 'guild'> & { readonly id?: string },
    since: number,
    says: readonly Fact[],
    { pings = NO_PINGS, rows = [], ...more }: NoticeMore = {},
  ): NoticePost {
    const { id: game, channel, guild } = place;
    const about = game === undefined ? null : { game, seq: store.lastSeq(game) };
    const notice = { kind, channel, guild, about, since, says, ...pings, ballot: null, replyTo: null, ...more };
    const id = store.addNotice(notice);
    return { say: 'notice', notice: { ...notice, id }, notices: [id], pings, rows, board: null, settles: null };
  }

  /** A seat's next ping replaces one that was not delivered. */
  function dropTurnPings(game: string, seat: SeatId): void {
    for (const { id, asked } of store.noticesOf(game)) if (asked?.seat === seat) store.removeNotice(id);
  }

  /** A map that pings new commanders. If the map can't be posted, the ping is still posted, with `words` alone. */
  function pingCommanders(
    game: GameRecord,
    at: number,
    users: readonly string[],
    words: readonly Fact[],
    said: TableMessage,
  ): TableMessage {
    if (users.length === 0) return said;
    const { pings, notices } = keepNotice('call', game, at, words, { pings: { roles: [], users } });
    return { ...said, pings, notices: [...said.notices, ...notices] };
  }

  function isCurrentFor(table: GameTable, caller: Caller, point: LogPoint): boolean {
    return isCurrent({ store, tables }, table, seatOf(store, table, caller), point);
  }

  /**
   * Appends a log entry.
   * @param bringsMap the channel must get a map of it
   */
  function append<Body extends EntryBody>(
    actor: Actor,
    game: GameRecord,
    seq: number,
    body: Body,
    { bringsMap = true } = {},
  ): WrittenEntry<Body> {
    const member = memberOf(actor);
    const { interaction, at } = actor;
    lastBefore ??= seq - 1;
    hasOrdered ||= body.kind === 'order' || body.kind === 'undo';
    store.append({ game: game.id, seq, member: member?.id ?? null, interaction, at, body });
    if (bringsMap) addMap(game, seq, at);
    return { game: game.id, seq, member, at, ...body };
  }

  function storeIfDue({ game, position }: LoadedGame): void {
    if (lastBefore !== null) tables.stored.storeIfDue(game, position, lastBefore);
    lastBefore = null;
  }

  /** The channel must get a map of this entry; the answer of this transaction brings it. */
  function addMap({ id, channel }: GameRecord, seq: number, since: number): void {
    // A lesson has no channel, and is looked at again with `/learn`.
    if (isLessonChannel(channel)) return;
    store.addMap({ game: id, seq, channel, since });
    mapsToBring.push(seq);
  }

  function memberOf({ member }: Actor): MemberRecord | null {
    return member && store.member(member.discordId, member.name);
  }

  function presentMap(table: GameTable, why: string): TableMessage {
    return tableMessage(table, [why], { isPrivate: true });
  }

  /** Tells a member that the button's game is in another channel; null if it is in this one. */
  function elsewhere({ channel, guild }: Caller, game: GameRecord | null): Reply | null {
    if (!game || game.channel === channel || game.channel === '') return null;
    return reply('member', playedThere(game.guild !== null && game.guild === guild ? game.channel : null));
  }

  function noGame(caller: Caller, point: LogPoint | null): Said {
    const latest = store.latestIn(caller.channel);
    if (!point) return reply('member', noGameHere(caller, latest));
    const game = store.game(point.game);
    const another = elsewhere(caller, game);
    if (another) return another;
    if (!latest || game?.channel !== caller.channel) return reply('member', GAME_ANSWERS.elsewhere);
    return presentMap(tables.table(latest), latest.ended ? GAME_ANSWERS.ended : GAME_ANSWERS.another);
  }

  return {
    store,
    tables,
    render,
    runOnce,
    atTable,
    keepNotice,
    dropTurnPings,
    pingCommanders,
    isCurrent: isCurrentFor,
    append,
    storeIfDue,
    addMap,
    member: memberOf,
    presentMap,
    elsewhere,
    noGame,
  };
}

/** Notes on an answer which log entries it tells. Of a secret order, the channel's message tells them too. */
function withEntries(answer: Reply, entries: readonly number[]): Reply {
  if (entries.length === 0) return answer;
  const tells = [...new Set(entries)];
  return { ...answer, tells, channelReply: answer.channelReply && { ...answer.channelReply, tells } };
}
