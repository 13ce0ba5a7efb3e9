import { isSecret, type SeatId, type State } from '../game/index.ts';
import type { EntryRecord } from '../store/index.ts';
import type { Point } from './answer.ts';
import { type Councils, councilOf, councilsAfter, replay } from './fold.ts';
import type { Table } from './table.ts';

/**
 * Whether what was on the table at a point still is for a seat: nothing has happened since but secret orders of other seats, and
 * changes of how the table decides that leave its mode as it was.
 */
export function stands(
  { game, system, position }: Table,
  entries: () => readonly EntryRecord[],
  seat: SeatId | null,
  { seq }: Point,
): boolean {
  if (seq >= position.seq) return seq === position.seq;
  const log = entries();
  // A button that cast a vote gives no order once the table votes no more, nor the other way round.
  const mode = (councils: Councils) => seat !== null && councilOf({ councils }, seat).mode;
  if (mode(councilsAfter(log.slice(0, seq + 1))) !== mode(position.councils)) return false;
  const since = log.slice(seq + 1).filter(({ kind }) => kind !== 'council');
  if (since.length === 0) return true;
  if (!since.every((entry) => entry.kind === 'order' && entry.seat !== seat && isSecret(system, entry.order)))
    return false;
  const then = replay(system, game.variant, log.slice(0, seq + 1)).position.state;
  const asked = (state: State) => JSON.stringify(system.asked(state).filter((one) => one.seat === seat));
  return asked(then) === asked(position.state);
}
