import {
  type BallotRules,
  type Council,
  type CouncilMode,
  LIMITS,
  type MemberId,
  type OddsRule,
  type Rotation,
  type ShortRule,
  type TieRule,
} from './council-rules.ts';
import { COMPLAINTS } from './council-words.ts';

/** A member's changes to a council. An absent field stays as it is. */
export interface CouncilDraft {
  readonly mode?: CouncilMode;
  readonly commanders?: readonly string[];
  readonly rotate?: Rotation;
  readonly window?: number;
  readonly quorum?: number;
  readonly early?: number | null;
  readonly tie?: TieRule;
  readonly short?: Exclude<ShortRule, 'lapse'>;
  readonly role?: string | null;
  readonly memberDays?: number;
  readonly accountDays?: number;
  readonly sealed?: boolean;
  readonly secret?: boolean;
  readonly reminder?: boolean;
  /** `null` pings nobody. */
  readonly reminderRole?: string | null;
  /** `null` restores the default. */
  readonly odds?: OddsRule | null;
}

export interface Complaint {
  readonly complaint: string;
}

export function isComplaint(value: object): value is Complaint {
  return 'complaint' in value;
}

/**
 * Applies a draft to a council.
 * @param memberOf the number of the member with a Discord id
 */
export function applyDraft(
  council: Council,
  draft: CouncilDraft,
  memberOf: (discordId: string) => MemberId,
): Council | Complaint {
  const rotate = draft.rotate ?? council.rotate;
  const named = draft.commanders?.map(memberOf);
  const after: Council = {
    mode: draft.mode ?? modeMeant(council, draft),
    commanders: named ? commanders(named, rotate.after === 'never' ? [] : council.commanders) : council.commanders,
    rotate,
    ballot: changedRules(council.ballot, draft),
    odds: draft.odds === undefined ? council.odds : draft.odds,
  };
  const complaint = flaw(after);
  return complaint === null ? after : { complaint };
}

/**
 * Naming a commander at a table in open mode changes it to commander mode, unless the draft is about the casting vote.
 */
function modeMeant({ mode }: Council, { commanders, tie }: CouncilDraft): CouncilMode {
  return mode === 'open' && commanders !== undefined && tie === undefined ? 'commander' : mode;
}

function commanders(named: readonly MemberId[], waiting: readonly MemberId[]): readonly MemberId[] {
  return [...new Set([...named, ...waiting])];
}

function changedRules(rules: BallotRules, draft: CouncilDraft): BallotRules {
  return {
    window: draft.window ?? rules.window,
    quorum: draft.quorum ?? rules.quorum,
    early: draft.early === undefined ? rules.early : draft.early,
    tie: draft.tie ?? rules.tie,
    short: draft.short ?? rules.short,
    voters: {
      role: draft.role === undefined ? rules.voters.role : draft.role,
      memberDays: draft.memberDays ?? rules.voters.memberDays,
      accountDays: draft.accountDays ?? rules.voters.accountDays,
    },
    sealed: draft.sealed ?? rules.sealed,
    secret: draft.secret ?? rules.secret,
    reminder: changedReminder(rules.reminder, draft),
  };
}

/** A draft that names a role for the reminder turns the reminder on. */
function changedReminder(before: BallotRules['reminder'], draft: CouncilDraft): BallotRules['reminder'] {
  const wanted = draft.reminder ?? (typeof draft.reminderRole === 'string' || before !== null);
  if (!wanted) return null;
  return { role: draft.reminderRole === undefined ? (before?.role ?? null) : draft.reminderRole };
}

function flaw({ mode, commanders, ballot: { early, quorum, tie } }: Council): string | null {
  if (commanders.length > LIMITS.commanders) return COMPLAINTS.tooManyCommanders(LIMITS.commanders);
  if (commanders.length === 0 && mode === 'commander') return COMPLAINTS.nobodyCommands;
  if (commanders.length === 0 && tie === 'commander') return COMPLAINTS.noCastingVote;
  if (early !== null && early < quorum) return COMPLAINTS.earlyBelowQuorum(early, quorum);
  return null;
}
