import type { BallotRules, CastVote, Clockwork, Council, Decision } from '../council/index.ts';
import type { Order, SeatId, Throw } from '../game/index.ts';

/** A game as it is stored. Times are milliseconds since 1970. */
export interface GameRecord {
  readonly id: string;
  /** Empty if it was the DM of a member who has had their data deleted. */
  readonly channel: string;
  /** `null` in a DM with the bot. */
  readonly guild: string | null;
  readonly system: string;
  readonly variant: string;
  /** Hash of the rules data that the game began with. */
  readonly dataset: string;
  /** SHA-256 of the secret's bytes, hex. */
  readonly seal: string;
  /** 32 bytes, hex. Leaves the process only once the game has ended. */
  readonly secret: string;
  readonly starter: MemberRecord;
  readonly startedAt: number;
  readonly ended: { readonly at: number; readonly how: 'finished' | 'abandoned' } | null;
  /** `null` if the game is no what-if. */
  readonly whatIf: WhatIf | null;
}

export interface WhatIf {
  /** The game that the what-if branches from. */
  readonly game: string;
  /** The last log entry that both games share. */
  readonly seq: number;
}

/** An order that a what-if takes over from the game it branches from, with the dice rolled for it there. */
export interface InheritedOrder {
  readonly seat: SeatId;
  readonly order: Order;
  readonly throws: readonly Throw[];
}

export interface MemberRecord {
  readonly id: number;
  /** `null` once the member has had their data deleted. */
  readonly discordId: string | null;
  readonly name: string;
}

export interface EndedRecord {
  readonly game: string;
  readonly system: string;
  readonly variant: string;
  readonly dataset: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly how: 'finished' | 'abandoned';
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
      /** Dice and cards of the set-up. A what-if has those of the game it branches from. */
      readonly throws: readonly Throw[];
      /** The orders that a what-if takes over. */
      readonly inherited?: readonly InheritedOrder[];
    }
  | {
      readonly kind: 'order';
      readonly seat: SeatId;
      readonly order: Order;
      readonly throws: readonly Throw[];
      /** The member's words. */
      readonly reason: string | null;
      /** The ballot that decided the order, or the open ballot that a member's order overrode. */
      readonly ballot: number | null;
      /** Absent if a member or a ballot gave the order. */
      readonly cause?: OrderCause;
      /** The order belongs to the same press as the order before it. Includes orders of the bot in between. */
      readonly together?: true;
    }
  | {
      readonly kind: 'undo';
      readonly takesBack: number;
      /** The member's words. Absent if none were asked for, or they were deleted. */
      readonly reason?: string;
      /** The side that agreed to another's request, by the entry's member. Absent if nobody had to agree. */
      readonly agreed?: SeatId;
    }
  | { readonly kind: 'abandon' }
  | {
      readonly kind: 'council';
      readonly seat: SeatId;
      readonly council: Council;
      readonly cause: CouncilCause;
      readonly ballot: number | null;
      /**
       * The number of a member who may play the seat although they have seen another seat's secrets. The entry's member
       * has allowed it; the council stays as it was.
       */
      readonly lets?: number;
      /** The reason for allowing it. Absent if nobody was allowed anything, or it was deleted. */
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

/**
 * The reason for an order that no member and no ballot gave.
 * - `clock`: the seat's time ran out.
 * - `machine`: the bot plays the seat.
 * - `pass`: it was the only legal order.
 */
export type OrderCause = 'clock' | 'machine' | 'pass';

/**
 * The reason for a change of a council.
 * - `member`, `vote`: a member set it, or a vote carried it.
 * - `order`, `silence`: command passed to the next commander after an order, or after silence.
 * - `undo`: an undo brought the earlier commander back.
 * - `kept`: the channel's next game took it over from the last.
 * - `role`: a role that voters needed was deleted on Discord.
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
  /** Time at which a season or problem ends; null if it has ended, was replaced, or the kind has no end. */
  readonly due: number | null;
} & ServerEntryBody;

/** A span of time, in milliseconds since 1970, without `until` itself. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

export type ServerEntryOf<Kind extends ServerEntry['kind']> = ServerEntry & { readonly kind: Kind };

type ServerEntryBody =
  | { readonly kind: 'season'; readonly about: null; readonly body: TimeSpan }
  | { readonly kind: 'problem'; readonly about: null; readonly body: ProblemRecord }
  /** `about` is the problem's entry, `order` an index of its `orders`. */
  | { readonly kind: 'answer'; readonly about: number; readonly body: { readonly order: number } }
  /** The hour (UTC) at which the server's problems end. */
  | { readonly kind: 'hour'; readonly about: null; readonly body: { readonly hour: number } };

/** A position of an ended game in which members are asked for the best order. */
export interface ProblemRecord {
  readonly until: number;
  readonly game: string;
  /** The log entry of the order that was given in the game. */
  readonly entry: number;
  /** All legal orders, in the sequence of the game's own list. */
  readonly orders: readonly { readonly label: string; readonly worth: number }[];
  /** The index of the order that was given. */
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
  /** The last entry of the log when the ballot opened. */
  readonly seq: number;
  readonly subject: BallotSubject;
  readonly rules: BallotRules;
  /** `null` if it opened by itself. */
  readonly opener: MemberRecord | null;
  /** The member whose vote breaks a tie, set when the ballot opened. */
  readonly casting: MemberRecord | null;
  readonly openedAt: number;
  readonly clockwork: Clockwork;
  /** `null` while it is open. */
  readonly closed: BallotClose | null;
  /** The message that shows the ballot; null if it was not posted yet, or was deleted on Discord. */
  readonly message: MessageRecord | null;
  /** Grows with each change that members can see. */
  readonly revision: number;
  /** The revision that the message shows, 0 for none. Below `revision`, the message must be edited. */
  readonly shown: number;
  /** The copy in the side's own ballot channel; null if the side had no such channel when the ballot opened. */
  readonly forSide: { readonly channel: string; readonly message: string | null; readonly shown: number } | null;
}

