import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexesTo, hexesWithin, type ReachedHexes } from '../../../../kit/hex/search.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { type Board, type Piece, pieceOf } from '../../board.ts';
import { withCounters } from '../../state.ts';
import { HEX_GRID, mayStack, unitOf } from '../../theatre.ts';
import { otherSide } from '../../vocabulary.ts';
import { garrisonFault } from '../command.ts';
import { closedUnless, type Moment, type Reason, type Rule, reason, type Slot, unitSlot } from '../moment.ts';
import { upToDate } from '../reveal.ts';
import { isRailOpen } from '../supply.ts';
import { notGoingOn, pointsLeft } from './march.ts';

/** Rail hexes per movement point, rounded up [3.6]. */
const RAIL_HEXES = 8;
const ENTRAIN = 2;
const DETRAIN = 1;

function entraining({ kind, entrained }: Piece): number {
  return entrained || kind === 'leader' ? 0 : ENTRAIN;
}

function detraining({ kind }: Pick<Piece, 'kind'>): number {
  return kind === 'leader' ? 0 : DETRAIN;
}

/** How many counters, leaders aside, may still be sent by rail in this turn. */
export function railLeft({ state, theatre, side }: Pick<Moment, 'state' | 'theatre' | 'side'>): number {
  const used = state.counters.filter(({ unit, deeds }) => {
    const { side: own, kind } = unitOf(theatre, unit);
    return own === side && kind !== 'leader' && deeds.includes('railed');
  });
  return theatre.transport.rail[side] - used.length;
}

const rides = new MemoPer<Board, ReachedHexes>();

/** Own rail hexes within reach of a counter's remaining movement points. Their costs are rail hexes. */
function ride({ theatre, state, board, side }: Moment, piece: Piece): ReachedHexes {
  const left = pointsLeft(theatre, piece) - entraining(piece);
  const rails = (hex: HexId) => theatre.rails.get(hex) ?? [];
  return rides.get(board, piece.unit, () =>
    hexesWithin(piece.hex, left < 0 ? 0 : left * RAIL_HEXES, (from) =>
      rails(from).flatMap((to) => (isRailOpen(theatre, state, side, to) ? [{ to, cost: 1 }] : [])),
    ),
  );
}

export function rideCost(moment: Moment, piece: Piece, to: HexId): number {
  return entraining(piece) + Math.ceil((ride(moment, piece).get(to)?.cost ?? 0) / RAIL_HEXES);
}

/** Why a counter can't go by rail, leaving aside its destination. */
function notByRail(moment: Moment, piece: Piece): Reason | null {
  const { theatre, state, board, side } = moment;
  const { unit, hex, kind } = piece;
  if (kind === 'cavalry') return reason('cavalry-rail', '3.6', { unit });
  if (piece.held) return reason('out-of-command', '7.3', { unit });
  if (!theatre.rails.has(hex) || state.control[hex] !== side) return reason('no-rail', '3.6', { hex });
  if (!piece.entrained && board.isInZone(otherSide(side), hex)) return reason('zone-train', '3.6', { hex });
  if (kind !== 'leader' && !piece.deeds.includes('railed') && railLeft(moment) <= 0)
    return reason('rail-used', '3.6', { count: theatre.transport.rail[side] });
  const left = pointsLeft(theatre, piece);
  return left < entraining(piece) || left === 0 ? notGoingOn(piece) : null;
}

function notRiding(moment: Moment, piece: Piece, to: HexId): Reason | null {
  const { theatre, board, side, state } = moment;
  if (to === piece.hex) return piece.entrained ? reason('same-hex', '3.2', { hex: to }) : null;
  const fault = garrisonFault(theatre, state, piece, to);
  if (fault) return fault;
  if (!ride(moment, piece).has(to)) return reason('no-ride', '3.6', { unit: piece.unit, to, hexes: RAIL_HEXES });
  return mayStack([...board.own(side, to), piece]) ? null : reason('stacking', '1.7', { hex: to });
}

const unit = unitSlot((moment, piece) => {
  const fault = notByRail(moment, piece);
  if (fault) return fault;
  const open = [...ride(moment, piece).keys()].some((to) => notRiding(moment, piece, to) === null);
  return open ? null : reason('no-ride', '3.6', { unit: piece.unit, hex: piece.hex });
});

const to: Slot = {
  slot: 'to',
  candidates: (moment, { unit: id }) => [...ride(moment, pieceOf(moment.board, id as string)).keys()],
  fault: (moment, { unit: id }, hex) => notRiding(moment, pieceOf(moment.board, id as string), hex),
};

