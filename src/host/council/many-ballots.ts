import type { Council } from '../../council/index.ts';
import type { SeatId } from '../../game/index.ts';
import type { Bare } from '../table.ts';
import { WORDS } from '../wording.ts';

/** What a side that votes on each order is told where one turn of its takes many. Nothing: it does not vote, or knows already. */
export function manyBallots({ system, position }: Bare, seat: SeatId, { mode, ballot }: Council): string[] {
  if (mode !== 'vote' || ballot.early !== null || system.seats.length === 1) return [];
  // Who is called once for all that they are asked then gives more than one order.
  const inTurn = system.asked(position.state).some((asked) => asked.spell !== undefined && !asked.aside);
  const votes = system.asked(position.state).some((asked) => asked.seat === seat);
  return inTurn || votes ? [WORDS.manyBallots] : [];
}
