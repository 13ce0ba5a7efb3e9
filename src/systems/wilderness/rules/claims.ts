import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { oncePer } from '../../../kit/memo.ts';
import { type Board, boardOf, infantryIn, type Piece, pieceOf } from '../board.ts';
import { type State, withCounters } from '../state.ts';
import type { Theatre } from '../theatre.ts';
import { otherSide, type Side } from '../vocabulary.ts';
import { closedUnless, type Rule, reason, unitSlot } from './moment.ts';
import { upToDate } from './reveal.ts';

/** Hexes that can be controlled: places, ports, stations, rails [11.1]. */
const claimable = oncePer(
  (theatre: Theatre): ReadonlySet<HexId> =>
    new Set([
      ...theatre.places.flatMap(({ hex, kind }) => (kind === 'pass' ? [] : [hex])),
      ...theatre.ports,
      ...theatre.rails.keys(),
    ]),
);

/** Whether a side can claim a hex, as far as the map goes. */
function isToClaim(theatre: Theatre, state: State, side: Side, hex: HexId): boolean {
  return claimable(theatre).has(hex) && state.control[hex] !== side;
}

/** Whether showing a counter in a hex may score: Confederates in the North, Union counters on rails [12.1]. */
function isShowplace(theatre: Theatre, state: State, side: Side, hex: HexId): boolean {
  if (side === 'confederate') return theatre.zones.north.has(hex);
  return theatre.rails.has(hex) && state.control[hex] !== 'union';
}

/** Infantry can be shown, and cavalry by the Union. */
function mayShow({ up, kind, side }: Piece): boolean {
  return !up && (kind === 'infantry' || (kind === 'cavalry' && side === 'union'));
}

/** Whether a claim or a show looks possible to the enemy, who can't see face-down counters. */
export function mayClaim(theatre: Theatre, state: State): boolean {
  const { side } = state;
  return boardOf(theatre, state)
    .of(side)
    .some(
      ({ up, kind, hex }) =>
        ((!up || kind === 'infantry') && isToClaim(theatre, state, side, hex)) ||
        (!up && isShowplace(theatre, state, side, hex)),
    );
}

/**
 * Rail hexes claimed with a station: the line back to the side's nearest hex, up to a hex that the enemy holds [3.7].
 */
function railClaimed(theatre: Theatre, state: State, board: Board, side: Side, hex: HexId): readonly HexId[] {
  const gained = theatre.lines.flatMap(({ path, stations }) => {
    const at = path.indexOf(hex);
    if (at < 0 || !stations.includes(hex)) return [];
    const directions = [path.slice(0, at).reverse(), path.slice(at + 1)];
    const [shortest = []] = directions
      .map((way) => way.slice(0, way.findIndex((one) => state.control[one] === side) + 1))
      .filter((way) => way.length > 0)
      .sort((one, other) => one.length - other.length);
    const enemy = shortest.findIndex((one) => board.isHeld(otherSide(side), one));
    return enemy < 0 ? shortest : shortest.slice(0, enemy);
  });
  return [...new Set(gained)].filter((one) => state.control[one] !== side).sort();
}

export const claim: Rule<'claim'> = {
  verb: 'claim',
  closed: closedUnless('claim'),
  slots: [
    {
      slot: 'hex',
      candidates: ({ board, side }) => board.hexesOf(side),
      fault: ({ theatre, state, board, side }, _draft, hex) => {
        if (!claimable(theatre).has(hex)) return reason('no-place', '11.1', { hex });
        if (state.control[hex] === side) return reason('controlled', '11.1', { hex });
        return infantryIn(board, side, hex).length > 0 ? null : reason('no-infantry', '11.1', { hex });
      },
    },
  ],
  carry: ({ theatre, state, board, side }, { hex }) => {
    const rail = railClaimed(theatre, state, board, side, hex);
    const control = { ...state.control };
    for (const one of [hex, ...rail]) control[one] = side;
    return { state: { ...state, control }, events: [{ type: 'claimed', side, hex, rail }] };
  },
};

export const show: Rule<'show'> = {
  verb: 'show',
  closed: closedUnless('claim'),
  slots: [
    unitSlot(({ theatre, state, side }, piece) => {
      if (!mayShow(piece)) return reason('not-shown', '12.1', { unit: piece.unit, ...(piece.up ? { up: 'yes' } : {}) });
      return isShowplace(theatre, state, side, piece.hex)
        ? null
        : reason('no-showplace', '12.1', { unit: piece.unit, side });
    }),
  ],
  carry: ({ theatre, state, board, side }, { unit }) => {
    const { hex, strength } = pieceOf(board, unit);
    const shown = withCounters(state, [unit], (counter) => ({ ...counter, up: true }));
    return {
      state: upToDate(theatre, shown),
      events: [{ type: 'revealed', side, hex, units: [{ unit, strength }], dummies: [] }],
    };
  },
};
