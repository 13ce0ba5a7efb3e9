import { count } from '../../kit/plain-english.ts';
import type { BallotRecord } from '../../store/index.ts';
import { plainName } from '../wording.ts';
import { closedEarlyBy } from './voting-words.ts';

/** What closed a ballot that was decided: its time, its votes, or somebody who may. */
export type ClosingReason = 'time' | 'early' | 'called';

/** What is told of how a ballot closed, where it was not by its time and with all it asked for. `voters`: whose votes counted. */
export function closingInWords({ closed, rules }: BallotRecord, voters: number): string | null {
  const few = voters < rules.quorum;
  const enough = rules.early !== null && (closed?.decision?.votes ?? 0) >= rules.early;
  switch (closed?.why as ClosingReason) {
    case 'called':
      return `${closedEarlyBy(closed?.by?.name ?? '')}${few ? `, with fewer than the ${count(rules.quorum, 'voter')} it needed` : ''}.`;
    case 'early':
      // One that waited without a clock closes with the voter it waited for, however few of them are of one mind.
      return enough ? `It closed early, at ${count(rules.early, 'vote')} for one order.` : null;
    case 'time':
      return few ? `It needed ${count(rules.quorum, 'voter')} and had fewer.` : null;
    default:
      return null;
  }
}

/** Why a ballot is void. */
export function voidInWords({ closed }: BallotRecord): string {
  const by = closed?.by ? `**${plainName(closed.by.name)}**` : null;
  switch (closed?.why as VoidReason) {
    case 'order':
      return by ? `${by} gave an order before it closed.` : 'An order was given before it closed.';
    case 'undo':
      return `${by ?? 'Somebody'} took back the order before it.`;
    case 'council':
      return by ? `${by} changed how this table decides.` : 'The way this table decides was changed before it closed.';
    case 'refused':
      return 'Its result is no longer possible.';
    case 'ended':
      return 'The game ended before it closed.';
    default:
      throw new Error(`Ballot void for no known reason: ${closed?.why}`);
  }
}

/** Why a ballot came to nothing; `ballot-closing.ts` words it. */
export type VoidReason = 'order' | 'undo' | 'ended' | 'council' | 'refused';
