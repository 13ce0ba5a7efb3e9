import type { HexId } from '../../../../kit/hex/hex-grid.ts';
import { hexesTo, hexesWithin, type ReachedHexes } from '../../../../kit/hex/search.ts';
import { MemoPer } from '../../../../kit/memo.ts';
import { subsets } from '../../../../kit/subsets.ts';
import { type Board, hasZone, isRiver, type Piece, pieceOf } from '../../board.ts';
import { type Deed, withCounters } from '../../state.ts';
import { apart, HEX_GRID, inUnitOrder, isLand, mayStack, type Theatre, together, unitOf } from '../../theatre.ts';
import { otherSide, type Side } from '../../vocabulary.ts';
import { garrisonFault } from '../command.ts';
import { closedUnless, type Moment, type Reason, type Rule, reason, type Slot, unitSlot } from '../moment.ts';
import { upToDate } from '../reveal.ts';

/** Deeds that end a counter’s move in a phase, with their paragraph. */
const LAST_DEEDS = { sailed: '3.8', entrenched: '3.10', repulsed: '4.2' } as const satisfies {
  [deed in Deed]?: string;
};

/** Why a counter’s move is over, whatever points it has left. */
export function moveOver({ unit, deeds }: Pick<Piece, 'unit' | 'deeds'>): Reason | null {
  const last = deeds.find((deed): deed is keyof typeof LAST_DEEDS => deed in LAST_DEEDS);
  return last ? reason('move-over', LAST_DEEDS[last], { unit, last }) : null;
}

export function notGoingOn(piece: Piece): Reason {
  return moveOver(piece) ?? reason('no-points', '3.2', { unit: piece.unit });
}

/** Movement points that a counter has left in this phase [3.2, 3.3]. */
export function pointsLeft(theatre: Pick<Theatre, 'unit'>, piece: Piece): number {
  const { movement } = unitOf(theatre, piece.unit);
  if (moveOver(piece)) return 0;
  return Math.max(0, (piece.halved ? Math.floor(movement / 2) : movement) - piece.spent);
}

/** Movement points to enter an adjacent hex; `null` if it may not be entered. Depends on public facts only. */
export function costOf(theatre: Theatre, board: Board, side: Side, from: HexId, to: HexId): number | null {
  const enemy = otherSide(side);
  const terrain = theatre.hex.get(to)?.terrain;
  if (terrain === undefined || terrain === 'mountain' || terrain === 'sea') return null;
  if (terrain === 'estuary' && side !== 'union') return null;
  if (board.isHeld(enemy, to)) return null;
  const { costs } = theatre;
  return (
    costs[terrain] +
    (isRiver(theatre, from, to) ? costs.river : 0) +
    (board.isInZone(enemy, to) ? costs.enterZone : 0) +
    (board.isInZone(enemy, from) ? costs.leaveZone : 0)
  );
}

/** Whether anything in an enemy hex has a zone of control [3.5, 4.2]. */
export function zoneIn(board: Board, hex: HexId): boolean {
  return board.at(hex).some(hasZone);
}

/** Of a larger stack, only combinations of its first counters are listed. */
const MOST_COMBINED = 6;

const reaches = new MemoPer<Board, ReachedHexes>();

/** Every hex that counters reach with a number of movement points [3.1]. */
export function reachFrom(
  { theatre, board, side }: Pick<Moment, 'theatre' | 'board' | 'side'>,
  hex: HexId,
  points: number,
): ReachedHexes {
  return reaches.get(board, `${side} ${hex} ${points}`, () =>
    hexesWithin(hex, points, (from) =>
      HEX_GRID.neighbours(from).flatMap((to) => {
        const cost = costOf(theatre, board, side, from, to);
        return cost === null ? [] : [{ to, cost }];
      }),
    ),
  );
}

/** Movement points of the slowest counter [3.4]. */
export function slowest(moment: Moment, pieces: readonly Piece[]): number {
  return Math.min(...pieces.map((piece) => pointsLeft(moment.theatre, piece)));
}

