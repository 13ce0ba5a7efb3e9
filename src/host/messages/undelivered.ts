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
import { plainName } from '../base/common-words.ts';
import { BOARD } from '../base/posting-words.ts';
import { type Announcement, type LogPoint, type Reply, reply } from '../base/reply.ts';
import type { GamePosition } from '../table/game-position.ts';
import type { GameTable } from '../table/game-tables.ts';
import { noticeInWords } from '../table/notice-sentences.ts';
import { orIncompatible } from '../table/replay-log.ts';
import { councilChanges, isAmong, sideNameOf } from '../table/seat-rules.ts';
import { describeLastOrder } from './describe-last-order.ts';
import { type BoardUpdate, broughtPings, LATE_MS, type LiveBoardContents } from './live-board-contents.ts';
import { positionMessage } from './position-message.ts';

/** A text that a channel may already have, since Discord's confirmation may have been lost. */
export interface PossiblyDelivered {
  readonly notice: number;
  readonly text: string;
  /** Whether it may be part of a longer message. */
  readonly part: boolean;
  /** It can't have been posted before this time. Milliseconds since 1970. */
  readonly since: number;
}

/** Notices for a server that the bot has left expire after this. */
const NOTICES_EXPIRE_MS = 30 * 24 * 60 * 60_000;

/** Whether a message has expired: a notice for a server that the bot left long ago. */
export function isExpired(due: DueMessage, now: number, isIn: (guild: string | null) => boolean): boolean {
  return due.what === 'notice' && due.since < now - NOTICES_EXPIRE_MS && !isIn(due.guild);
}

/** Makes the post for an entry of a server's log. It names only channels that all its readers can see. */
type ServerPost = (entry: number, isReadHere: (channel: string) => boolean) => Reply;

