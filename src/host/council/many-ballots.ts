import type { Council } from '../../council/index.ts';
import type { Table } from '../table.ts';
import { WORDS } from '../wording.ts';

/** What a side that votes is told, whose turn takes many orders. Nothing: it does not vote, or its ballots close early. */
export function manyBallots({ seats }: Table['system'], { mode, ballot }: Council): string[] {
  return mode === 'vote' && ballot.early === null && seats.length > 1 ? [WORDS.manyBallots] : [];
}
