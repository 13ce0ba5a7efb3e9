import { type Applied, isLegal, type Refusal, refuse } from '../../../src/game/index.ts';
import { next } from './legality.ts';
import { type Event, nameOf, type Order, type State } from './vocabulary.ts';

export function apply(state: State, seat: string, order: Order): Applied<State, Event> | Refusal {
  if (!isLegal({ next }, state, seat, order)) return refuse('illegal', null);
  switch (order.verb) {
    case 'move': {
      const where = { ...state.where, [order.unit]: order.to };
      return did(
        { ...state, where, moved: [...state.moved, order.unit] },
        `${nameOf(order.unit)} marches to ${order.to}`,
      );
    }
    case 'detail':
      return did(
        { ...state, moved: [...state.moved, ...order.units], detailed: [...state.detailed, ...order.units] },
        `${order.units.length} units are sent to the ${order.task}`,
      );
    case 'cheer':
      return did(state, `Cheers for ${(order.for ?? []).join(', ') || 'nobody'}`);
    case 'done':
      return did({ ...state, turn: state.turn + 1, moved: [], detailed: [] }, 'The turn ends');
    default:
      return order satisfies never;
  }
}

function did(state: State, what: string): Applied<State, Event> {
  return { state, events: [{ type: 'did', what }] };
}
