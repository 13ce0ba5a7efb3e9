import { LRUCache } from 'lru-cache';
import type { Event, System } from '../../game/index.ts';
import type { GameRecord, LiveBoardRecord, NoticeRecord, PostingWay } from '../../store/index.ts';
import type { GameTransactions } from '../actions/game-transactions.ts';
import type { SidePings } from '../actions/side-pings.ts';
import { plainName } from '../base/common-words.ts';
import { BOARD } from '../base/posting-words.ts';
import type { OnBoard, Reply } from '../base/reply.ts';
import { isChange, isOneRun, type OrderEntry, withoutPassed } from '../table/game-position.ts';
import type { GameTable, LoadedGame } from '../table/game-tables.ts';
import { NEW_GAME, startPrint, whatIfPrint } from '../table/game-words.ts';
import { machinesInWords } from '../table/machine-seats.ts';
import { noticeInWords } from '../table/notice-sentences.ts';
import { orIncompatible } from '../table/replay-log.ts';
import { orderAuthor } from '../table/seat-rules.ts';
import type { ServerGames } from '../table/server-games.ts';
import { pingInWords, withoutRepeats } from '../table/turn-words.ts';
import type { MessageRef } from './ballot-messages.ts';
import { describeLastOrder } from './describe-last-order.ts';
import { openingLines, withPrompt } from './message-of.ts';
import { agendaOf, positionMessage, positionSummary } from './position-message.ts';

export interface BoardUpdate {
  readonly answer: Reply;
  /** The message that is edited to show it; null if it is posted. */
  readonly edited: MessageRef | null;
}

/** A board or a notice that is posted after more than this says that it comes late. */
export const LATE_MS = 60_000;
/** A board lists at most so many orders, the last ones. */
const MOST_LISTED = 12;
/** Lines of a board, without small print. */
const MOST_LINES = 6;
/** A board tells at least so many lines on past orders, the last ones. */
const LEAST_TOLD = 2;
/** How many orders of all games have their events in memory. */
const MOST_KNOWN = 2000;
/** The phase key of a game without phases. */
const WHOLE_GAME = 'game';
const OVER = 'over';

export function postingWayOf({ store }: Pick<GameTransactions, 'store'>, { game, system }: Tables): PostingWay {
  return store.postingOf(game.id) ?? (system.rules.phase ? 'board' : 'orders');
}

type Tables = Pick<LoadedGame, 'game' | 'system'>;

export type LiveBoardContents = ReturnType<typeof createLiveBoardContents>;

