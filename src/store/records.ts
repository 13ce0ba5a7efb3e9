import type { BallotRules, CastVote, Clockwork, Council, Decision } from '../council/index.ts';
import type { Order, SeatId, Throw } from '../game/index.ts';

/** A game as it is stored. Times are milliseconds since 1970. */
export interface GameRecord {
  readonly id: string;
  /** Empty: the DM of a member who has had their data deleted. */
  readonly channel: string;
  /** `null` in a DM with the bot. */
  readonly guild: string | null;
  readonly system: string;
  readonly variant: string;
  /** Hash of the rules data it began with. */
  readonly dataset: string;
  /** SHA-256 of the secret's bytes, hex. */
  readonly seal: string;
  /** 32 bytes, hex. Leaves the process only once the game has ended. */
  readonly secret: string;
  readonly starter: MemberRecord;
  readonly startedAt: number;
  readonly ended: { readonly at: number; readonly how: 'finished' | 'abandoned' } | null;
  /** The game that a what-if branches from, and the last log entry that both share; null for a game of its own. */
  readonly whatIf: WhatIf | null;
}

export interface WhatIf {
  readonly game: string;
  readonly seq: number;
}

/** An order that a “what if” takes over from the game it branches from, with the dice it threw there. */
export interface InheritedOrder {
  readonly seat: SeatId;
  readonly order: Order;
  readonly throws: readonly Throw[];
}

export interface MemberRecord {
  readonly id: number;
  /** Null once the member has had their name removed. */
  readonly discordId: string | null;
  readonly name: string;
}

/** A campaign that has ended. */
export interface EndedRecord {
  readonly game: string;
  readonly system: string;
  readonly variant: string;
  readonly dataset: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly how: 'finished' | 'abandoned';
}

/** The result of an ended game; `body` is JSON of the module that worked it out. */
export interface ReckoningRecord {
  readonly game: string;
  readonly body: string;
}

export type EntryRecord = {
  readonly game: string;
  readonly seq: number;
  /** `null` if a clock or a ballot did it. */
  readonly member: MemberRecord | null;
  readonly at: number;
} & EntryBody;

export type EntryBody =
  | {
      readonly kind: 'start';
      /** A “what if” inherits those of its original's start. */
      readonly throws: readonly Throw[];
      /** The original's orders up to the branch, in a “what if”. */
      readonly inherited?: readonly InheritedOrder[];
    }
  | {
      readonly kind: 'order';
      readonly seat: SeatId;
      readonly order: Order;
      readonly throws: readonly Throw[];
      /** The reason given by the member. */
      readonly reason: string | null;
      /** The ballot that decided it; of an order given over the council's head, the one it overtook. */
      readonly ballot: number | null;
      /**
       * The reason for an order that nobody gave: its seat's time ran out, a machine plays it, or it was the only order there was. Absent:
       * a member or a ballot gave it.
       */
      readonly cause?: OrderCause;
      /** Given together with the order before it: by one press of a member, or by the bot between two orders of that press. */
      readonly together?: true;
    }
  | {
      readonly kind: 'undo';
      readonly takesBack: number;
      /** The reason given for taking it back. Absent: none was asked for, or it was deleted. */
      readonly reason?: string;
      /** The side of this member, which agreed to what another side had asked for. Absent: nobody had to agree. */
      readonly agreed?: SeatId;
    }
  | { readonly kind: 'abandon' }
  | {
      readonly kind: 'council';
      readonly seat: SeatId;
      readonly council: Council;
      readonly cause: CouncilCause;
      /** The ballot that carried it. */
      readonly ballot: number | null;
      /** The number of a member whom this one lets play the seat though they have seen another's secrets; the council stays as it was. */
      readonly lets?: number;
      /** Why they are let. Absent: nobody is, or it was deleted. */
      readonly reason?: string;
    }
  | {
      readonly kind: 'ballot';
      readonly seat: SeatId;
      readonly ballot: number;
      readonly decision: Decision;
      /** The die that broke a tie. */
      readonly throws: readonly Throw[];
    };

export type OrderCause = 'clock' | 'machine' | 'pass';

/**
 * Why a council changed: a member set it, a vote carried it, command passed on after an order or after silence, came back with an
 * undo, was taken over from the channel's last game, or asks for a role no more that was deleted.
 */
