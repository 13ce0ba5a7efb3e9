import type { Event, Order, SeatId } from '../../game/index.ts';
import type { NoticeRecord } from '../../store/index.ts';
import type { Caller } from '../base/caller.ts';
import { NO_PINGS, type OnBoard, type Press, type Reply, type ReplyPings } from '../base/reply.ts';
import type { OrderEntry } from './game-position.ts';
import type { GameTable } from './game-tables.ts';
import type { Fact } from './notice-sentences.ts';
import type { OpenBallot } from './open-ballots.ts';
import type { OrdersToTakeBack, Seen } from './rolls-taken-back.ts';

/** The result of a transaction: words that need no game, or the facts for a message made after the commit. */
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
  | UndoQuestion
  | AgreementQuestion;

export type Line =
  | Fact
  /** About the message's own table unless `at` names another. */
  | { readonly tell: 'last-order'; readonly at?: GameTable }
  | GivenOrders
  | { readonly tell: 'opening'; readonly events: readonly Event[] }
  | {
      readonly tell: 'taken-back' | 'asks-back';
      readonly by: string;
      readonly orders: readonly OrderEntry[];
      readonly all: Seen;
    }
  | {
      readonly tell: 'agreed-back';
      readonly by: string;
      readonly side: string;
      readonly orders: readonly OrderEntry[];
      readonly all: Seen;
    };

export interface TableMessage {
  readonly say: 'table';
  readonly table: GameTable;
  readonly lines: readonly Line[];
  readonly isPrivate: boolean;
  /** The small print: of a game's first message, or of a take-back that rolled dice. */
  readonly small: 'usual' | 'start' | 'same-throws';
  readonly lead: Fact | null;
  readonly pings: ReplyPings;
  readonly notices: readonly number[];
  readonly replaces: boolean;
  readonly settles: Line | null;
  readonly goesOn: { readonly seat: SeatId; readonly verb: string } | null;
}

/** A notice with buttons. These are not stored, so a notice that is posted later comes without them. */
export interface NoticePost {
  readonly say: 'notice';
  readonly notice: NoticeRecord;
  readonly notices: readonly number[];
  readonly pings: ReplyPings;
  readonly rows: Reply['rows'];
  readonly board: OnBoard | null;
  readonly settles: Fact | null;
}

interface AnswerAndNotice {
  readonly say: 'answer';
  readonly answer: Reply;
  readonly channelReply: NoticePost;
}

/** Says how many orders one press gave. If it was one, `first` is described. */
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
    pings: NO_PINGS,
    notices: [],
    replaces: false,
    settles: null,
    goesOn: null,
    ...more,
  };
}

export interface OwnOrder {
  readonly say: 'own-order';
  readonly table: GameTable;
  readonly seat: SeatId;
  readonly order: Order;
  readonly by: string | null;
  readonly events: readonly Event[];
  /** It lies face down, and its side can give another in its place. */
  readonly canChange: boolean;
  /** The channel reads the reason once the order is known. */
  readonly keepsReason: boolean;
  readonly goesOn: boolean;
  readonly replaces: boolean;
}

export interface OwnVote {
  readonly say: 'own-vote';
  readonly caller: Caller;
  readonly table: GameTable;
  readonly ballot: OpenBallot;
  /** Their earlier vote, if it was another. */
  readonly before: string | null;
  /** The vote, its withdrawal, or a proposal with a vote for it. */
  readonly what: 'vote' | 'withdrawn' | 'proposed';
  /** The table after the vote closed its ballot; null if the ballot is open. */
  readonly closedAt: GameTable | null;
  readonly lead: string | null;
  /** The page of proposals. */
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

export interface CloseQuestion {
  readonly say: 'close-question';
  readonly caller: Caller;
  readonly table: GameTable;
  readonly ballot: OpenBallot;
  readonly channelReply: NoticePost | null;
}

interface MotionPost {
  readonly say: 'motion';
  readonly table: GameTable;
  readonly ballot: OpenBallot;
}

export interface CouncilPanel {
  readonly say: 'panel';
  readonly caller: Caller;
  readonly table: GameTable;
  readonly seat: SeatId;
}

/** Asks before orders are taken back. `mustAsk`: the other side must agree first. */
export interface UndoQuestion {
  readonly say: 'undo-question';
  readonly table: GameTable;
  readonly back: OrdersToTakeBack;
  readonly lead: string | null;
  readonly mustAsk: boolean;
}

/** Asks the other sides in the channel. */
interface AgreementQuestion {
  readonly say: 'agreement-question';
  readonly table: GameTable;
  readonly lines: readonly Line[];
  readonly pings: ReplyPings;
  readonly press: Press;
}

export interface SidePing extends ReplyPings {
  readonly notices: readonly number[];
  readonly says: Fact;
}
