import type { Council, MemberId } from './council.ts';

/**
 * A council without the members who are gone. Those left command on, in their order; where nobody is left, whoever orders first is
 * obeyed, or the channel votes on without a casting vote. The same object where none of them is named.
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
