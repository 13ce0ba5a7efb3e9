import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { boardOf, isRiver, pieceOf } from '../../board.ts';
import { ROLLED_FOR } from '../../dice-purposes.ts';
import { withCounters } from '../../state.ts';
import { HEX_GRID, inUnitOrder } from '../../theatre.ts';
import { type Event, otherSide, type UnitId } from '../../vocabulary.ts';
import { closedUnless, type Moment, type OrderRule, type RefusalReason, reason } from '../order-slots.ts';
import { reveal, revealHex } from '../reveal.ts';
import { goOn, offTheTrain } from './aftermath.ts';
import { targetsOf, withSlot } from './attack.ts';
import { loseCavalry } from './losses.ts';
import { infantryIn, lossesOfCharge, reckonCharge, WORST_CHARGE } from './odds.ts';

function notCharging({ board }: Moment, id: UnitId): RefusalReason | null {
  const { kind, deeds } = pieceOf(board, id);
  if (kind !== 'cavalry') return reason('cavalry-only', '6.1', { unit: id });
  return deeds.includes('attacked') ? reason('attacked', '6.1', { unit: id }) : null;
}

function chargersOn(moment: Moment, target: HexId): readonly UnitId[] {
  const ids = moment.board
    .of(moment.side)
    .filter(({ hex, kind }) => kind === 'cavalry' && HEX_GRID.distance(hex, target) === 1)
    .map(({ id }) => id)
    .filter((id) => notCharging(moment, id) === null);
  return inUnitOrder(moment.theatre, ids);
}

/** Cavalry units that defend a hex, doubled in a pass. */
function defenceIn({ theatre, board, side }: Moment, target: HexId): number {
  const cavalry = board.own(otherSide(side), target).filter(({ up, kind }) => up && kind === 'cavalry');
  return cavalry.length * (theatre.hex.get(target)?.terrain === 'pass' ? 2 : 1);
}

/** Least cavalry units that can charge the face-up cavalry in a hex. */
function fewest(moment: Moment, target: HexId): number {
  return Math.max(1, Math.ceil(defenceIn(moment, target) / WORST_CHARGE));
}

function notCharged(moment: Moment, target: HexId): RefusalReason | null {
  const { board, side, state } = moment;
  const enemy = otherSide(side);
  if (board.own(enemy, target).length === 0 && board.fortOf(enemy, target) === 0)
    return reason('no-enemy', '6.1', { hex: target });
  if (state.fought.includes(target)) return reason('fought', '5.1', { hex: target });
  const isBarred = board.own(enemy, target).some(({ up, kind }) => up && kind === 'infantry');
  if (isBarred || board.fortOf(enemy, target) > 0) return reason('infantry-there', '6.1', { hex: target });
  const chargers = chargersOn(moment, target).length;
  if (chargers === 0) return reason('no-attackers', '6.1', { hex: target });
  return chargers < fewest(moment, target) ? reason('cavalry-odds', '6.1', { hex: target }) : null;
}

/** Cavalry against cavalry, in the Combat Phase [6.1]. */
export const charge: OrderRule<'charge'> = {
  verb: 'charge',
  closed: closedUnless('combat'),
  slots: [
    {
      slot: 'target',
      candidates: ({ board, side }) => targetsOf(board, side),
      fault: (moment, _draft, target) => notCharged(moment, target),
    },
    {
      ...withSlot('6.1', chargersOn, notCharging, fewest),
    },
  ],
  carry: (moment, { target, with: units }, dice) => {
    const { theatre, side } = moment;
    const enemy = otherSide(side);
    const events: Event[] = [];
    let state = moment.state;
    state = reveal(theatre, state, units, events);
    state = revealHex(theatre, state, enemy, target, events);
    const board = boardOf(theatre, state);
    const calledOff = (why: 'dummies' | 'infantry' | 'odds' | 'nobody') => {
      events.push({ type: 'called-off', side, target, why });
      return why;
    };
    if (board.own(enemy, target).length === 0) {
      calledOff('dummies');
      return goOn(theatre, state, events);
    }
    state = withCounters(state, units, (one) => ({ ...one, deeds: [...one.deeds, 'attacked'] }));
    state = { ...state, fought: [...state.fought, target].sort() };
    if (infantryIn(board, enemy, target).length > 0) {
      calledOff('infantry');
      return goOn(theatre, state, events);
    }
    const settle = { kind: 'settle', side, units, hex: target, hasty: false } as const;
    const defence = defenceIn({ ...moment, state, board }, target);
    if (defence > units.length * WORST_CHARGE) {
      calledOff('odds');
      return goOn(theatre, state, events);
    }
    if (defence === 0) {
      calledOff('nobody');
      return goOn(theatre, { ...state, pending: [settle] }, events);
    }
    const isAcross = units.every((id) => isRiver(theatre, pieceOf(board, id).hex, target));
    const reckoning = reckonCharge(theatre, units.length, defence, isAcross || state.entrenched.includes(target));
    const { column, modifier } = reckoning;
    const die = dice.roll(6, ROLLED_FOR.charge(side, target));
    const losses = lossesOfCharge(theatre, reckoning, die);
    const defenders = board.own(enemy, target).flatMap(({ id, kind }) => (kind === 'cavalry' ? [id] : []));
    events.push({ type: 'charged', side, target, attackers: units, defenders, column, die, modifier, losses });
    state = offTheTrain(theatre, state, enemy, target, events);
    for (const id of [...units.slice(0, losses[0]), ...defenders.slice(0, losses[1])])
      state = loseCavalry(theatre, state, id, events);
    // Remaining cavalry holds the hex.
    const isHeld = defenders.length > losses[1];
    return goOn(theatre, isHeld ? state : { ...state, pending: [settle] }, events);
  },
};
