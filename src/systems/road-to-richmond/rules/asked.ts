import { type Order as AnyOrder, type Asked, legalOrders, type Phase, type SeatId } from '../../../game/index.ts';
import type { HexId } from '../../../kit/hex/hex-grid.ts';
import { cheapest } from '../../../kit/subsets.ts';
import { boardOf, pieceOf } from '../board.ts';
import { type Field, HEX_GRID, type Piece, STACK_LIMIT } from '../field.ts';
import { isOnMap, type Pending, type State } from '../state.ts';
import { type Order, type PieceId, type Side, TRAIN_EXIT, targetOf } from '../vocabulary.ts';
import { expectedSwing } from './combat/battle-odds.ts';
import { idleGuns } from './combat/battle-plan.ts';
import { enemyHexes, hexOf, isOpen, mandatoryAttacks, ownHexes } from './combat/contact.ts';
import { losable, type RetreatWay, retreats } from './combat/pending-choices.ts';
import { legality, toDecide } from './legality.ts';
import { destinationsByUse } from './movement/listing-order.ts';
import { destinationsOf, moversOf, overfull } from './movement/movers.ts';

/** The side that decides now, and its default order for when time runs out. */
export function asked(field: Field, state: State): readonly Asked[] {
  const seat = toDecide(state);
  if (seat === null) return [];
  const defaultOrder = state.step === 'move' ? ending(field, state, seat) : defaultOrderOf(field, state);
  const outOfTurn = seat !== state.side;
  const { key } = phaseOf(state);
  return [
    {
      seat,
      ...(defaultOrder ? { defaultOrder: defaultOrder as AnyOrder } : {}),
      // A phase has one key for its side, and one for each battle's choices of the other side.
      phaseKey: outOfTurn ? `${key}-choice-${state.fought.hexes.length}` : key,
      ...(outOfTurn ? { outOfTurn } : {}),
    },
  ];
}

/** Passes a movement phase in which no unit can move at its start; this reveals nothing, as nothing is hidden. */
export function pass(field: Field, state: State): { readonly seat: SeatId; readonly order: Order } | null {
  const { over, step, pending, moved, side: seat } = state;
  if (over || step !== 'move' || pending.length > 0 || Object.keys(moved).length > 0) return null;
  const canEnd = moversOf(field, state).length === 0 && overfull(field, state) === null;
  return canEnd ? { seat, order: { verb: 'done' } } : null;
}

/** The default ends the phase; if a hex is overfull, one of its pieces moves first. */
function ending(field: Field, state: State, seat: Side): AnyOrder | undefined {
  if (overfull(field, state) !== null) return steppingOn(field, state);
  const [order] = legalOrders(legality(field), state, seat, { verb: 'done' });
  return order;
}

/** A small step that finds room; a default never leads a unit next to the enemy if there is another way. */
function steppingOn(field: Field, state: State): AnyOrder | undefined {
  const board = boardOf(field, state);
  const [unit] = moversOf(field, state);
  if (unit === undefined) return undefined;
  const places = destinationsByUse(field, state, destinationsOf(field, state, unit), false);
  const here = places.filter(({ to }) => isOnMap(to));
  const roomy = here.filter(({ to }) => board.at(to).length < STACK_LIMIT);
  // A default does not lead a unit off the map if there is another way.
  const place = roomy.at(-1) ?? here.at(-1) ?? places.at(-1);
  return place && { verb: 'move', unit, to: place.to };
}

/** The movement or combat phase of a side's turn. */
export function phaseOf({ turn, side, step }: State): Phase {
  const turnOfSide = `turn-${turn}-${side}`;
  return { key: `${turnOfSide}-${step === 'move' ? 'movement' : 'combat'}`, turn: turnOfSide };
}

/**
 * The order for a side whose time runs out in a combat phase or in a choice: a legal plan, the battle with the best expected result, a retreat to the
 * best terrain, the cheapest exchange, no advance. Repeated, it ends the phase.
 */
export function defaultOrderOf(field: Field, state: State): Order | undefined {
  const [pending] = state.pending;
  if (pending) return chosen(field, state, pending);
  if (state.step === 'plan') return planned(field, state);
  if (state.step !== 'fight') return undefined;
  let best = state.battles[0];
  if (!best) return { verb: 'done' };
  for (const battle of state.battles)
    if (expectedSwing(field, state, battle) > expectedSwing(field, state, best)) best = battle;
  return { verb: 'fight', target: targetOf(best.hexes) };
}

function planned(field: Field, state: State): Order {
  if (isOpen(mandatoryAttacks(field, state))) return { verb: 'done', sure: 'rest' };
  return idleGuns(field, state).length > 0 ? { verb: 'done', sure: 'yes' } : { verb: 'done' };
}

function chosen(field: Field, state: State, pending: Pending): Order {
  switch (pending.kind) {
    case 'retreat':
      return bestRetreat(field, state, retreats(field, state, pending));
    case 'lose':
      return { verb: 'lose', units: leastLoss(losable(field, state, pending), pending.need) };
    case 'advance':
      return { verb: 'advance', unit: 'none' };
    default:
      return pending satisfies never;
  }
}

/** Prefers terrain that doubles a defence, then friends, then distance from the enemy; the Train gets as near to its exit as it can. */
function bestRetreat(field: Field, state: State, ways: ReadonlyMap<PieceId, readonly RetreatWay[]>): Order {
  const [[unit, open]] = [...ways] as [[PieceId, readonly RetreatWay[]]];
  const piece = pieceOf(field, unit);
  let best: RetreatWay | undefined;
  for (const way of open)
    if (!best || worth(field, state, piece, way.to) > worth(field, state, piece, best.to)) best = way;
  const { to, displacing } = best as RetreatWay;
  const [room] = [...displacing].sort((a, b) => pieceOf(field, a).strength - pieceOf(field, b).strength);
  return { verb: 'retreat', unit, to, ...(room === undefined ? {} : { displacing: room }) };
}

function worth(field: Field, state: State, { id, side, kind }: Piece, to: HexId): number {
  if (kind === 'train') return -HEX_GRID.distance(to, TRAIN_EXIT);
  const hex = field.hex.get(to);
  const ground = hex?.terrain === 'rough' || hex?.terrain === 'forest_rough' ? 3 : 0;
  const behindWater = hex?.sides.some(({ water, redoubt }) => water !== null || redoubt === 'out') ? 1 : 0;
  const [own, enemies] = side === state.side ? [ownHexes, enemyHexes] : [enemyHexes, ownHexes];
  const near = (hexes: readonly HexId[], range: number) =>
    hexes.filter((one) => one !== hexOf(state, id) && HEX_GRID.distance(one, to) <= range).length;
  return ground + behindWater + Math.min(2, near(own(field, state), 1)) - near(enemies(field, state), 2);
}

function leastLoss(pieces: readonly Piece[], need: number): readonly PieceId[] {
  return cheapest(pieces, need, ({ strength }) => strength).map(({ id }) => id);
}
