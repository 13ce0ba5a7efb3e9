import type { CommittedWrite } from '../../host/index.ts';
import type { Timings } from '../../watch/watch.ts';

/** To a tenth of a millisecond, without what there was none of. */
export function rounded(timings: Timings): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(timings).flatMap(([step, ms]) => (ms === null ? [] : [[step, Math.round(ms * 10) / 10]])),
  );
}

/** What was done, for a line of the log: an order or a vote first of all, and where the game stands since. */
export function didIn(deeds: readonly CommittedWrite[]): object {
  if (deeds.length === 0) return {};
  const did = deeds.map(({ kind }) => kind);
  const ballots = deeds.flatMap((deed) => (deed.kind === 'vote' ? [deed.ballot] : []));
  const last = deeds.findLast((deed) => deed.kind !== 'vote');
  return {
    did,
    ...(last ? { game: last.game, seq: last.seq } : {}),
    ...(ballots.length > 0 ? { ballot: ballots[0] } : {}),
  };
}
