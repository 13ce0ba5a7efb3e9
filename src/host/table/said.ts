import type { Event, Order, SeatId } from '../../game/index.ts';
import type { NoticeRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import type { OnBoard, Reply, ReplyPings } from '../base/reply.ts';
import type { OrderEntry } from './game-position.ts';
import type { GameTable } from './game-tables.ts';
import type { Fact } from './notice-sentences.ts';
import type { OpenBallot } from './open-ballots.ts';
import type { OrdersToTakeBack, Seen } from './rolls-taken-back.ts';

/** A transaction leaves this to say: words that need no game, or the facts that a message is made of after the commit. */
export type Said =
  | Reply
  | TableMessage
  | NoticePost
  | AnswerAndNotice
  | OwnOrder
  | OwnVote
  | CloseQuestion
  | MotionPost
  | CouncilPanel
  | UndoQuestion;

/** A line of a message about a table: words that are there, or what a sentence is made of. */
export type Line =
  | Fact
  /** The last order, of the message's own table or of another. */
  | { readonly tell: 'last-order'; readonly at?: GameTable }
  | GivenOrders
  | { readonly tell: 'opening'; readonly events: readonly Event[] }
  | { readonly tell: 'taken-back'; readonly by: string; readonly orders: readonly OrderEntry[]; readonly all: Seen }
  | {
      readonly tell: 'agreed-back';
      readonly by: string;
      readonly side: string;
      readonly orders: readonly OrderEntry[];
      readonly all: Seen;
    };

/** A map with what is told of it. */
export interface TableMessage {
  readonly say: 'table';
  readonly table: GameTable;
  readonly lines: readonly Line[];
  /** For the member who asked, who has not seen it. */
  readonly isPrivate: boolean;
  /** The small print: of the first message of a game, which also offers its sides; or of a take-back that rolled dice. */
  readonly small: 'usual' | 'start' | 'same-throws';
  /** A line above all the others. */
  readonly lead: Fact | null;
  readonly pings: ReplyPings;
  readonly notices: readonly number[];
  readonly replaces: boolean;
  /** The private question becomes this. */
  readonly settles: Line | null;
  /** The private question asks this next. */
  readonly goesOn: { readonly seat: SeatId; readonly verb: string } | null;
}

/** A notice as its channel gets it first: with buttons, and what else is not kept. */
export interface NoticePost {
  readonly say: 'notice';
  readonly notice: NoticeRecord;
  readonly notices: readonly number[];
  readonly pings: ReplyPings;
  readonly rows: Reply['rows'];
  readonly board: OnBoard | null;
  readonly settles: Fact | null;
}

/** An answer to a member, beside which the channel gets a notice. */
export interface AnswerAndNotice {
  readonly say: 'answer';
  readonly answer: Reply;
  readonly channelReply: NoticePost;
}

/** How many orders a member gave in one press, and the first of them. */
export interface GivenOrders {
  readonly tell: 'given';
  readonly by: string;
  readonly seat: SeatId;
  readonly given: number;
  readonly first: Order;
}

export function tableMessage(
  table: GameTable,
  lines: readonly Line[],
  more: Partial<Omit<TableMessage, 'say' | 'table' | 'lines'>> = {},
): TableMessage {
  return {
    say: 'table',
    table,
    lines,
    isPrivate: false,
    small: 'usual',
    lead: null,
    pings: { roles: [], users: [] },
    notices: [],
    replaces: false,
    settles: null,
    goesOn: null,
    ...more,
  };
}

/** A member who has given a secret order reads this. */
export interface OwnOrder {
  readonly say: 'own-order';
  readonly table: GameTable;
  readonly seat: SeatId;
  readonly order: Order;
  readonly by: string | null;
  readonly events: readonly Event[];
  /** The channel is told the reason once the order is known. */
  readonly keepsReason: boolean;
  readonly goesOn: boolean;
  readonly replaces: boolean;
}

/** A member reads this of their own vote, in a ballot as it is after their press. */
export interface OwnVote {
  readonly say: 'own-vote';
  readonly caller: Caller;
  readonly table: GameTable;
  readonly ballot: OpenBallot;
  /** Their vote until now; null: there was none, or the same. */
  readonly before: string | null;
  /** Whether they are told of their vote, of its withdrawal, or of what they proposed and voted for. */
  readonly what: 'vote' | 'withdrawn' | 'proposed';
  /** The table after the vote has closed its ballot; null: the ballot is open. */
  readonly closedAt: GameTable | null;
  /** A line above all the others. */
  readonly lead: string | null;
  /** The page of the proposals that are listed. */
  readonly proposalsFrom: number;
  readonly replaces: boolean;
  readonly channelReply: NoticePost | MotionPost | null;
}

export function ownVote(
  caller: Caller,
  table: GameTable,
  ballot: OpenBallot,
  more: Partial<Omit<OwnVote, 'say' | 'caller' | 'table' | 'ballot'>> = {},
): OwnVote {
  const none = { before: null, what: 'vote', closedAt: null, lead: null, channelReply: null } as const;
  return { say: 'own-vote', caller, table, ballot, ...none, proposalsFrom: 0, replaces: false, ...more };
}

/** Asks whether a ballot is to be closed before its time. */
export interface CloseQuestion {
  readonly say: 'close-question';
  readonly caller: Caller;
  readonly table: GameTable;
  readonly ballot: OpenBallot;
  readonly channelReply: NoticePost | null;
}

/** The message of a ballot on the council. */
export interface MotionPost {
  readonly say: 'motion';
  readonly table: GameTable;
  readonly ballot: OpenBallot;
}

/** How a side decides, as a member sees it who has just changed it. */
export interface CouncilPanel {
  readonly say: 'panel';
  readonly caller: Caller;
  readonly table: GameTable;
  readonly seat: SeatId;
}

/**
 * Asks before orders are taken back that are not the caller's own to take, or that rolled or revealed something.
 * `mayAsk`: the caller can't take them back, but can ask the other side to agree.
 */
export interface UndoQuestion {
  readonly say: 'undo-question';
  readonly table: GameTable;
  readonly back: OrdersToTakeBack;
  readonly lead: string | null;
  readonly mayAsk: boolean;
}

/** A ping of a side, as it goes out. */
export interface SidePing extends ReplyPings {
  readonly notices: readonly number[];
  readonly says: Fact;
}
