export type MemberId = number;

/** `open`: the first order given counts. `commander`: the orders of named members. `vote`: the channel decides by ballot. */
export type Mode = 'open' | 'commander' | 'vote';

/** Command passes to the next in the rota never, after each order, or after so many hours without one. */
export type Rotation =
  | { readonly after: 'never' }
  | { readonly after: 'order' }
  | { readonly after: 'silence'; readonly hours: number };

/**
 * `first`: the order that has held its votes longest wins; its decisions are marked `held-longest` (see `TieBreak`). `commander`: the
 * commander's own vote decides. `die`: a sealed die decides.
 */
export type TieRule = 'first' | 'commander' | 'die';

/**
 * If the quorum is still missing after one extension, the votes cast decide, the ballot waits for the quorum, or, for a change of the
 * council, nothing changes.
 */
export type ShortRule = 'decide' | 'wait' | 'lapse';

/**
 * `off`: the worth of orders is shown after the game. `after`: of each order once it is decided. `always`: also of the position and of
 * all possible orders.
 */
export type OddsRule = 'off' | 'after' | 'always';

/** The requirements for voters. Days are counted back from the ballot's opening; 0 requires nothing. */
export interface Electorate {
  readonly role: string | null;
  readonly memberDays: number;
  readonly accountDays: number;
}

/** The rules of a ballot. They are fixed when it opens, and printed on it. */
export interface BallotRules {
  /** Milliseconds, within `LIMITS.window`. */
  readonly window: number;
  /** At least 1. */
  readonly quorum: number;
  /** The ballot closes at once when one order has this many votes, at least the quorum. */
  readonly early: number | null;
  readonly tie: TieRule;
  readonly short: ShortRule;
  readonly voters: Electorate;
  /** Counts, reasons and the rolls needed are hidden until it closes. */
  readonly sealed: boolean;
  /** In a game of several sides, only the side's members see its ballots on orders until the game is over. */
  readonly secret: boolean;
  /** Posted when a quarter of the window is left and the quorum is missing. A null role pings nobody. */
  readonly reminder: { readonly role: string | null } | null;
}

/** How one seat decides. Fields that the present mode does not use are kept. */
export interface Council {
  readonly mode: Mode;
  /**
   * In commander mode any of them gives orders. If command rotates, only the first does, and the others wait in this order. The first
   * has the casting vote.
   */
  readonly commanders: readonly MemberId[];
  readonly rotate: Rotation;
  readonly ballot: BallotRules;
  /** Null is the default; see `oddsOf`. */
  readonly odds: OddsRule | null;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** By default a table with sealed ballots shows nothing; any other shows the worth of decided orders. */
export function oddsOf({ mode, ballot, odds }: Council): OddsRule {
  return odds ?? (mode === 'vote' && ballot.sealed ? 'off' : 'after');
}

export function inCommand({ commanders, rotate }: Council): readonly MemberId[] {
  return rotate.after === 'never' ? commanders : commanders.slice(0, 1);
}

/** Command passes on: the first goes to the end of the rota. */
export function handedOn(council: Council): Council {
  const [first, ...rest] = council.commanders;
  return first === undefined ? council : { ...council, commanders: [...rest, first] };
}

export const DEFAULT_COUNCIL: Council = {
  mode: 'open',
  commanders: [],
  rotate: { after: 'never' },
  ballot: {
    window: 15 * MINUTE,
    quorum: 2,
    early: null,
    tie: 'first',
    short: 'decide',
    voters: { role: null, memberDays: 0, accountDays: 0 },
    sealed: false,
    secret: true,
    reminder: { role: null },
  },
  odds: null,
};

/** Bounds, ends included. */
export const LIMITS = {
  window: { least: MINUTE, most: 7 * DAY },
  quorum: { least: 1, most: 1000 },
  early: { least: 1, most: 1000 },
  hours: { least: 1, most: 24 * 7 },
  days: { least: 0, most: 3650 },
  commanders: 10,
  reason: 120,
} as const;

/** Removes a role from a council. Returns the same object if the council does not name it. */
export function withoutRole(council: Council, role: string): Council {
  const { voters, reminder } = council.ballot;
  if (voters.role !== role && reminder?.role !== role) return council;
  const ballot = {
    ...council.ballot,
    voters: voters.role === role ? { ...voters, role: null } : voters,
    reminder: reminder?.role === role ? { role: null } : reminder,
  };
  return { ...council, ballot };
}

/**
 * Removes members from a council. If no commander is left, the first order given counts, or the channel goes on voting without a casting
 * vote. Returns the same object if it names none of them.
 */
export function withoutMembers(council: Council, isGone: (member: MemberId) => boolean): Council {
  const commanders = council.commanders.filter((member) => !isGone(member));
  if (commanders.length === council.commanders.length) return council;
  if (commanders.length > 0) return { ...council, commanders };
  const { mode, ballot } = council;
  return {
    ...council,
    mode: mode === 'commander' ? 'open' : mode,
    commanders,
    ballot: { ...ballot, tie: ballot.tie === 'commander' ? 'first' : ballot.tie },
  };
}
