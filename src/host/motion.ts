import type { Council } from '../council/index.ts';
import type { BallotRecord, Store } from '../store/index.ts';
import { councilOf, councilsAfter } from './fold.ts';
import type { Table } from './table.ts';

/**
 * What a vote on the council would make of it now. Command may have passed on since it was proposed: unless the proposal is about
 * who commands, it stays where it has gone.
 */
export function proposedNow(
  store: Store,
  { game, position }: Pick<Table, 'game' | 'position'>,
  { seat, seq }: BallotRecord,
  proposed: Council,
): Council {
  const then = councilOf({ councils: councilsAfter(store.entries(game.id).slice(0, seq + 1)) }, seat);
  const untouched = JSON.stringify(then.commanders) === JSON.stringify(proposed.commanders);
  return untouched ? { ...proposed, commanders: councilOf(position, seat).commanders } : proposed;
}
