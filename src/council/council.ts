/** A member, by their number in the store. */
export type MemberId = number;

/** Whose orders count: the first one given; those of named members; or those the channel decides by ballot. */
export type Mode = 'open' | 'commander' | 'vote';

/** When command passes to the next in the rota: not at all, after each order, or after so many hours without one. */
export type Rotation =
  | { readonly after: 'never' }
  | { readonly after: 'order' }
  | { readonly after: 'silence'; readonly hours: number };

/**
 * How members have chosen that a tie is broken. `first`: for the order that has held its number of votes longest; a decision by it says
 * `held-longest`, since `first` there is an older way of counting (`TieBreak`). `commander`: by the commander's own vote. `die`: by a
 * sealed die.
 */
export type TieRule = 'first' | 'commander' | 'die';

/**
 * What happens when the quorum is still missing after one extension: the votes cast decide, the ballot waits for the quorum, or, on a
 * change of the council, nothing changes.
 */
export type ShortRule = 'decide' | 'wait' | 'lapse';

/**
 * When a table is told what its orders are worth: not before the game is over; of each order once it is decided; or also of the
 * present position and of all that may be ordered in it.
 */
export type OddsRule = 'off' | 'after' | 'always';

/** Who may vote. Days are counted back from when the ballot opened; 0 asks for nothing. */
export interface Electorate {
  /** A role's id on Discord; null: everyone. */
  readonly role: string | null;
  /** Days since the member joined the server. */
  readonly memberDays: number;
  /** Days since the account was made. */
  readonly accountDays: number;
}

/** The rules of a ballot. They are fixed when it opens, and printed on it. */
export interface BallotRules {
  /** Milliseconds, within `LIMITS.window`. */
  readonly window: number;
  /** Voters that are needed, at least 1. */
  readonly quorum: number;
  /** Closes at once when one order has so many votes, no fewer than the quorum; null: it does not. */
  readonly early: number | null;
  readonly tie: TieRule;
  readonly short: ShortRule;
  readonly voters: Electorate;
  /** Counts, reasons and what the die must show are hidden until it closes. */
  readonly sealed: boolean;
  /** In a game of several sides: only the members of the side see what its ballots on orders are about, until the game is over. */
  readonly secret: boolean;
  /** One line when a quarter of the window is left and the quorum is missing, to a role or to nobody; null: none. */
  readonly reminder: { readonly role: string | null } | null;
}

/** How one seat of a game decides. What its present mode has no use for is kept for when it has. */
export interface Council {
  readonly mode: Mode;
  /**
   * Who gives the orders in commander mode: any of them, or where command rotates the first, the others waiting their turn in this
   * order. Where ties are the commander's, the first has the casting vote.
   */
  readonly commanders: readonly MemberId[];
  readonly rotate: Rotation;
  readonly ballot: BallotRules;
  /** Null: by default. `oddsOf` gives the rule in force. */
  readonly odds: OddsRule | null;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The rule in force. Where nothing else is decided, a table whose ballots are sealed is told nothing, any other of what is decided. */
export function oddsOf({ mode, ballot, odds }: Council): OddsRule {
  return odds ?? (mode === 'vote' && ballot.sealed ? 'off' : 'after');
}

/** Who may give orders in commander mode now. */
export function inCommand({ commanders, rotate }: Council): readonly MemberId[] {
  return rotate.after === 'never' ? commanders : commanders.slice(0, 1);
}

/** The council after command has passed on: the first goes to the end of the rota. */
export function handedOn(council: Council): Council {
  const [first, ...rest] = council.commanders;
  return first === undefined ? council : { ...council, commanders: [...rest, first] };
}

/** How every table begins. */
export const OPEN_COUNCIL: Council = {
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

/** What may be set of a council, ends included. */
export const LIMITS = {
  window: { least: MINUTE, most: 7 * DAY },
  quorum: { least: 1, most: 1000 },
  early: { least: 1, most: 1000 },
  hours: { least: 1, most: 24 * 7 },
  days: { least: 0, most: 3650 },
  commanders: 10,
  /** Characters of a reason. */
  reason: 120,
} as const;

/** A council that asks nobody for a role and pings none. Returns the same object if it does not name the role. */
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
 * A council without the members who are gone. Those left keep command, in their order. If nobody is left, the first order given counts,
 * or the channel goes on voting without a casting vote. Returns the same object if it names none of them.
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
