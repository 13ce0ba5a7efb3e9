import type { Clockwork, Mode, OddsRule, Rotation, ShortRule, TieBreak, TieRule } from '../../../council/index.ts';
import type { Json, Order, SeatId, Throw } from '../../../game/index.ts';
import type { BallotClose, CouncilCause, EntryBody, OrderCause } from '../../../store/index.ts';

/**
 * A game as a JSON file: everything that was done at its table, readable without us. A change that a reader of this version would
 * trip over raises the version. In version 1 ties were broken in another way (`TieBreak`); up to version 4 its sentences were worded in
 * another way, and ballots decided single orders alone: a new wording in a release raises the version.
 *
 * Times are ISO 8601 in UTC. Members are known by name alone, and nothing in the file is an id of Discord's; a second member of
 * the same name is "Ada (2)". What is hidden from the channel is missing, as null, until it is not: before the game has ended the
 * secret, the cards of shuffles and secret orders; before a ballot has closed who voted for what, and where it is sealed the tally.
 */
export interface ExportedGame {
  readonly format: 'council-of-war-game';
  readonly version: 5;
  /** The above in a few sentences, for people who open the file. */
  readonly about: readonly string[];
  /** Its name in the messages its dice were sealed over. */
  readonly game: string;
  readonly system: {
    readonly id: string;
    readonly title: string;
    /** What its numbers rest on. */
    readonly basis: string;
    readonly seats: readonly { readonly id: SeatId; readonly name: string }[];
  };
  readonly variant: { readonly id: string; readonly name: string };
  /** The rules data it began with. The hash is the SHA-256, hex, of the system's id, a line feed and `files` as JSON without spaces. */
  readonly dataset: { readonly hash: string; readonly files: { readonly [file: string]: Json } };
  /** SHA-256 of the secret's 32 bytes, hex. */
  readonly seal: string;
  /** Hex. */
  readonly secret: string | null;
  readonly startedBy: string;
  readonly startedAt: string;
  /** What if: the game it branches from, and the last entry of that log which it shares; null: it began at the beginning. */
  readonly whatIf: { readonly game: string; readonly after: number } | null;
  /** Null: it is still being played. */
  readonly ended: ExportedEnd | null;
  /** The position in one line of Discord's Markdown. */
  readonly summary: string;
  /** How each seat decides now. */
  readonly councils: { readonly [seat: SeatId]: ExportedCouncil };
  readonly log: readonly ExportedEntry[];
  /** In the order they opened: the first is number 1. */
  readonly ballots: readonly ExportedBallot[];
  readonly digests: ExportedDigests;
}

/**
 * A game as a JSON file where its rules do not fit its log any more: what `ExportedGame` has without asking them. In `log` nothing is
 * told of what an order did.
 */
export interface UnruledGame
  extends Pick<
    ExportedGame,
    | 'version'
    | 'about'
    | 'game'
    | 'dataset'
    | 'seal'
    | 'secret'
    | 'startedBy'
    | 'startedAt'
    | 'whatIf'
    | 'councils'
    | 'log'
    | 'ballots'
  > {
  readonly format: 'council-of-war-log';
  /** Their ids. */
  readonly system: string;
  readonly variant: string;
  readonly ended: Omit<ExportedEnd, 'outcome'> | null;
}

/**
 * What each part of the file is known again by: the SHA-256, hex, of the part as canonical JSON in UTF-8, which is JSON without spaces,
 * the members of every object in the order of their names. Of each the first 32 digits.
 */
export interface ExportedDigests {
  /** Of each member of the file but `log`, `ballots` and `digests`, by its name. */
  readonly head: { readonly [part: string]: string };
  /** Of each entry. */
  readonly log: readonly string[];
  readonly ballots: readonly string[];
  /** The same over `head`, `log` and `ballots` of these digests together, all 64 digits: the bot tells it along with the file. */
  readonly fingerprint: string;
}