/** The same stack is looked up for every destination. */
const stacks = new MemoPer<Board, readonly Piece[] | null>(64);

/** The side's counters named in an order; `null` if one of them is not in that hex, or named twice. */
export function stackNamed({ board, side }: Moment, hex: HexId, units: string): readonly Piece[] | null {
  return stacks.get(board, `${side} ${hex} ${units}`, () => {
    const pieces = apart(units).map((id) => board.piece(id));
    const found = pieces.filter((piece) => piece?.side === side && piece.hex === hex);
    return found.length === pieces.length && new Set(pieces).size === pieces.length ? (found as Piece[]) : null;
  });
}

/** The stacks that can be chosen from some counters: all of them, then each alone, then other combinations. */
function stackChoices(theatre: Theatre, pieces: readonly Piece[]): readonly string[] {
  const ids = inUnitOrder(
    theatre,
    pieces.map(({ unit }) => unit),
  );
  const combinations = subsets(ids.slice(0, MOST_COMBINED)).map(together);
  return [...new Set([...(ids.length > 0 ? [together(ids)] : []), ...ids, ...combinations])];
}

function immobile(moment: Moment, piece: Piece): Reason | null {
  const unit = piece.unit;
  if (piece.entrained) return reason('entrained', '3.6', { unit });
  if (piece.held) return reason('out-of-command', '7.3', { unit });
  return pointsLeft(moment.theatre, piece) === 0 ? notGoingOn(piece) : null;
}

/** Why counters may not end a march in a hex, whatever their way. */
function notEnding(moment: Moment, pieces: readonly Piece[], to: HexId): Reason | null {
  const { theatre, board, side, state } = moment;
  const [first] = pieces as readonly [Piece, ...Piece[]];
  const terrain = theatre.hex.get(to)?.terrain ?? 'sea';
  if (to === first.hex) return reason('same-hex', '3.2', { hex: to });
  if (terrain === 'estuary') return reason('estuary-end', '3.9', { hex: to });
  if (!isLand(theatre, to)) return reason('no-land', '3.1', { hex: to, terrain });
  if (board.isHeld(otherSide(side), to)) return reason('enemy-there', '3.4', { hex: to });
  for (const piece of pieces) {
    const fault = garrisonFault(theatre, state, piece, to);
    if (fault) return fault;
  }
  if (!mayStack([...board.own(side, to).filter((one) => !pieces.includes(one)), ...pieces]))
    return reason('stacking', '1.7', { hex: to });
  return null;
}

/** The reason why counters can't march to a hex; `null` if they can. */
function notTo(moment: Moment, pieces: readonly Piece[], to: HexId): Reason | null {
  const [first] = pieces as readonly [Piece, ...Piece[]];
  const fault = notEnding(moment, pieces, to);
  if (fault) return fault;
  const left = slowest(moment, pieces);
  const cost = reachFrom(moment, first.hex, left).get(to)?.cost;
  if (cost !== undefined) return null;
  const need = reachFrom(moment, first.hex, FURTHER).get(to)?.cost;
  return reason('too-far', '3.2', { hex: to, left, ...(need === undefined ? {} : { cost: need }) });
}
/** The most movement points that a refusal of a hex out of reach gives as its cost. */
const FURTHER = 16;

function destinations(moment: Moment, pieces: readonly Piece[]): readonly HexId[] {
  const [first] = pieces;
  return first ? [...reachFrom(moment, first.hex, slowest(moment, pieces)).keys()] : [];
}

