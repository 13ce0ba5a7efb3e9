import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { type Board, pieceOf } from '../../board.ts';
import { withCounters } from '../../state.ts';
import { HEX_GRID } from '../../theatre.ts';
import { type Event, otherSide, type Side } from '../../vocabulary.ts';
import { closedUnless, type Moment, ROLLED_FOR, type Rule, reason, unitSlot } from '../moment.ts';
import { reveal, revealHex } from '../reveal.ts';

/** A probe succeeds on this total or less [6.2]. */
export const SUCCESS = 4;
const ENTRENCHED = 1;
const CAVALRY_UP = 2;

/** Adjacent hexes with face-down enemy counters, which a probe may look into; these are public. */
export function probeTargets(board: Board, side: Side, hex: HexId): readonly HexId[] {
  return HEX_GRID.neighbours(hex).filter((to) => board.own(otherSide(side), to).some(({ up }) => !up));
}

/** Die roll modifier of a probe, for an entrenched enemy or one with face-up cavalry [6.2]. */
export function probeModifier({ state, board }: Pick<Moment, 'state' | 'board'>, target: HexId): number {
  const isWatched = board.at(target).some(({ up, kind }) => up && kind === 'cavalry');
  return (state.entrenched.includes(target) ? ENTRENCHED : 0) + (isWatched ? CAVALRY_UP : 0);
}

/** Cavalry turns face up and looks into an adjacent hex, in its own Movement Phase or after the enemy's [6.2]. */
export const probe: Rule<'probe'> = {
  verb: 'probe',
  closed: closedUnless('move', 'probe'),
  slots: [
    unitSlot(
      ({ board, side }, { unit, kind, deeds, hex }) => {
        if (kind !== 'cavalry') return reason('cavalry-only', '6.2', { unit });
        if (deeds.includes('probed')) return reason('probed', '6.2', { unit });
        return probeTargets(board, side, hex).length > 0 ? null : reason('no-target', '6.2', { unit });
      },
      ({ kind }) => kind === 'cavalry',
    ),
    {
      slot: 'target',
      candidates: ({ board, side }, { unit: id }) => probeTargets(board, side, pieceOf(board, id as string).hex),
      fault: ({ board, side }, { unit: id }, target) =>
        probeTargets(board, side, pieceOf(board, id as string).hex).includes(target)
          ? null
          : reason('no-probe', '6.2', { hex: target }),
    },
  ],
  carry: (moment, { unit: id, target }, dice) => {
    const { theatre, side } = moment;
    const events: Event[] = [];
    let state = reveal(theatre, moment.state, [id], events);
    state = withCounters(state, [id], (counter) => ({ ...counter, deeds: [...counter.deeds, 'probed'] }));
    const modifier = probeModifier(moment, target);
    const die = dice.roll(6, ROLLED_FOR.probe(side, target));
    const found = die + modifier <= SUCCESS;
    events.push({ type: 'probed', side, unit: id, target, die, modifier, found });
    if (found) state = revealHex(theatre, state, otherSide(side), target, events);
    return { state, events };
  },
};
