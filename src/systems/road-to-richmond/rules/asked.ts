import { type Asked, legalOrders, type Order, type Phase, type SeatId } from '../../../game/index.ts';
import { boardOf } from '../board.ts';
import { type Field, STACK_LIMIT } from '../field.ts';
import { isOnMap, type State } from '../state.ts';
import type { Order as OwnOrder, Side } from '../vocabulary.ts';
import { defaultOrderOf } from './combat/default-order.ts';
import { legality, toDecide } from './legality.ts';
import { destinationsByUse } from './movement/listing-order.ts';
import { destinationsOf, moversOf, overfull } from './movement/movers.ts';

/** The one side that decides now, and what is done for it when its time runs out. */
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
      // One key for a phase of its side, and one for the choices that a battle asks of the other side.
      phaseKey: outOfTurn ? `${key}-choice-${state.fought.hexes.length}` : key,
      ...(outOfTurn ? { outOfTurn } : {}),
    },
  ];
}

/** A movement phase in which nobody can move from its beginning: nothing is hidden in this game, so everybody sees it. */
export function pass(field: Field, state: State): { readonly seat: SeatId; readonly order: OwnOrder } | null {
  const { over, step, pending, moved, side: seat } = state;
  if (over || step !== 'move' || pending.length > 0 || Object.keys(moved).length > 0) return null;
  const canEnd = moversOf(field, state).length === 0 && overfull(field, state) === null;
  return canEnd ? { seat, order: { verb: 'done' } } : null;
}

/** Whatever else it might do, the phase is ended; where a hex holds too many, one of them moves on first. */
function ending(field: Field, state: State, seat: Side): Order | undefined {
  if (overfull(field, state) !== null) return steppingOn(field, state);
  const [order] = legalOrders(legality(field), state, seat, { verb: 'done' });
  return order;
}

/** No farther than it takes to find room: in nobody's name is a unit led next to the enemy where there is another way. */
function steppingOn(field: Field, state: State): Order | undefined {
  const board = boardOf(field, state);
  const [unit] = moversOf(field, state);
  if (unit === undefined) return undefined;
  const places = destinationsByUse(field, state, destinationsOf(field, state, unit), false);
  const here = places.filter(({ to }) => isOnMap(to));
  const roomy = here.filter(({ to }) => board.at(to).length < STACK_LIMIT);
  // Off the map nobody is led where there is another way.
  const place = roomy.at(-1) ?? here.at(-1) ?? places.at(-1);
  return place && { verb: 'move', unit, to: place.to };
}

/** A movement or a combat phase of a side's turn. */
export function phaseOf({ turn, side, step }: State): Phase {
  const turnOfSide = `turn-${turn}-${side}`;
  return { key: `${turnOfSide}-${step === 'move' ? 'movement' : 'combat'}`, turn: turnOfSide };
}