export type CouncilCause = 'member' | 'vote' | 'order' | 'silence' | 'undo' | 'kept' | 'role';

export interface UndeliveredMap {
  readonly game: string;
  readonly seq: number;
  readonly channel: string;
  readonly since: number;
}

/** One line of a server's log. Times are milliseconds since 1970. */
export type ServerEntry = {
  readonly id: number;
  readonly guild: string;
  readonly channel: string;
  /** The number of the member who did it. */
  readonly member: number;
  readonly at: number;
  /** When it ends; null if it has ended or another took its place, or if it has no end. */
  readonly due: number | null;
} & ServerEntryBody;

/** Milliseconds since 1970; `until` is not in it. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export type ServerEntryOf<Kind extends ServerEntry['kind']> = ServerEntry & { readonly kind: Kind };

export type ServerEntryBody =
  | { readonly kind: 'season'; readonly about: null; readonly body: Span }
  | { readonly kind: 'problem'; readonly about: null; readonly body: ProblemRecord }
  /** The place of an order in the problem's list. */
  | { readonly kind: 'answer'; readonly about: number; readonly body: { readonly order: number } }
  /** The hour of UTC at which the server's problems end. */
  | { readonly kind: 'hour'; readonly about: null; readonly body: { readonly hour: number } };

/** A position of an ended game in which members are asked for the best order. */
export interface ProblemRecord {
  readonly until: number;
  readonly game: string;
  /** The entry of the order that was given there. */
  readonly entry: number;
  /** All legal orders, in the order of the game's own list. */
  readonly orders: readonly { readonly label: string; readonly worth: number }[];
  /** The place of the order that was given. */
  readonly given: number;
}

export interface DatasetRecord {
  readonly hash: string;
  readonly system: string;
  /** JSON: file name to content. */
  readonly files: string;
}

export interface BallotRecord {
  readonly id: number;
  readonly game: string;
  readonly seat: SeatId;
  /** The last entry of the log when it opened. */
  readonly seq: number;
  readonly subject: BallotSubject;
  /** The rules at the opening. */
  readonly rules: BallotRules;
  /** `null` if it opened by itself. */
  readonly opener: MemberRecord | null;
  /** The member whose vote breaks a tie, settled at the opening; null if there is none. */
  readonly casting: MemberRecord | null;
  readonly openedAt: number;
  readonly clockwork: Clockwork;
  /** `null` while it is open. */
  readonly closed: BallotClose | null;
  /** The message that carries it; null if none does yet, or it was lost. */
  readonly message: MessageRecord | null;
  /** Grows with each change that a member may see. */
  readonly revision: number;
  /** The revision the message shows; below `revision`, the message must be edited. 0: none. */
  readonly shown: number;
  /** The copy in the side's own ballot channel, as set when the ballot opened; null if there was none. */
  readonly forSide: { readonly channel: string; readonly message: string | null; readonly shown: number } | null;
}

export type BallotSubject = { readonly kind: 'order' } | { readonly kind: 'council'; readonly proposed: Council };

export interface BallotClose {
  readonly at: number;
  /** Decided; void, if events overtook it; or lost, if the proposal was not carried. */
  readonly how: 'decided' | 'void' | 'lost';
  /** A code; the host words it. */
  readonly why: string | null;
  /** The member who closed it; null if its clock or its votes did. */
  readonly by: MemberRecord | null;
  readonly decision: Decision | null;
}

/** A “what if” that was asked for in a channel, or a game that moves, and waits for its thread. */
export interface OpeningRecord {
  /** Discord's id of the interaction that asked for it. */
  readonly interaction: string;
  readonly channel: string;
  readonly guild: string;
  readonly member: MemberRecord;
  /** The game it branches from, and the last entry of that log which it shares; or the game that moves. */
  readonly game: string;
  readonly seq: number;
  readonly at: number;
  /** Whether the game itself moves to the thread. */
  readonly moves: boolean;
  /** Discord's id of the message that the thread hangs from, and so of the thread; null if the channel does not have it yet. */
  readonly message: string | null;
}

