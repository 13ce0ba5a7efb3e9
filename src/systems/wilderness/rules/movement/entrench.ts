import { pieceOf } from '../../board.ts';
import { withCounters } from '../../state.ts';
import { unitChoice, unitFault } from '../../words/names.ts';
import { QUESTIONS } from '../../words/prompts.ts';
import { reason } from '../../words/refusal-reason.ts';
import type { OrderRule } from '../order-rule.ts';
import { closedUnless } from '../steps.ts';
import { pointsLeft } from './movement-costs.ts';

const ENTRENCH = 1;

/** The last act of a unit's movement; out of command it may do this still [3.10, 7.3]. */
export const entrench: OrderRule<'entrench'> = {
  verb: 'entrench',
  closed: closedUnless('move'),
  slots: [
    {
      slot: 'unit',
      prompt: QUESTIONS.entrench,
      candidates: ({ board, side }) => board.of(side).map(({ id }) => id),
      fault: (moment, _draft, id) => {
        const missing = unitFault(moment, id);
        if (missing) return missing;
        const piece = pieceOf(moment.board, id);
        if (piece.kind !== 'infantry' && piece.kind !== 'dummy') return reason('infantry-only', '3.10', { unit: id });
        if (piece.entrained) return reason('entrained', '3.6', { unit: id });
        if (moment.state.entrenched.includes(piece.hex)) return reason('entrenched', '3.10', { hex: piece.hex });
        return pointsLeft(moment.theatre, piece) < ENTRENCH ? reason('no-points', '3.2', { unit: id }) : null;
      },
      choice: (moment, _draft, id) => unitChoice(moment, id),
    },
  ],
  carry: ({ state, board, side }, { unit: id }) => {
    const { hex } = pieceOf(board, id);
    const stopped = withCounters(state, [id], (counter) => ({ ...counter, deeds: [...counter.deeds, 'stopped'] }));
    return {
      state: { ...stopped, entrenched: [...state.entrenched, hex].sort() },
      events: [{ type: 'entrenched', side, unit: id, hex }],
    };
  },
};
