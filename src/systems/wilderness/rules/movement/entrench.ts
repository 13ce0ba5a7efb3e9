import { pieceOf } from '../../board.ts';
import { withCounters } from '../../state.ts';
import { closedUnless, type OrderRule, reason, unitSlot } from '../order-slots.ts';
import { notGoingOn, pointsLeft } from './movement-costs.ts';

const ENTRENCH = 1;

/** The last act of a unit's movement; out of command it may do this still [3.10, 7.3]. */
export const entrench: OrderRule<'entrench'> = {
  verb: 'entrench',
  closed: closedUnless('move'),
  slots: [
    unitSlot(({ theatre, state }, piece) => {
      const { id: unit, kind, hex } = piece;
      if (kind !== 'infantry' && kind !== 'dummy') return reason('infantry-only', '3.10', { unit });
      if (piece.entrained) return reason('entrained', '3.6', { unit });
      if (state.entrenched.includes(hex)) return reason('entrenched', '3.10', { hex });
      return pointsLeft(theatre, piece) < ENTRENCH ? notGoingOn(piece) : null;
    }),
  ],
  carry: ({ state, board, side }, { unit: id }) => {
    const { hex } = pieceOf(board, id);
    const dug = withCounters(state, [id], (counter) => ({ ...counter, deeds: [...counter.deeds, 'entrenched'] }));
    return {
      state: { ...dug, entrenched: [...state.entrenched, hex].sort() },
      events: [{ type: 'entrenched', side, unit: id, hex }],
    };
  },
};
