import type { Council, MemberId } from './council.ts';

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