/** Live boards: one message a phase, edited after each order (`discord/outbound/live-board-delivery.ts`). */
export function createLiveBoardContents(
  transactions: GameTransactions,
  turns: SidePings,
  serverGames: Pick<ServerGames, 'bringsCommands'>,
) {
  const { store, tables, render, keepNotice } = transactions;

  /** The events of an order or a run, by game and last entry. */
  const knownEvents = new LRUCache<string, readonly Event[]>({ max: MOST_KNOWN });

  function has(id: string): boolean {
    const game = store.game(id);
    const system = game && tables.systemIfCompatible(game);
    return system ? postingWayOf(transactions, { game, system }) === 'board' : false;
  }

  /** The table's live board, for a reply that is shown on it or beside it; null if the table has none. */
  function boardOf(table: GameTable, how: OnBoard['how']): OnBoard | null {
    if (postingWayOf(transactions, table) !== 'board') return null;
    const { game, position } = table;
    const phase = phaseKey(table);
    const before = store.liveBoard(game.id);
    return { game: game.id, phase, begins: before?.phase === phase ? before.begins : position.seq, how };
  }

  /** Tells a thread's parent channel once that a phase ended. If the process ends first, `lateMap` does it. */
  function tellParent(table: GameTable, at: number): void {
    const { id, channel, guild } = table.game;
    const thread = store.threadOf(id);
    if (!thread) return;
    const phase = phaseKey(table);
    if (thread.told === phase) return;
    const [summary = ''] = positionSummary(table);
    store.transaction(() => {
      store.setToldPhase(id, phase);
      keepNotice('news', { channel: thread.parent, guild }, at, [BOARD.inThread(channel, summary)]);
    });
  }

  /**
   * The board that a game's channel must see now; null if it shows all there is. A new message is posted in a new
   * phase, if the old one was deleted, or if somebody must be pinged: an edit pings nobody.
   * @param pings the pings that still hold
   */
  function update(id: string, pings: readonly NoticeRecord[], now: number): BoardUpdate | null {
    const game = store.game(id);
    const waiting = store.undeliveredMap(id);
    const board = store.liveBoard(id);
    if (!game || (!waiting && (board === null || board.message !== null))) return null;
    const tells = waiting ? store.undeliveredUpTo(id, waiting.seq) : [];
    let edited: MessageRef | null = null;
    const answer = orIncompatible(() => {
      const table = tables.table(game);
      if (waiting) tellParent(table, waiting.since);
      const phase = phaseKey(table);
      const begins = beginsOf(board, phase, tells, table);
      if (board?.message && board.phase === phase && board.channel === game.channel && pings.length === 0)
        edited = { channel: board.channel, message: board.message };
      const late = waiting && now - waiting.since > LATE_MS ? [BOARD.late] : [];
      const isFirst = (board === null || board.phase === phase) && beganGame(id, begins);
      const print = [...whatIfPrint(game), ...(isFirst ? startPrint(table) : [])];
      const opening = isFirst && (board === null || edited !== null) ? openingOf(table) : [];
      const map = positionMessage(table, render, [...opening, ...orderLines(table, begins), ...late], print, 'first');
      return {
        ...map,
        text: withPrompt(map.text, prompts(table, pings).join('\n')),
        ...broughtPings(pings),
        board: { game: id, phase, begins, how: 'post' as const },
      };
    });
    return { answer: { ...answer, to: 'channel', tells }, edited };
  }

  /** Lines on the sides that are asked: the ping of a pinged side, the question of another. */
  function prompts(table: GameTable, pings: readonly NoticeRecord[]): string[] {
    const { schedule } = turns;
    const unpinged = schedule.questions(table).filter(({ seat }) => !pings.some((ping) => ping.asked?.seat === seat));
    const questions = unpinged.map((asked) => {
      const ends = schedule.ends(table.game.id, asked);
      return pingInWords(table, { mentions: [], seat: asked.seat, asked, ends, occasion: 'first' });
    });
    return withoutRepeats([...pings.map((ping) => noticeInWords(transactions, ping)), ...questions]);
  }

  /** The entry after which a board lists orders, the same for a whole phase. A new board goes on after the last one. */
  function beginsOf(
    board: LiveBoardRecord | null,
    phase: string,
    tells: readonly number[],
    { position }: GameTable,
  ): number {
    if (board?.phase === phase) return board.begins;
    const first = tells[0] ?? position.seq;
    return Math.min(board?.shown ?? first - 1, first - 1);
  }

  /** Whether a board lists the game from its first order on: it then keeps the seal that began the game. */
  function beganGame(game: string, begins: number): boolean {
    for (const { seq, kind } of store.entriesAfter(game, -1)) {
      if (seq > begins) return true;
      if (kind === 'order') return false;
    }
    return true;
  }

  /** The opening stays on the board while only the bot has ordered, since nobody may have read it yet. */
  function openingOf(table: GameTable): string[] {
    for (const entry of store.entriesAfter(table.game.id, -1))
      if (entry.kind === 'order' && entry.cause !== 'machine' && entry.cause !== 'pass') return [];
    const [machine] = table.machines;
    const style = machine === undefined ? null : store.machineStyle(table.game.id, machine);
    const commands = serverGames.bringsCommands(table.game) ? [NEW_GAME.commandsToCome(table.system.about.title)] : [];
    return [...openingLines(transactions, table), ...machinesInWords(table, style, store), ...commands];
  }

  /** Lines on the orders given since an entry. Orders taken back are struck through. */
  function orderLines(table: GameTable, since: number): string[] {
    const groups = groupsSince(table, since);
    const { digest } = table.system.eventWords;
    return digest ? inBrief(table, groups, digest) : inFull(table, groups);
  }

  /** The game's digest of the orders, then the orders taken back. */
  function inBrief(table: GameTable, groups: readonly OrderGroup[], digest: Digest): string[] {
    const lastOfRuns = standingRuns(groups);
    const events = eventsOf(table, lastOfRuns);
    const last = table.position.latest.at(-1);
    const isVoted = last?.ballot != null && lastOfRuns.at(-1)?.seq === last.seq;
    const voted = isVoted ? describeLastOrder(store, tables, table).slice(0, 1) : [];
    const news = [...digest(events, 'public', true), ...voted];
    const takenBack = groups.flatMap((group) => takenBackLine(table, group) ?? []);
    const room = Math.max(LEAST_TOLD, MOST_LINES - standingLines(table));
    const shown = [...news.slice(-room), ...takenBack.slice(-LEAST_TOLD)];
    return news.length > room ? [BOARD.earlierNews(news.length - room), ...shown] : shown;
  }

  /** The events of runs, each given by its last order. */
  function eventsOf({ game, position }: GameTable, runs: readonly OrderEntry[]): Event[] {
    const keyOf = (seq: number) => `${game.id} ${seq}`;
    const unknown = runs.filter(({ seq }) => seq < position.seq && !knownEvents.get(keyOf(seq)));
    const positions = tables.positionsAfter(
      game,
      unknown.map(({ seq }) => seq),
    );
    return runs.flatMap(({ seq }) => {
      const { moment } = positions.get(seq) ?? position;
      const events = knownEvents.get(keyOf(seq)) ?? moment?.events ?? [];
      knownEvents.set(keyOf(seq), events);
      return events;
    });
  }

  function inFull(table: GameTable, groups: readonly OrderGroup[]): string[] {
    const listed = groups.slice(-MOST_LISTED);
    const earlier = groups.length - listed.length;
    const past = standingRuns(listed).filter(({ seq }) => seq < table.position.seq);
    const positions = tables.positionsAfter(
      table.game,
      past.map(({ seq }) => seq),
    );
    const lines = earlier === 0 ? [] : [BOARD.earlier(earlier)];
    for (const group of listed) {
      const takenBack = takenBackLine(table, group);
      const last = group.orders.at(-1);
      if (takenBack !== null) lines.push(takenBack);
      else if (last) {
        const description = describeLastOrder(store, tables, table, positions.get(last.seq));
        // Orders in a row of which only the giving is told become one line.
        const given = givenInWords(table, withoutPassed(table.system, group.orders).at(-1) ?? last);
        if (description.length > 1 || description[0] !== given || lines.at(-1) !== given) lines.push(...description);
      }
    }
    return lines;
  }

  /** The orders since an entry, by runs. */
  function groupsSince({ game, system, position }: GameTable, since: number): OrderGroup[] {
    const groups: OrderGroup[] = [];
    const unseen = new Set<number>();
    for (const entry of store.entriesAfter(game.id, since)) {
      if (entry.seq > position.seq) break;
      const last = groups.at(-1);
      if (isChange(system, entry)) unseen.add(entry.seq);
      else if (entry.kind === 'order') {
        const goesOn = last?.takenBack === null && isOneRun(last.orders.at(-1), entry);
        if (goesOn) last.orders.push(entry);
        else groups.push({ orders: [entry], takenBack: null });
      } else if (entry.kind === 'undo' && !unseen.has(entry.takesBack)) {
        const why = entry.reason === undefined ? '' : ` “${plainName(entry.reason)}”`;
        const who = plainName(entry.member?.name ?? '');
        takeBack(groups, entry.takesBack, entry.agreed === undefined ? BOARD.takenBack(who, why) : BOARD.agreed(who));
      }
    }
    return groups;
  }

  /** Notes that a message shows the board up to an entry. If a newer board is known, the message loses its buttons. */
  function shown({ game, phase, begins }: OnBoard, seq: number, { channel, message }: MessageRef): void {
    store.relaxedTransaction(() => {
      const before = store.liveBoard(game);
      if (before && before.message !== message && before.shown > seq) store.takeButtons(game, { channel, id: message });
      else store.putLiveBoard({ game, channel, message, phase, begins, shown: seq });
      store.dropClosedBallots({ channel, id: message });
    });
  }

  /** Notes a board that Discord had taken although its confirmation was lost. */
  function found(answer: Reply, message: MessageRef): void {
    if (answer.board) shown(answer.board, answer.board.begins, message);
  }

  /** Notes that a message was deleted. True if it was a board, which is then posted again. */
  function lost({ channel, message }: MessageRef): boolean {
    return store.relaxedTransaction(() => store.lostBoard({ channel, id: message }));
  }

  function messageOf(game: string): MessageRef | null {
    const board = store.liveBoard(game);
    return board?.message ? { channel: board.channel, message: board.message } : null;
  }

  function oldDone({ channel, message }: MessageRef): void {
    store.relaxedTransaction(() => store.oldBoardDone({ channel, id: message }));
  }

  return { has, boardOf, tellParent, update, shown, found, lost, messageOf, oldDone };
}

