import type { Draft } from '../../../game/index.ts';
import { infantryIn, type Piece, pieceOf } from '../board.ts';
import { hasActed, type State, withCounters } from '../state.ts';
import { type Theatre, unitOf } from '../theatre.ts';
import { otherSide, type UnitId } from '../vocabulary.ts';
import {
  closedUnless,
  type Moment,
  numbersUpTo,
  pointsSlot,
  type Reason,
  type Rule,
  reason,
  unitFault,
  unitSlot,
} from './moment.ts';
import { upToDate } from './reveal.ts';
import { supplyIn } from './supply.ts';

function mayTake({ theatre, state, side }: Moment, { deeds, original, strength }: Piece): number {
  const taken = deeds.filter((deed) => deed === 'raised').length;
  return Math.min(theatre.caps.raise - taken, original - strength, state.pool[side]);
}

function notReinforced(moment: Moment, piece: Piece): Reason | null {
  const { theatre, state, board, side } = moment;
  const { unit, kind, hex, original, strength } = piece;
  if (state.pool[side] === 0) return reason('no-pool', '10.2');
  if (kind !== 'infantry') return reason('infantry-only', '10.2', { unit });
  if (strength >= original) return reason('full-strength', '10.2', { unit });
  if (mayTake(moment, piece) <= 0) return reason('raised', '10.2', { unit, most: theatre.caps.raise });
  if (supplyIn(theatre, state, side, hex) !== 'supplied') return reason('not-supplied', '10.2', { unit });
  return board.isInZone(otherSide(side), hex) ? reason('in-zone', '10.2', { unit }) : null;
}

/** Whether the active side has units to place; this is public [10.1]. */
export function hasArrivals(theatre: Theatre, { counters, side, turn }: State): boolean {
  return counters.some(({ unit, hex, due }) => hex === 'coming' && due <= turn && unitOf(theatre, unit).side === side);
}

/** Points can be given and transferred until the side's first counter acts in its Movement Phase [2.1]. */
function closedOnceActed(moment: Moment): Reason | null {
  const { theatre, state, side } = moment;
  const acted = state.counters.find((one) => unitOf(theatre, one.unit).side === side && hasActed(one));
  return closedUnless('reinforce', 'move')(moment) ?? (acted ? reason('acted', '2.1', { unit: acted.unit }) : null);
}

const unitIn = (draft: Draft, slot: string) => draft[slot] as UnitId;

/** Gives points from the pool to infantry below its starting strength [10.2]. */
export const reinforce: Rule<'reinforce'> = {
  verb: 'reinforce',
  closed: closedOnceActed,
  slots: [
    unitSlot(notReinforced),
    pointsSlot(
      (moment, draft) => mayTake(moment, pieceOf(moment.board, unitIn(draft, 'unit'))),
      (_draft, most) => reason('points', '10.2', { most }),
    ),
  ],
  carry: ({ state, side }, { unit, points }) => {
    const more = Number(points);
    const raised = withCounters(state, [unit], (counter) => ({
      ...counter,
      strength: counter.strength + more,
      deeds: [...counter.deeds, ...numbersUpTo(more).map(() => 'raised' as const)],
    }));
    return {
      state: { ...raised, pool: { ...state.pool, [side]: state.pool[side] - more } },
      events: [{ type: 'reinforced', side, unit, points: more }],
    };
  },
};

/**
 * Points a unit may take from others in its hex. Only so many units of a side may be built up: above their starting
 * strength, or at the side's limit [10.3].
 */
function roomFor({ theatre, board, side }: Moment, { unit, strength, original }: Piece): number {
  const cap = theatre.caps[side];
  const limit = unitOf(theatre, unit).garrison ? original : cap;
  const builtUp = board
    .of(side)
    .filter((one) => one.unit !== unit && one.kind === 'infantry')
    .filter((one) => one.strength > one.original || one.strength >= cap);
  const most = builtUp.length < theatre.caps.units ? limit : Math.min(limit, original, cap - 1);
  return Math.max(0, most - strength);
}

function notTransferring(moment: Moment, piece: Piece): Reason | null {
  const { unit, kind, hex } = piece;
  if (kind !== 'infantry') return reason('infantry-only', '10.3', { unit });
  const others = infantryIn(moment.board, moment.side, hex).filter((one) => one.unit !== unit);
  if (others.length === 0) return reason('no-company', '10.3', { unit });
  return others.some((one) => roomFor(moment, one) > 0) ? null : reason('no-room', '10.3', { unit });
}

/** Transfers strength points within a hex. A unit left with none is removed without scoring [10.3]. */
export const transfer: Rule<'transfer'> = {
  verb: 'transfer',
  closed: closedOnceActed,
  slots: [
    { ...unitSlot(notTransferring), slot: 'from' },
    {
      slot: 'to',
      candidates: ({ board, side }, { from }) =>
        board.own(side, pieceOf(board, from as UnitId).hex).map(({ unit }) => unit),
      fault: (moment, { from }, id) => {
        const missing = unitFault(moment, id);
        if (missing) return missing;
        const piece = pieceOf(moment.board, id);
        if (piece.kind !== 'infantry') return reason('infantry-only', '10.3', { unit: id });
        if (id === from) return reason('no-company', '10.3', { unit: id, to: 'itself' });
        if (piece.hex !== pieceOf(moment.board, from as UnitId).hex)
          return reason('no-company', '10.3', { unit: id, from: from as UnitId });
        return roomFor(moment, piece) > 0 ? null : reason('no-room', '10.3', { unit: id, to: 'yes' });
      },
    },
    pointsSlot(
      (moment, draft) =>
        Math.min(
          pieceOf(moment.board, unitIn(draft, 'from')).strength,
          roomFor(moment, pieceOf(moment.board, unitIn(draft, 'to'))),
        ),
      (_draft, most) => reason('points', '10.2', { most }),
    ),
  ],
  carry: ({ theatre, state, side }, { from, to, points }) => {
    const passed = Number(points);
    let now = withCounters(state, [from], (counter) => ({
      ...counter,
      strength: counter.strength - passed,
      ...(counter.strength === passed ? { hex: 'lost' as const } : {}),
    }));
    now = withCounters(now, [to], (counter) => ({ ...counter, strength: counter.strength + passed }));
    return { state: upToDate(theatre, now), events: [{ type: 'transferred', side, from, to, points: passed }] };
  },
};
