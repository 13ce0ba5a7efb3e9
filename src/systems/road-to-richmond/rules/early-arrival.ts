import type { HexId } from '../../../kit/hex/hex-grid.ts';
import type { Field } from '../field.ts';
import { isOnMap, type State } from '../state.ts';
import type { Event, PieceId } from '../vocabulary.ts';

/** Early arrival is set off where a Confederate piece gets into one of these hexes in a Confederate phase [13.1]. Its event is put behind `events`. */
export function alarmed(field: Field, state: State, piece: PieceId, hexes: readonly HexId[], events: Event[]): State {
  if (state.alarm !== null || state.side !== 'confederate' || field.piece.get(piece)?.side !== 'confederate')
    return state;
  const hex = hexes.find((one) => field.alarms.has(one));
  if (hex === undefined) return state;
  events.push({ type: 'alarm', turn: state.turn, piece, hex });
  return { ...state, alarm: state.turn };
}

/** A unit that got there in a Union phase triggers early arrival when the next Confederate phase begins, if it is still there [13.1]. */
export function alarmedByStanding(field: Field, state: State, events: Event[]): State {
  for (const { id } of field.pieces) {
    const hex = state.where[id];
    const after = isOnMap(hex) ? alarmed(field, state, id, [hex], events) : state;
    if (after !== state) return after;
  }
  return state;
}