/** All that is not yet delivered to channels: maps, boards and notices. */
export function createUndelivered(transactions: GameTransactions, boards: LiveBoardContents, serverPost: ServerPost) {
  const { store, tables, render } = transactions;

  /** Has a game's board shown again: the game's buttons have changed since the last map. */
  function addBoard(id: string, now: number): void {
    const game = store.game(id);
    if (game && !game.ended && boards.messageOf(id))
      store.addMap({ game: id, seq: store.lastSeq(id), channel: game.channel, since: now });
  }

  /** The board's new contents with its pings; null if the board shows them already. */
  function board(game: string, now: number): BoardUpdate | null {
    return boards.update(game, pingsOf(game), now);
  }

  /**
   * A map that its channel has not got, with missed news, a line on why it comes late, and the pings that still hold.
   * Null if the game is gone.
   * @param heard the numbers of entries that the channel has read about
   */
  function lateMap(waiting: UndeliveredMap, heard: ReadonlySet<number> = new Set()): Reply | null {
    const game = store.game(waiting.game);
    if (!game) return null;
    const tells = store.undeliveredUpTo(game.id, waiting.seq);
    const untold = tells.filter((seq) => !heard.has(seq));
    const answer = orIncompatible(() => {
      const table = tables.table(game);
      boards.tellParent(table, waiting.since);
      const pings = pingsOf(game.id);
      const lines = pings.map((ping) => noticeInWords(transactions, ping));
      const map = positionMessage(table, render, [...lines, BOARD.late]);
      return withNewsOf({ ...map, ...broughtPings(pings) }, table, untold);
    });
    return { ...answer, to: 'channel', tells };
  }

  /** Whether a game is the one that its channel plays, or played last. */
  function isLatestGame(id: string): boolean {
    const game = store.game(id);
    return !game?.ended || store.latestIn(game.channel)?.id === id;
  }

  /** A map with news that its channel has missed. `entries`: their numbers in the log. */
  function withNews(answer: Reply, { game: id }: LogPoint, entries: readonly number[]): Reply {
    const game = store.game(id);
    if (!game) return answer;
    return withNewsOf(answer, tables.table(game), entries, [`-# ${BOARD.late}`]);
  }

  /** The pings of a game that still hold. Removes the others. */
  function pingsOf(game: string): NoticeRecord[] {
    const pings = store.noticesOf(game).filter(isChannelPing);
    // Only a ballot's notice, which is no ping, depends on the time.
    return pings.filter((ping) => stillHolds(ping, 0));
  }

  /** Texts that a channel may already have: a notice, or the pings that a game's map brings. */
  function possiblyDelivered(due: DueMessage, isReadHere?: (channel: string) => boolean): PossiblyDelivered[] {
    const notice = due.what === 'notice' ? store.notice(Number(due.id)) : null;
    const pings = isBoard(due) ? store.noticesOf(due.id).filter(isChannelPing) : [];
    return [...(notice ? [notice] : []), ...pings].map((one) => ({
      notice: one.id,
      text: wordsOf(one, isReadHere).text,
      part: isPing(one.kind),
      since: one.since,
    }));
  }

  /**
   * The message for a notice. Null if the channel has it, or if it no longer holds: then it is removed.
   * @param isReadHere whether all who read its channel can see another channel; by default, they can see none
   */
  function notice(id: number, now: number, isReadHere?: (channel: string) => boolean): Announcement | null {
    const notice = store.notice(id);
    if (!notice || !stillHolds(notice, now)) return null;
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

  /** Removes notices that their channel has, or that can't be posted any more. */
  function heard(notices: readonly number[]): void {
    if (notices.length === 0) return;
    store.relaxedTransaction(() => {
      for (const id of notices) store.removeNotice(id);
    });
  }

  /** Marks entries of a game as delivered. Null marks all up to the point. */
  function delivered({ game, seq }: LogPoint, entries: readonly number[] | null = null): void {
    store.relaxedTransaction(() => {
      if (entries === null) store.delivered(game, seq);
      else store.deliveredEach(game, entries);
    });
  }

  /** Whether a notice is still worth posting. If not, it is removed. */
  function stillHolds(notice: NoticeRecord, now: number): boolean {
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

  /** Running games of a guild (null: those in DMs) whose map the bot shows when it comes back to the guild. */
  function returning(guild: string | null): { readonly game: string; readonly channel: string }[] {
    const games = store.runningOf(guild).filter(({ channel }) => !isLessonChannel(channel));
    return games.map(({ id, channel }) => ({ game: id, channel }));
  }

  /** The position of a game for the return of the bot. Null if the game has ended, or an undelivered map tells more. */
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
   * Puts news of some entries above an answer, as far as there is room.
   * @param entries their numbers in the log
   * @param print lines between the news and the answer
   */
  function withNewsOf(
    answer: Reply,
    table: GameTable,
    entries: readonly number[],
    print: readonly string[] = [],
  ): Reply {
    const newsworthy = entries.flatMap((seq) => store.entry(table.game.id, seq) ?? []).filter(isNewsworthy);
    if (newsworthy.length === 0) return answer;
    const last = newsworthy.slice(-MOST_TOLD);
    const past = last.filter(({ seq, kind }) => seq < table.position.seq && kind === 'order').map(({ seq }) => seq);
    const positions = tables.positionsAfter(table.game, past);
    const news = last.map((entry) => linesOn(table, entry, positions.get(entry.seq)).join('\n'));
    for (let most = news.length; most >= 0; most--) {
      const earlier = newsworthy.length - most;
      const counted = earlier === 0 ? [] : [BOARD.earlierNews(earlier)];
      const text = [...counted, ...news.slice(news.length - most), ...print, answer.text].join('\n');
      if (text.length <= LONGEST_TEXT) return { ...answer, text };
    }
    return answer;
  }

  /** @param position the position after the entry; by default the present one */
  function linesOn(table: GameTable, entry: EntryRecord, position?: GamePosition): string[] {
    if (entry.kind === 'undo') {
      const why = entry.reason === undefined ? [] : [`> “${plainName(entry.reason)}”`];
      return [BOARD.tookBack(entry.member?.name ?? ''), ...why];
    }
    if (entry.kind === 'council') {
      const before = store.councilAt(table.game.id, entry.seat, entry.seq - 1) ?? DEFAULT_COUNCIL;
      const side = sideNameOf(table.system, entry.seat);
      return [BOARD.decidesAnew(side, councilChanges(store, before, entry.council, side))];
    }
    return describeLastOrder(store, tables, table, position);
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
    /** Forgets the failures of a message that was now posted. */
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

/** Notices that ping. A game's map brings them. */
function isPing(kind: NoticeRecord['kind']): boolean {
  return kind === 'call' || kind === 'turn';
}

/** Whether a notice pings in a game's channel, not by DM. */
function isChannelPing({ kind, channel }: Pick<NoticeRecord, 'kind' | 'channel'>): boolean {
  return isPing(kind) && memberOfDm(channel) === null;
}

/** Only the last entries are told in full. Those before are counted. */
const MOST_TOLD = 3;

/** Leaves out what is told elsewhere: decisions of ballots with their orders, changes after an order with the map. */
function isNewsworthy(entry: EntryRecord): boolean {
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
