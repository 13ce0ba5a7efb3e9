import { type BallotRules, type Council, type MemberId, MINUTE } from '../../../council/index.ts';
import type { ExportedCouncil, ExportedRules } from './replay-schema.ts';

/** A council as a file has it: its members by name, and roles without their ids. */
export function exportedCouncil(
  { mode, commanders, rotate, ballot, odds }: Council,
  name: (member: MemberId) => string,
): ExportedCouncil {
  return { mode, commanders: commanders.map(name), rotate, ballot: exportedRules(ballot), odds };
}

export function exportedRules({
  window,
  quorum,
  early,
  tie,
  short,
  voters,
  sealed,
  secret,
  reminder,
}: BallotRules): ExportedRules {
  const { role, memberDays, accountDays } = voters;
  return {
    windowMinutes: window / MINUTE,
    quorum,
    early,
    tie,
    withoutQuorum: short,
    voters: { role: role !== null, memberDays, accountDays },
    sealed,
    // The usual rule is not written, as in files from before there was one.
    ...(secret ? {} : { secret }),
    reminder: reminder && (reminder.role === null ? 'nobody' : 'role'),
  };
}
