import { DEFAULT_COUNCIL } from '../../council/index.ts';
import { LONGEST_TEXT } from '../../game/index.ts';
import {
  type DueMessage,
  type EntryRecord,
  isLessonChannel,
  memberOfDm,
  type NoticeRecord,
  type Store,
  type UndeliveredMap,
} from '../../store/index.ts';
import type { GameTransactions } from '../actions/game-transactions.ts';
import { DECIDE } from '../base/button-labels.ts';
import { BOARD } from '../base/posting-words.ts';
import { type Announcement, type LogPoint, type Reply, reply } from '../base/reply.ts';
import { plainName } from '../base/wording.ts';
import type { GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { noticeInWords } from '../table/notice-sentences.ts';
import { orIncompatible } from '../table/replay-log.ts';
import { councilChanges, isAmong, sideNameOf } from '../table/seat-rules.ts';
import { describeLastOrder } from './describe-last-order.ts';
import type { BoardUpdate, LiveBoardContents } from './live-board-contents.ts';
import { positionMessage } from './position-message.ts';

/** Words that a channel may have already, if Discord's confirmation was lost. */
export interface PossiblyDelivered {
  readonly notice: number;
  readonly text: string;
  /** Whether they may be part of a longer message. */
  readonly part: boolean;
  /** From when on they may be there, milliseconds since 1970. */
  readonly since: number;
}

/** From here on words that come late say so. Milliseconds. */
const LATE_MS = 60_000;
/** Notices for a server that the bot has left expire after this. */
const NOTICES_EXPIRE_MS = 30 * 24 * 60 * 60_000;

/** Whether a message has expired: a notice for a server that the bot left long ago. */
export function isExpired(due: DueMessage, now: number, isIn: (guild: string | null) => boolean): boolean {
  return due.what === 'notice' && due.since < now - NOTICES_EXPIRE_MS && !isIn(due.guild);
}

/** Makes the message of an entry of a server's log, which names no channel but those that all who read it can see. */
type ServerPost = (entry: number, isReadHere: (channel: string) => boolean) => Reply;

/** Everything not yet delivered to channels: maps, ballot messages, and notices that neither of them carries. */
export function createUndelivered(transactions: GameTransactions, boards: LiveBoardContents, serverPost: ServerPost) {
  const { store, tables, render } = transactions;

  /** The board of a game is to be brought once more as it stands: it had its map when its buttons changed. */
  function addBoard(id: string, now: number): void {
    const game = store.game(id);
    if (game && !game.ended && boards.messageOf(id))
      store.addMap({ game: id, seq: store.lastSeq(id), channel: game.channel, since: now });
  }

  /** The board's new contents with its pings; null if the board shows them already. */
  function board(game: string, now: number): BoardUpdate | null {
    return boards.update(game, callsTo(game), now);
  }

  /**
   * The map that a channel has not got, with its missed news, a line that says why it comes late, and pings that still hold; null if there
   * is nothing to show.
   * @param heard entries of the game, by their number, that the channel has heard of already
   */
  function lateMap(waiting: UndeliveredMap, heard: ReadonlySet<number> = new Set()): Reply | null {
    const game = store.game(waiting.game);
    if (!game) return null;
    const tells = store.undeliveredUpTo(game.id, waiting.seq);
    const untold = tells.filter((seq) => !heard.has(seq));
    const answer = orIncompatible(() => {
      const table = tables.table(game);
      boards.tellParent(table, waiting.since);
      const calls = callsTo(game.id);
      const lines = calls.map((call) => noticeInWords(transactions, call));
      const map = positionMessage(table, render, [...lines, BOARD.late]);
      const users = calls.flatMap((call) => call.users);
      const pings = { roles: calls.flatMap((call) => call.roles), users };
      return withNewsOf({ ...map, pings, notices: calls.map(({ id }) => id) }, table, untold);
    });
    return { ...answer, to: 'channel', tells };
  }

  /** Whether a game is the one that its channel plays, or played last. */
  function isLatestGame(id: string): boolean {
    const game = store.game(id);
    return !game?.ended || store.latestIn(game.channel)?.id === id;
  }

  /** A map with its channel's missed news: these entries, by their number. */
  function withNews(answer: Reply, { game: id }: LogPoint, entries: readonly number[]): Reply {
    const game = store.game(id);
    if (!game) return answer;
    return withNewsOf(answer, tables.table(game), entries, [`-# ${BOARD.late}`]);
  }

  /** Calls to command or to order, of a game, that stand; the others are removed. */
  function callsTo(game: string): NoticeRecord[] {
    const calls = store.noticesOf(game).filter(isChannelCall);
    return calls.filter((call) => stands(call, Number.NEGATIVE_INFINITY));
  }

  /** Words that a channel may have already: a notice, or the calls that a game's map brings. */
  function possiblyDelivered(due: DueMessage, isReadHere?: (channel: string) => boolean): PossiblyDelivered[] {
    const notices = due.what === 'notice' ? [store.notice(Number(due.id))] : [];
    const calls = isBoard(due) ? store.noticesOf(due.id).filter(isChannelCall) : [];
    return [...notices, ...calls].flatMap((notice) => {
      if (!notice) return [];
      const { id, kind, since } = notice;
      return { notice: id, text: wordsOf(notice, isReadHere).text, part: isCall(kind), since };
    });
  }

  /**
   * A notice; it says so if it is more than a minute late. `null` if the channel has it, or it is outdated and so removed.
   * @param isReadHere whether all who read its channel can see another; by default, they see none
   */
  function notice(id: number, now: number, isReadHere?: (channel: string) => boolean): Announcement | null {
    const notice = store.notice(id);
    if (!notice || !stands(notice, now)) return null;
    const { channel, kind, roles, replyTo, since } = notice;
    const late = now - since > LATE_MS ? `\n-# ${BOARD.late}` : '';
    const users = kind === 'council' ? notice.users.filter((user) => commands(notice, user)) : notice.users;
    const words = wordsOf(notice, isReadHere);
    const answer = reply('channel', `${words.text}${late}`, {
      files: words.files,
      pings: { roles, users },
      notices: [id],
      replyTo,
      rows: kind === 'council' ? [[DECIDE]] : words.rows,
    });
    return { channel, answer };
  }

  function wordsOf(notice: NoticeRecord, isReadHere: (channel: string) => boolean = () => false): Reply {
    if (notice.serverEntry !== undefined) return serverPost(notice.serverEntry, isReadHere);
    return orIncompatible(() => reply('channel', noticeInWords(transactions, notice)));
  }

  /** Its channel has them, or there is no such channel any more. */
  function heard(notices: readonly number[]): void {
    if (notices.length === 0) return;
    store.relaxedTransaction(() => {
      for (const id of notices) store.removeNotice(id);
    });
  }

  /** Marks entries of a game as delivered; null marks all up to the point, also for a channel that is gone. */
  function delivered({ game, seq }: LogPoint, entries: readonly number[] | null = null): void {
    store.relaxedTransaction(() => {
      if (entries === null) store.delivered(game, seq);
      else store.deliveredEach(game, entries);
    });
  }

  /** Whether words are worth telling still; if not, they are removed. */
  function stands(notice: NoticeRecord, now: number): boolean {
    if (isWorthTelling(notice, now)) return true;
    heard([notice.id]);
    return false;
  }

  function isWorthTelling(notice: NoticeRecord, now: number): boolean {
    const { kind, about, ballot } = notice;
    if (kind === 'news' || about === null) return true;
    const game = store.game(about.game);
    if (!game || game.ended) return false;
    switch (kind) {
      case 'council':
        return true;
      case 'ballot': {
        const open = ballot === null ? null : store.ballot(ballot);
        // A ballot that the clock is about to close needs no reminder.
        return open !== null && open.closed === null && (open.clockwork.closes ?? Number.POSITIVE_INFINITY) > now;
      }
      case 'call':
        return notice.users.some((user) => commands(notice, user) && !hasOrdered(notice, user));
      case 'turn':
        return notice.asked !== undefined && isAwaited(about.game, notice.asked);
      case 'rest':
        return store.lastSeq(about.game) === about.seq;
      default:
        return kind satisfies never;
    }
  }

  function isAwaited(game: string, { seat, phaseKey }: NonNullable<NoticeRecord['asked']>): boolean {
    return (store.turnPing(game, seat, phaseKey)?.since ?? null) !== null;
  }

  function commands({ about }: NoticeRecord, user: string): boolean {
    if (about === null) return false;
    return Object.values(tables.councilsOf(about.game)).some(
      ({ mode, commanders: [holder] }) =>
        mode === 'commander' && holder !== undefined && isAmong(store, [holder], user),
    );
  }

  function hasOrdered({ about }: NoticeRecord, user: string): boolean {
    if (about === null) return false;
    const member = store.knownMember(user);
    return member !== null && store.hasOrdered(about.game, member.id, about.seq);
  }

  /** Running games of a guild (null: those in DMs) whose map the bot shows when it comes back to it. */
  function returning(guild: string | null): { readonly game: string; readonly channel: string }[] {
    const games = store.runningOf(guild).filter(({ channel }) => !isLessonChannel(channel));
    return games.map(({ id, channel }) => ({ game: id, channel }));
  }

  /** The position of a game, posted when the bot is back; `null` if the game has ended or an undelivered map says more. */
  function returned(id: string): Announcement | null {
    const game = store.game(id);
    if (!game || game.ended || store.undeliveredMap(id)) return null;
    const answer = orIncompatible(() => {
      const table = tables.table(game);
      return { ...positionMessage(table, render, [BOARD.goesOn]), board: boards.boardOf(table, 'post') };
    });
    return { channel: game.channel, answer: { ...answer, to: 'channel' } };
  }

  /**
   * An answer with the news of some entries before it, as far as there is room for them.
   * @param entries of the table's game, by their number
   * @param print lines between the news and the answer
   */
  function withNewsOf(
    answer: Reply,
    table: GameTable,
    entries: readonly number[],
    print: readonly string[] = [],
  ): Reply {
    const worth = entries.flatMap((seq) => store.entry(table.game.id, seq) ?? []).filter(worthTelling);
    if (worth.length === 0) return answer;
    const told = worth.slice(-MOST);
    const past = told.filter(({ seq, kind }) => seq < table.position.seq && kind === 'order').map(({ seq }) => seq);
    const positions = tables.positionsAfter(table.game, past);
    const last = told.map((entry) => toldOf(table, entry, positions.get(entry.seq)).join('\n'));
    for (let most = last.length; most >= 0; most--) {
      const left = inNumbers(worth.length - most);
      const text = [...left, ...last.slice(last.length - most), ...print, answer.text].join('\n');
      if (text.length <= LONGEST_TEXT) return { ...answer, text };
    }
    return answer;
  }

  /** @param position the position after the entry; absent: the present one */
  function toldOf(table: GameTable, entry: EntryRecord, position?: GamePosition): string[] {
    if (entry.kind === 'undo') {
      const why = entry.reason === undefined ? [] : [`> “${plainName(entry.reason)}”`];
      return [BOARD.tookBack(entry.member?.name ?? ''), ...why];
    }
    if (entry.kind === 'council') {
      const before = store.councilAt(table.game.id, entry.seat, entry.seq - 1) ?? DEFAULT_COUNCIL;
      const side = sideNameOf(table.system, entry.seat);
      return [BOARD.decidesAnew(side, councilChanges(store, before, entry.council, side))];
    }
    return describeLastOrder(store, tables, position ? { ...table, position, ballots: [] } : table);
  }

  return {
    due: store.dueMessages,
    nextDue: store.nextDue,
    dueBoard: store.dueBoard,
    undeliveredMap: store.undeliveredMap,
    undeliveredMaps: store.undeliveredMaps,
    undeliveredUpTo: ({ game, seq }: LogPoint) => store.undeliveredUpTo(game, seq),
    putOff: (messages: readonly DueMessage[], until: number) =>
      store.relaxedTransaction(() => store.putOff(messages, until)),
    /** Something has come that had failed. */
    hasCome: ({ row }: DueMessage) => row !== null && store.relaxedTransaction(() => store.removeFailed(row)),
    retry: (where: Parameters<Store['retry']>[0]) => store.relaxedTransaction(() => store.retry(where)),
    addBoard,
    board,
    lateMap,
    isLatestGame,
    withNews,
    possiblyDelivered,
    notice,
    heard,
    delivered,
    returning,
    returned,
  };
}

export function isBoard({ what }: Pick<DueMessage, 'what'>): boolean {
  return what === 'map' || what === 'board';
}

/** Words that a map brings with it. */
function isCall(kind: NoticeRecord['kind']): boolean {
  return kind === 'call' || kind === 'turn';
}

/** Whether a call is for a game's channel, not for a DM. */
function isChannelCall({ kind, channel }: Pick<NoticeRecord, 'kind' | 'channel'>): boolean {
  return isCall(kind) && memberOfDm(channel) === null;
}

/** Entries told in full at most, the last ones; of those before, how many they are. */
const MOST = 3;

/** A ballot's decision is told with the order, a consequence of an order by the map itself, and a letting by words of its own. */
function worthTelling(entry: EntryRecord): boolean {
  switch (entry.kind) {
    case 'order':
    case 'undo':
      return true;
    case 'council':
      return entry.lets === undefined && !['order', 'undo', 'kept'].includes(entry.cause);
    default:
      return false;
  }
}

function inNumbers(left: number): string[] {
  return left === 0 ? [] : [BOARD.earlierNews(left)];
}
