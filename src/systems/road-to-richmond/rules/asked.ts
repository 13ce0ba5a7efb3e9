import { type Asked, legalOrders, type Order, type Phase, type SeatId } from '../../../game/index.ts';
import { boardOf } from '../board.ts';
import { type Field, STACK_LIMIT } from '../field.ts';
import { isOnMap, type State } from '../state.ts';
import type { Order as OwnOrder, Side } from '../vocabulary.ts';
import { defaultOrderOf } from './combat/default-order.ts';
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
      ...(defaultOrder ? { defaultOrder: defaultOrder as Order } : {}),
      // A phase has one key for its side, and one for each battle's choices of the other side.
      phaseKey: outOfTurn ? `${key}-choice-${state.fought.hexes.length}` : key,
      ...(outOfTurn ? { outOfTurn } : {}),
    },
  ];
}

/** Passes a movement phase in which no unit can move at its start; this reveals nothing, as nothing is hidden. */
export function pass(field: Field, state: State): { readonly seat: SeatId; readonly order: OwnOrder } | null {
  const { over, step, pending, moved, side: seat } = state;
  if (over || step !== 'move' || pending.length > 0 || Object.keys(moved).length > 0) return null;
  const canEnd = moversOf(field, state).length === 0 && overfull(field, state) === null;
  return canEnd ? { seat, order: { verb: 'done' } } : null;
}

/** The default ends the phase; if a hex is overfull, one of its pieces moves first. */
function ending(field: Field, state: State, seat: Side): Order | undefined {
  if (overfull(field, state) !== null) return steppingOn(field, state);
  const [order] = legalOrders(legality(field), state, seat, { verb: 'done' });
  return order;
}

/** A small step that finds room; a default never leads a unit next to the enemy if there is another way. */
function steppingOn(field: Field, state: State): Order | undefined {
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
