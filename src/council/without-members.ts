import type { Council, MemberId } from './council.ts';

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