export interface ExportedEnd {
  readonly at: string;
  readonly how: 'finished' | 'abandoned';
  /** Null: it was not played out. */
  readonly outcome: { readonly winner: SeatId | null; readonly headline: string; readonly reason: string } | null;
}

/** An order, and the same in words that follow a name: "orders Grant to attack". */
export interface ExportedOrder {
  /** Null: secret as yet. */
  readonly order: Order | null;
  readonly said: string;
}

/** An order that a “what if” takes over. Its dice were thrown in the game it branches from, and are sealed there. */
export interface ExportedInherited extends ExportedOrder {
  readonly seat: SeatId;
  /** Null: secret, as the order is. */
  readonly throws: readonly ExportedThrow[] | null;
}

/** A die, or the deal of a shuffle: the card now first was at the place its number says, counted from 0. */
export type ExportedThrow =
  | Extract<Throw, { readonly kind: 'die' }>
  | { readonly kind: 'shuffle'; readonly purpose: string; readonly deal: readonly number[] | null };

/** A line of the log. */
export type ExportedEntry = {
  /** 0, 1, 2 … */
  readonly seq: number;
  readonly at: string;
  /** Who did it; where a ballot decided, whose act closed it. Null: no member. */
  readonly by: string | null;
  /** What everybody was told about it. */
  readonly told: readonly string[];
} & ExportedDeed;

export type ExportedDeed =
  | {
      readonly kind: 'start';
      /** Of a “what if”: those of the start it takes over. */
      readonly throws: readonly ExportedThrow[];
      /** Of a “what if” alone: the orders that stood where it branches from, with the dice they threw there. */
      readonly inherited?: readonly ExportedInherited[];
    }
  | ({
      readonly kind: 'order';
      readonly seat: SeatId;
      /** Null: secret, as the order is. */
      readonly throws: readonly ExportedThrow[] | null;
      readonly reason: string | null;
      /** The number of the ballot that decided it; of an order over the council's head, of the one that it made void. */
      readonly ballot: number | null;
      /** What gave it where nobody did: the side's "clock", which had run out, or the "machine" that plays it. Absent: neither. */
      readonly cause?: OrderCause;
      /** The entry that takes it back. */
      readonly takenBackBy: number | null;
    } & ExportedOrder)
  | {
      readonly kind: 'undo';
      readonly takesBack: number;
      /** Why, in the words of the member who took it back. Absent: no reason was needed, since nothing had been seen, or it was deleted. */
      readonly reason?: string;
      /** The side whose member, `by`, agreed to what the other side had asked for. Absent: nobody had to agree. */
      readonly agreed?: SeatId;
    }
  | Extract<EntryBody, { readonly kind: 'abandon' }>
  | {
      readonly kind: 'council';
      readonly seat: SeatId;
      readonly council: ExportedCouncil;
      /** Set by a member, carried by a vote, passed on after an order or after silence, back with an undo, kept from the last game, or since a "role" was deleted. */
      readonly cause: CouncilCause;
      readonly ballot: number | null;
      /** A member who may play this side though they have seen another's secrets: `by` lets them, and the council stays as it was. */
      readonly lets?: string;
      /** Why, in the words of the member who lets them. Absent: nobody is let, or it was deleted. */
      readonly reason?: string;
    }
  | {
      readonly kind: 'ballot';
      readonly seat: SeatId;
      readonly ballot: number;
      readonly decision: ExportedDecision;
      /** The die that broke a tie. */
      readonly throws: readonly ExportedThrow[];
    };

export interface ExportedCouncil {
  readonly mode: Mode;
  /** In the order of their rota. */
  readonly commanders: readonly string[];
  readonly rotate: Rotation;
  readonly ballot: ExportedRules;
  /** When the table is told what orders are worth; null: as usual. */
  readonly odds: OddsRule | null;
}