/** A run of orders since a board began; or a take-back of an older order, without `orders`. */
interface OrderGroup {
  orders: OrderEntry[];
  /** The line on the member who took them back; null if they stand. */
  takenBack: string | null;
}

type Digest = NonNullable<System['eventWords']['digest']>;

/** The last orders of the runs that stand. */
function standingRuns(groups: readonly OrderGroup[]): OrderEntry[] {
  return groups.flatMap(({ orders, takenBack }) => (takenBack === null ? (orders.at(-1) ?? []) : []));
}

/** The pings that a map or a board brings, with the notices that it makes needless. */
export function broughtPings(notices: readonly NoticeRecord[]): Pick<Reply, 'pings' | 'notices'> {
  const pings = { roles: notices.flatMap(({ roles }) => roles), users: notices.flatMap(({ users }) => users) };
  return { pings, notices: notices.map(({ id }) => id) };
}

/** The number of lines on how the game stands, what can be done, and who is asked. */
function standingLines(table: GameTable): number {
  const asked = table.system.rules.asked(table.position.state).length;
  return positionSummary(table).length + agendaOf(table).length + asked;
}

function takeBack(groups: OrderGroup[], order: number, line: string): void {
  const group = groups.findLast(({ orders }) => orders.some(({ seq }) => seq === order));
  if (!group) {
    // An order from before this board is not listed. Only its take-back is told.
    if (groups.at(-1)?.takenBack !== line) groups.push({ orders: [], takenBack: line });
  } else if (group.orders.length === 1) group.takenBack = line;
  else group.orders = group.orders.filter(({ seq }) => seq !== order);
}

/** The struck order with the line on its take-back; null if the group stands. */
function takenBackLine(table: GameTable, { orders: [first], takenBack }: OrderGroup): string | null {
  return first && takenBack !== null ? `~~${givenInWords(table, first)}~~ ${takenBack}` : takenBack;
}

function givenInWords({ system }: GameTable, entry: OrderEntry): string {
  return `${orderAuthor(entry)} ${system.orderWords.describe(entry.order, 'public', entry.seat)}.`;
}

export function phaseKey({
  game,
  system,
  position,
}: { readonly game: GameRecord } & Pick<LoadedGame, 'system' | 'position'>) {
  if (game.ended) return OVER;
  return system.rules.phase?.(position.state).key ?? WHOLE_GAME;
}