/** Moves a counter by rail, entraining first if needed; it ends entrained [3.6]. */
export const rail: Rule<'rail'> = {
  verb: 'rail',
  closed: closedUnless('move'),
  slots: [unit, to],
  carry: (moment, { unit: id, to: goal }) => {
    const { theatre, state, board, side } = moment;
    const piece = pieceOf(board, id);
    const cost = rideCost(moment, piece, goal);
    const moved = withCounters(state, [id], (counter) => ({
      ...counter,
      hex: goal,
      entrained: true,
      spent: counter.spent + cost,
      deeds: [...counter.deeds.filter((deed) => deed !== 'marched' && deed !== 'railed'), 'railed'],
    }));
    return {
      state: upToDate(theatre, moved),
      events: [{ type: 'moved', side, units: [id], by: 'rail', way: hexesTo(ride(moment, piece), goal), cost }],
    };
  },
};

export const detrain: Rule<'detrain'> = {
  verb: 'detrain',
  closed: closedUnless('move'),
  slots: [
    unitSlot(
      ({ theatre, board, side }, piece) => {
        if (!piece.entrained) return reason('not-entrained', '3.6', { unit: piece.unit });
        if (piece.held) return reason('out-of-command', '7.3', { unit: piece.unit });
        if (board.isInZone(otherSide(side), piece.hex)) return reason('zone-train', '3.6', { hex: piece.hex });
        return pointsLeft(theatre, piece) < detraining(piece) ? notGoingOn(piece) : null;
      },
      ({ entrained }) => entrained,
    ),
  ],
  carry: ({ state, board, side }, { unit: id }) => {
    const { hex, kind } = pieceOf(board, id);
    const cost = detraining({ kind });
    return {
      state: withCounters(state, [id], (counter) => ({ ...counter, entrained: false, spent: counter.spent + cost })),
      events: [{ type: 'detrained', side, unit: id, hex }],
    };
  },
};

/** How many counters, leaders aside, may still go by sea in this turn. */
export function seaLeft({ state, theatre }: Pick<Moment, 'state' | 'theatre'>): number {
  const used = state.counters.filter(
    ({ unit, deeds }) => deeds.includes('sailed') && unitOf(theatre, unit).kind !== 'leader',
  );
  return theatre.transport.sea - used.length;
}

function notBySea(moment: Moment, piece: Piece): Reason | null {
  const { theatre } = moment;
  const { unit, hex, spent, deeds, kind, entrained } = piece;
  if (!theatre.ports.has(hex)) return reason('no-port', '3.8', { hex });
  if (entrained) return reason('entrained', '3.6', { unit });
  if (spent > 0 || deeds.some((deed) => deed !== 'raised' && deed !== 'probed'))
    return reason('sea-whole', '3.8', { unit });
  if (kind !== 'leader' && seaLeft(moment) <= 0) return reason('sea-used', '3.8', { count: theatre.transport.sea });
  return null;
}

/** Why a counter may not land in a port; the reasons are public [3.8]. */
function notLanding({ theatre, state, board, side }: Moment, piece: Piece, to: HexId): Reason | null {
  if (!theatre.ports.has(to)) return reason('no-port', '3.8', { hex: to });
  if (to === piece.hex) return reason('same-hex', '3.2', { hex: to });
  const about = [to, ...HEX_GRID.neighbours(to)];
  if (board.isHeld('confederate', to) || about.some((hex) => board.own('confederate', hex).length > 0))
    return reason('port-watched', '3.8', { hex: to });
  if (about.some((hex) => state.shut.includes(hex))) return reason('port-shut', '3.8', { hex: to });
  return mayStack([...board.own(side, to), piece]) ? null : reason('stacking', '1.7', { hex: to });
}

/** Moves a Union counter from port to port, for its whole move; command does not matter [3.8, 7.3]. */
export const sea: Rule<'sea'> = {
  verb: 'sea',
  closed: (moment) => closedUnless('move')(moment) ?? (moment.side === 'union' ? null : reason('union-only', '3.8')),
  slots: [
    unitSlot(
      (moment, piece) => {
        const fault = notBySea(moment, piece);
        if (fault) return fault;
        const open = [...moment.theatre.ports].some((to) => notLanding(moment, piece, to) === null);
        return open ? null : reason('port-watched', '3.8', { unit: piece.unit });
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
      state: upToDate(theatre, moved),
      events: [{ type: 'moved', side, units: [id], by: 'sea', way: [hex, to], cost: 0 }],
    };
  },
};