export interface ExportedRules {
  readonly windowMinutes: number;
  readonly quorum: number;
  /** Votes of one order that close it at once. */
  readonly early: number | null;
  readonly tie: TieRule;
  readonly withoutQuorum: ShortRule;
  readonly voters: {
    /** Only members with a role of the server may vote. */
    readonly role: boolean;
    readonly memberDays: number;
    readonly accountDays: number;
  };
  readonly sealed: boolean;
  /** Missing: in a game of several sides only the members of a side see its ballots on orders, until the game is over. */
  readonly secret?: false;
  /** Whom the one reminder calls; null: there is none. */
  readonly reminder: 'role' | 'nobody' | null;
}

/** A plan: its steps in turn, each an order or the name of a shortcut, which gave orders of its own. */
export interface ExportedPlan {
  readonly plan: readonly (Order | string)[];
  readonly said: string;
}

/** The choice that was voted for: an order, a plan, or for or against a change of the council. */
export type ExportedChoice = ExportedOrder | ExportedPlan | 'for' | 'against';

export interface ExportedDecision {
  readonly choice: ExportedChoice;
  readonly votes: number;
  /** Votes that counted, for whatever choice. */
  readonly of: number;
  /**
   * The choices that were level, and what broke the tie. "held-longest": the choice that had its count the longest. "first": the one
   * whose newest vote was the oldest, which is how that rule was counted while files had version 1. Of a die, 1 is for the first of them.
   */
  readonly tie: { readonly rule: TieBreak; readonly among: readonly ExportedChoice[] } | null;
}

export interface ExportedBallot {
  readonly number: number;
  readonly seat: SeatId;
  /** The entry of the log that was the last when it opened. */
  readonly after: number;
  readonly subject: 'order' | 'council';
  /** Of a ballot on a council. */
  readonly proposed: ExportedCouncil | null;
  /** Whose act opened it; null: a clock did. */
  readonly openedBy: string | null;
  readonly openedAt: string;
  readonly rules: ExportedRules;
  /** Whose vote breaks a tie, as it was settled when it opened; null: nobody's. */
  readonly casting: string | null;
  /** When its window closes or would have closed; null: it waits without a clock. */
  readonly closes: string | null;
  readonly extended: Clockwork['extended'];
  /** Null: it is open. */
  readonly closed: {
    readonly at: string;
    readonly how: BallotClose['how'];
    /**
     * Decided or lost: its "time" was over, a vote closed it "early", or a member closed it ("called"). Void: by another "order", an
     * "undo", a change of the "council", or since the game "ended".
     */
    readonly why: string | null;
    /** Whose act closed it; null: its clock did, or its votes. */
    readonly by: string | null;
    readonly decision: ExportedDecision | null;
  } | null;
  /** Members whose vote counts. */
  readonly voters: number;
  /**
   * What the votes come to, or have so far: most votes first; of equals, what had so many the longest. Null: sealed or secret as yet.
   */
  readonly tally: readonly ExportedLine[] | null;
  /** Every press, in the order Discord received them. Null: the ballot is open. */
  readonly votes: readonly ExportedVote[] | null;
}

export interface ExportedLine {
  readonly choice: ExportedChoice;
  readonly votes: number;
  /** In the order they came to it. Null: the ballot is open. */
  readonly voters: readonly string[] | null;
  /** The best supported first; `by` gave it first, `votes` share it. While the ballot is open the first alone, as on its card. */
  readonly reasons: readonly { readonly text: string; readonly by: string; readonly votes: number }[];
}

export interface ExportedVote {
  readonly by: string;
  readonly at: string;
  /** Null: the vote was withdrawn. */
  readonly choice: ExportedChoice | null;
  /** What was written with this press. Null: nothing, and what was for the same choice before stands; empty: that is taken back. */
  readonly reason: string | null;
  /** It is the member's last, and was not withdrawn. */
  readonly counts: boolean;
}
