import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Piece, pieceOf } from '../../board.ts';
import { mayStack } from '../../stacking.ts';
import { withCounters } from '../../state.ts';
import { HEX_GRID, unitOf } from '../../theatre.ts';
import { closedUnless, type Moment, type OrderRule, type RefusalReason, reason, unitSlot } from '../order-slots.ts';
import { pruned } from '../reveal.ts';

/** Counters, without leaders, that may still go by sea in this turn. */
export function seaLeft({ state, theatre }: Pick<Moment, 'state' | 'theatre'>): number {
  const used = state.counters.filter(
    ({ unit, deeds }) => deeds.includes('sailed') && unitOf(theatre, unit).kind !== 'leader',
  );
  return theatre.transport.sea - used.length;
}

function notBySea(moment: Moment, piece: Piece): RefusalReason | null {
  const { theatre } = moment;
  const { id, hex, spent, deeds, kind, entrained } = piece;
  if (!theatre.ports.has(hex)) return reason('no-port', '3.8', { hex });
  if (entrained) return reason('entrained', '3.6', { unit: id });
  if (spent > 0 || deeds.some((deed) => deed !== 'raised' && deed !== 'probed'))
    return reason('sea-whole', '3.8', { unit: id });
  if (kind !== 'leader' && seaLeft(moment) <= 0) return reason('sea-used', '3.8', { count: theatre.transport.sea });
  return null;
}

/** Why a counter may not land in a port: what shuts it lies open [3.8]. */
function notLanding({ theatre, state, board, side }: Moment, piece: Piece, to: HexId): RefusalReason | null {
  if (!theatre.ports.has(to)) return reason('no-port', '3.8', { hex: to });
  if (to === piece.hex) return reason('same-hex', '3.2', { hex: to });
  const about = [to, ...HEX_GRID.neighbours(to)];
  if (board.isHeld('confederate', to) || about.some((hex) => board.own('confederate', hex).length > 0))
    return reason('port-watched', '3.8', { hex: to });
  if (about.some((hex) => state.shut.includes(hex))) return reason('port-shut', '3.8', { hex: to });
  return mayStack([...board.own(side, to), piece]) ? null : reason('stacking', '1.7', { hex: to });
}

/** From port to port with the whole move, Union only; command does not matter [3.8, 7.3]. */
export const sea: OrderRule<'sea'> = {
  verb: 'sea',
  closed: (moment) => closedUnless('move')(moment) ?? (moment.side === 'union' ? null : reason('union-only', '3.8')),
  slots: [
    unitSlot(
      (moment, piece) => {
        const fault = notBySea(moment, piece);
        if (fault) return fault;
        const open = [...moment.theatre.ports].some((to) => notLanding(moment, piece, to) === null);
        return open ? null : reason('port-watched', '3.8', { unit: piece.id });
      },
      ({ hex }, { theatre }) => theatre.ports.has(hex),
    ),
    {
      slot: 'to',
      candidates: ({ theatre }) => [...theatre.ports],
      fault: (moment, { unit: id }, to) => notLanding(moment, pieceOf(moment.board, id as string), to),
    },
  ],
  carry: ({ theatre, state, board, side }, { unit: id, to }) => {
    const { hex } = pieceOf(board, id);
    const moved = withCounters(state, [id], (counter) => ({
      ...counter,
      hex: to,
      deeds: [...counter.deeds, 'sailed'],
    }));
    return {
      state: pruned(theatre, moved),
      events: [{ type: 'moved', side, units: [id], by: 'sea', way: [hex, to], cost: 0 }],
    };
  },
};
