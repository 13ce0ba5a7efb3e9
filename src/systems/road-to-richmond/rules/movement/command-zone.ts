import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import type { Field } from '../../field.ts';
import { type State, zoneOpens } from '../../state.ts';
import type { Side } from '../../vocabulary.ts';

/** Whether the command control zone lets a side in: the Union not before it opens [14.2]. Everywhere else, everybody may go. */
export function mayEnterZone(
  field: Field,
  state: Pick<State, 'turn' | 'trainLeft' | 'corpsCame'>,
  side: Side,
  hex: HexId,
): boolean {
  if (side === 'confederate' || !field.commandZone.has(hex)) return true;
  const opens = zoneOpens(state);
  return opens !== null && opens <= state.turn;
}
