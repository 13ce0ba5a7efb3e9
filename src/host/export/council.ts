import { type BallotRules, type Council, type MemberId, MINUTE, OPEN_COUNCIL } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { EntryRecord } from '../../store/index.ts';
import type { ExportedCouncil, ExportedRules } from './format.ts';

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
    reminder: reminder && (reminder.role === null ? 'nobody' : 'role'),
  };
}

/** How the seat of each entry that changes a council decided until then, by the entry's number. */
export function councilsBefore(entries: readonly EntryRecord[]): ReadonlyMap<number, Council> {
  const now = new Map<SeatId, Council>();
  const before = new Map<number, Council>();
  for (const entry of entries) {
    if (entry.kind !== 'council') continue;
    before.set(entry.seq, now.get(entry.seat) ?? OPEN_COUNCIL);
    now.set(entry.seat, entry.council);
  }
  return before;
}
