import { COMPLAINTS } from './complaint-words.ts';
import type { BallotRules, Council, MemberId, Mode } from './council.ts';
import type { Complaint, CouncilDraft } from './council-draft.ts';
import { LIMITS } from './council-limits.ts';

/**
 * The council with a draft carried out, or why it cannot be.
 * @param memberOf the member with an id on Discord
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

/** A member who names a commander at an open table wants that one to command, unless the change is about the casting vote. */
function modeMeant({ mode }: Council, { commanders, tie }: CouncilDraft): Mode {
  return mode === 'open' && commanders !== undefined && tie === undefined ? 'commander' : mode;
}

/** Those named first, then those that wait their turn already. */
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

/** Naming a role to call is asking for the reminder that calls it. */
function changedReminder(before: BallotRules['reminder'], draft: CouncilDraft): BallotRules['reminder'] {
  const wanted = draft.reminder ?? (typeof draft.reminderRole === 'string' || before !== null);
  if (!wanted) return null;
  return { role: draft.reminderRole === undefined ? (before?.role ?? null) : draft.reminderRole };
}

/** What keeps a council from working; null: nothing. */
function flaw({ mode, commanders, ballot: { early, quorum, tie } }: Council): string | null {
  if (commanders.length > LIMITS.commanders) return COMPLAINTS.tooManyCommanders(LIMITS.commanders);
  if (commanders.length === 0 && mode === 'commander') return COMPLAINTS.nobodyCommands;
  if (commanders.length === 0 && tie === 'commander') return COMPLAINTS.noCastingVote;
  if (early !== null && early < quorum) return COMPLAINTS.earlyBelowQuorum(early, quorum);
  return null;
}
