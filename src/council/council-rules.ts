export type MemberId = number;

/** In mode `vote`, the channel decides by ballot. In mode `open`, the first order given counts. */
export type CouncilMode = 'open' | 'commander' | 'vote';

/**
 * Command passes to the next commander in the rota: never, after each order, or after so many hours without an order.
 */
export type Rotation =
  | { readonly after: 'never' }
  | { readonly after: 'order' }
  | { readonly after: 'silence'; readonly hours: number };

/**
 * The rule for ties.
 * - `first`: the order wins that has had its votes for the longest time. Decisions are marked `held-longest` (see
 *   `TieBreak`).
 * - `commander`: the commander's own vote decides.
 * - `die`: a sealed die decides.
 */
export type TieRule = 'first' | 'commander' | 'die';

/**
 * The rule if the quorum is still missing after the extension.
 * - `decide`: the votes cast decide.
 * - `wait`: the ballot waits for the quorum.
 * - `lapse`: nothing changes. Only ballots on the council have this rule.
 */
export type ShortRule = 'decide' | 'wait' | 'lapse';

/**
 * When the worth of orders is shown.
 * - `off`: after the game.
 * - `after`: that of each order once it is decided.
 * - `always`: also that of the position and of all legal orders.
 */
export type OddsRule = 'off' | 'after' | 'always';

/** The requirements for voters. Days are counted back from the time when the ballot opened; 0 requires nothing. */
export interface Electorate {
  readonly role: string | null;
  readonly memberDays: number;
  readonly accountDays: number;
}

/** The rules of a ballot do not change while it is open. */
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
  /** Whether counts, reasons and the rolls needed are hidden until the ballot closes. */
  readonly sealed: boolean;
  /**
   * Whether only the side's members see its ballots on orders until the game is over. Only in games of several sides.
   */
  readonly secret: boolean;
  /** Posted when a quarter of the window is left and the quorum is missing. It pings the role, if there is one. */
  readonly reminder: { readonly role: string | null } | null;
}

/** How a seat decides. Fields that the present mode does not use keep their values. */
export interface Council {
  readonly mode: CouncilMode;
  /**
   * In commander mode any of these members gives orders. If command rotates, only the first does, and the others wait
   * in this order. The first also has the casting vote.
   */
  readonly commanders: readonly MemberId[];
  readonly rotate: Rotation;
  readonly ballot: BallotRules;
  /** `null` is the default; see `oddsOf`. */
  readonly odds: OddsRule | null;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** By default, a table with sealed ballots shows nothing, any other the worth of decided orders. */
export function oddsOf({ mode, ballot, odds }: Council): OddsRule {
  return odds ?? (mode === 'vote' && ballot.sealed ? 'off' : 'after');
}

export function inCommand({ commanders, rotate }: Council): readonly MemberId[] {
  return rotate.after === 'never' ? commanders : commanders.slice(0, 1);
}

/** The council after command has passed on: the first commander goes to the end of the rota. */
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
 * Removes members from a council. If no commander is left, commander mode becomes open mode, and the casting vote goes.
 * Returns the same object if the council names none of the members.
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