/** The reason why counters can't march anywhere together; `null` if they can. */
function stuck(moment: Moment, pieces: readonly Piece[]): Reason | null {
  for (const piece of pieces) {
    const fault = immobile(moment, piece);
    if (fault) return fault;
  }
  const [first] = pieces as readonly [Piece, ...Piece[]];
  const left = slowest(moment, pieces);
  const { theatre, board, side } = moment;
  const canEnter = (to: HexId) => (costOf(theatre, board, side, first.hex, to) ?? left + 1) <= left;
  const canEnd = (to: HexId) => notEnding(moment, pieces, to) === null;
  // Nearly always an adjacent hex will do, so the whole reach is searched only if none does.
  if (HEX_GRID.neighbours(first.hex).some((to) => canEnter(to) && canEnd(to))) return null;
  return destinations(moment, pieces).some(canEnd) ? null : reason('pinned', '3.2', { unit: first.unit, left });
}

const movable = (moment: Moment, hex: HexId) =>
  moment.board.own(moment.side, hex).filter((piece) => stuck(moment, [piece]) === null);

const from: Slot = {
  slot: 'from',
  candidates: ({ board, side }) => board.hexesOf(side),
  fault: (moment, _draft, hex, order) => {
    const own = moment.board.own(moment.side, hex);
    if (own.length === 0) return reason('nobody-there', '3.4', { hex });
    const faults = own.map((piece) => stuck(moment, [piece]));
    const named = own.findIndex(({ unit }) => typeof order?.units === 'string' && apart(order.units).includes(unit));
    return faults.includes(null) ? null : (faults[Math.max(0, named)] ?? null);
  },
};

/**
 * A slot for counters that go together.
 * @param ready the counters of a hex that can go
 * @param not the reason against some counters, if there is one
 */
export function stackSlot(
  rule: string,
  ready: (moment: Moment, hex: HexId) => readonly Piece[],
  not: (moment: Moment, pieces: readonly Piece[]) => Reason | null,
): Slot {
  const listed = (moment: Moment, hex: HexId) => stackChoices(moment.theatre, ready(moment, hex));
  return {
    slot: 'units',
    candidates: (moment, { from: hex }) => listed(moment, hex as HexId),
    fault: (moment, { from }, units) => {
      const hex = from as HexId;
      const pieces = stackNamed(moment, hex, units);
      if (!pieces) return reason('not-there', rule, { units, hex });
      return not(moment, pieces) ?? (listed(moment, hex).includes(units) ? null : reason('not-listed', null));
    },
  };
}

const to: Slot = {
  slot: 'to',
  candidates: (moment, { from: hex, units: value }) =>
    destinations(moment, stackNamed(moment, hex as HexId, value as string) ?? []),
  fault: (moment, { from: hex, units: value }, goal) =>
    notTo(moment, stackNamed(moment, hex as HexId, value as string) as readonly Piece[], goal),
};

/** Counters march by stacks or one by one; a stack drops counters by marching on without them [3.4]. */
export const move: Rule<'move'> = {
  verb: 'move',
  closed: closedUnless('move'),
  slots: [from, stackSlot('3.4', movable, stuck), to],
  carry: (moment, { from: hex, units: value, to: goal }) => {
    const { theatre, state, side } = moment;
    const pieces = stackNamed(moment, hex, value) as readonly Piece[];
    const reached = reachFrom(moment, hex, slowest(moment, pieces));
    const cost = reached.get(goal)?.cost ?? 0;
    const moved = withCounters(state, apart(value), (counter) => ({
      ...counter,
      hex: goal,
      spent: counter.spent + cost,
      deeds: [...counter.deeds.filter((deed) => deed !== 'marched'), 'marched'],
    }));
    return {
      state: upToDate(theatre, moved),
      events: [{ type: 'moved', side, units: apart(value), by: 'march', way: hexesTo(reached, goal), cost }],
    };
  },
};

const ENTRENCH = 1;

/** Entrenching ends a unit's movement; units out of command may do it too [3.10, 7.3]. */
export const entrench: Rule<'entrench'> = {
  verb: 'entrench',
  closed: closedUnless('move'),
  slots: [
    unitSlot(({ theatre, state }, piece) => {
      const { unit, kind, hex } = piece;
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