/** A post of a forum that a game is to begin in. */
export interface PostToOpen {
  /** Discord's id of the interaction that asked for it. */
  readonly interaction: string;
  readonly forum: string;
  /** The channel where it was asked for. */
  readonly asked: string;
  readonly guild: string;
  /** The number of the member who starts the game. */
  readonly member: number;
  readonly system: string;
  readonly variant: string;
  /** Seats that machines play, in this style; null for the default. */
  readonly machines: readonly SeatId[];
  readonly style: string | null;
  readonly at: number;
}

export interface MessageRecord {
  readonly channel: string;
  readonly id: string;
}

/** One press, and whose it was: `member` is `by.id`, `cast` the interaction's id. */
export type VoteRecord = CastVote & { readonly by: MemberRecord; readonly at: number };

/** Something a clock must do for a game. */
export interface AlarmRecord {
  readonly game: string;
  /** Which: 'ballot 12', 'silence us', 'clock union'. A game has one of each. */
  readonly what: string;
  readonly at: number;
}

/** Words that a channel is still to hear. */
export interface NoticeRecord {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly channel: string;
  /** `null` in a DM with the bot. */
  readonly guild: string | null;
  /** The game they are about, and the last entry of its log when they were written; null if they are about none. */
  readonly about: { readonly game: string; readonly seq: number } | null;
  /** The ballot they are about; null if they are about none. */
  readonly ballot: number | null;
  /** The seat they ping, and what for, as the game has it; present where `kind` is `turn`. */
  readonly asked?: { readonly seat: SeatId; readonly phaseKey: string };
  /** Its lines: words, or facts as JSON (`host/table/notice-sentences.ts`). */
  readonly says: readonly unknown[];
  /** Whom they ping: ids on Discord. */
  readonly roles: readonly string[];
  readonly users: readonly string[];
  /** Discord's id of the message they answer; null if they answer none. */
  readonly replyTo: string | null;
  /** Instead of words: the entry of a server's log that the message is made of. */
  readonly serverEntry?: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/**
 * How long words are worth telling. `news`: always. `council`, how a table decides: as long as the game runs. `ballot`: while that is
 * open. `call`, to command: until the member called has ordered, or commands no more. `rest`, of command: until anything is done. `turn`,
 * of a seat: while it is waited for under the same name.
 */
export type NoticeKind = 'news' | 'council' | 'ballot' | 'call' | 'rest' | 'turn';

/** How long a table waits for a seat, in milliseconds; null for no limit. */
export interface ClockRecord {
  /** For a turn of its own. */
  readonly phase: number | null;
  /** For a choice in another's turn. */
  readonly choice: number | null;
  /** Until the one reminder. */
  readonly reminder: number | null;
}

/** Something a seat has been pinged for, by the name that the game has for it. */
export interface TurnPingRecord {
  readonly seat: SeatId;
  readonly phaseKey: string;
  /** The last entry of the log when it was pinged. */
  readonly seq: number;
  /** Start of the present wait, milliseconds since 1970; null if it is not waited for. */
  readonly since: number | null;
  /** Milliseconds of earlier waits. */
  readonly spent: number;
  /** End of the last wait; null if the wait never ended. */
  readonly leftAt: number | null;
  readonly reminded: boolean;
}

/** Hours in which a member is not pinged: minutes of their own day, by the clocks of a zone, "UTC+5:30" or "Europe/Berlin". */
export interface QuietRecord {
  readonly starts: number;
  readonly ends: number;
  readonly zone: string;
}

/** A member who is pinged for a seat when their quiet hours end. */
export interface DeferredPingRecord {
  readonly game: string;
  readonly seat: SeatId;
  readonly member: MemberRecord;
}

/** How a table posts: every order as a message of its own, or one live board that is edited. */
export type PostingWay = 'orders' | 'board';

/** The message that shows how a game stands and is edited as it goes on. */
export interface LiveBoardRecord {
  readonly game: string;
  readonly channel: string;
  /** Discord's id; null if it was deleted and must be posted again. */
  readonly message: string | null;
  /** The phase that it is for, by the name that the game has for it. */
  readonly phase: string;
  /** The board lists orders after this entry of the log. */
  readonly begins: number;
  /** The last entry that it shows. */
  readonly shown: number;
}
