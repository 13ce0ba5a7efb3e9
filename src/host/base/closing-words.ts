import type { BallotRecord } from '../../store/index.ts';
import { CANCELLED, CLOSED } from './voting-words.ts';

/** What closed a ballot that was decided: its time, its votes, or a member. */
export type ClosingReason = 'time' | 'early' | 'called';

/** How a ballot closed; null: its time closed it, and it had all that it asked for. `voters`: whose votes counted. */
export function closingInWords({ closed, rules }: BallotRecord, voters: number): string | null {
  const few = voters < rules.quorum;
  const enough = rules.early !== null && (closed?.decision?.votes ?? 0) >= rules.early;
  switch (closed?.why as ClosingReason) {
    case 'called':
      return CLOSED.calledBy(closed?.by?.name ?? '', few ? rules.quorum : null);
    case 'early':
      // A ballot that waited without a clock closes with the voter it waited for, however few of them agree.
      return enough ? CLOSED.early(rules.early) : null;
    case 'time':
      return few ? CLOSED.tooFew(rules.quorum) : null;
    default:
      return null;
  }
}

/** Why a ballot was cancelled. */
export function voidInWords({ closed }: BallotRecord): string {
  const why = closed?.why as VoidReason;
  if (!(why in CANCELLED)) throw new Error(`A ballot was cancelled for an unknown reason: ${closed?.why}`);
  return CANCELLED[why](closed?.by?.name ?? null);
}

/** Why a ballot is cancelled. */
export type VoidReason = keyof typeof CANCELLED;