export type BallotSubject = { readonly kind: 'order' } | { readonly kind: 'council'; readonly proposed: Council };

export interface BallotClose {
  readonly at: number;
  /** `void`: events overtook the ballot. `lost`: the proposal was not carried. */
  readonly how: 'decided' | 'void' | 'lost';
  /** A code that the host puts in words. */
  readonly why: string | null;
  /** The member who closed the ballot; null if its clock or its votes did. */
  readonly by: MemberRecord | null;
  readonly decision: Decision | null;
}

/** A thread to open, for a what-if or for a running game that moves there. */
export interface OpeningRecord {
  readonly interaction: string;
  readonly channel: string;
  readonly guild: string;
  readonly member: MemberRecord;
  /** The game that moves, or that the what-if branches from. */
  readonly game: string;
  /** The last log entry of that game which the what-if shares. */
  readonly seq: number;
  readonly at: number;
  /** Whether the game itself moves to the thread. */
  readonly moves: boolean;
  /** Discord's id of the message and of the thread that starts from it; null if it was not posted yet. */
  readonly message: string | null;
}

/** A forum post to open, in which a game then begins. */
export interface PostToOpen {
  readonly interaction: string;
  readonly forum: string;
  /** The channel in which the member asked. */
  readonly asked: string;
  readonly guild: string;
  readonly member: number;
  readonly system: string;
  readonly variant: string;
  readonly machines: readonly SeatId[];
  /** How the bot plays them; null for the game's default. */
  readonly style: string | null;
  readonly at: number;
}

export interface MessageRecord {
  readonly channel: string;
  readonly id: string;
}

/** One press on a ballot. `member` is `by.id`, and `cast` the interaction's id. */
export type VoteRecord = CastVote & { readonly by: MemberRecord; readonly at: number };

/** A time at which the bot must do something for a game. */
export interface AlarmRecord {
  readonly game: string;
  /** Its name, such as 'ballot 12', 'silence us' or 'clock union'. A game has at most one alarm of a name. */
  readonly what: string;
  readonly at: number;
}

export interface NoticeRecord {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly channel: string;
  /** `null` in a DM with the bot. */
  readonly guild: string | null;
  /** The game that the notice is about, and the last entry of its log when the notice was written. */
  readonly about: { readonly game: string; readonly seq: number } | null;
  readonly ballot: number | null;
  /** The seat to ping, and the phase that it is pinged for; present if `kind` is `turn`. */
  readonly asked?: { readonly seat: SeatId; readonly phaseKey: string };
  /** The lines of the text, each a string or a fact as JSON (`host/table/notice-sentences.ts`). */
  readonly says: readonly unknown[];
  /** Discord's ids of the roles to ping. */
  readonly roles: readonly string[];
  /** Discord's ids of the users to ping. */
  readonly users: readonly string[];
  readonly replyTo: string | null;
  /** The entry of a server's log that the message is made from, in place of `says`. */
  readonly serverEntry?: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/**
 * Each kind of notice is dropped once it is out of date.
 * - `news`: never.
 * - `council`, about how a table decides: when the game has ended.
 * - `ballot`: when the ballot has closed.
 * - `call`, of a commander: when that member has given an order, or no longer commands.
 * - `rest`, that nobody has taken command after a silence: with the next entry of the log.
 * - `turn`, of a seat: when the game no longer waits for the seat in that phase.
 */
type NoticeKind = 'news' | 'council' | 'ballot' | 'call' | 'rest' | 'turn';

/** In milliseconds; null for no limit. */
export interface ClockRecord {
  /** In the seat's own turn. */
  readonly phase: number | null;
  /** For a choice in another seat's turn. */
  readonly choice: number | null;
  /** Time until the seat is reminded, once. */
  readonly reminder: number | null;
}

/** A seat was pinged for a phase, and the table waits for it or has waited. An undo can make the table wait again. */
export interface TurnPingRecord {
  readonly seat: SeatId;
  readonly phaseKey: string;
  /** The last entry of the log when the seat was pinged. */
  readonly seq: number;
  /** Start of the present wait, milliseconds since 1970; null if the table does not wait for the seat now. */
  readonly since: number | null;
  /** Milliseconds of earlier waits. */
  readonly spent: number;
  readonly leftAt: number | null;
  readonly reminded: boolean;
}

export interface QuietRecord {
  /** Minutes after midnight, in the member's zone. */
  readonly starts: number;
  readonly ends: number;
  /** "UTC+5:30" or "Europe/Berlin". */
  readonly zone: string;
}

export interface DeferredPingRecord {
  readonly game: string;
  readonly seat: SeatId;
  readonly member: MemberRecord;
}

/** A table posts every order as a message of its own, or edits one live board. */
export type PostingWay = 'orders' | 'board';

/** A message that shows the position of a game and is edited after each order. Each phase gets a new one. */
export interface LiveBoardRecord {
  readonly game: string;
  readonly channel: string;
  /** Discord's id; null if the message was deleted and must be posted again. */
  readonly message: string | null;
  readonly phase: string;
  /** The board lists the orders after this entry of the log. */
  readonly begins: number;
  /** The last entry that the board shows. */
  readonly shown: number;
}
