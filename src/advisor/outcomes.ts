import { type Event, everyFall, isRefusal, type Order, type SeatId, type State, type System } from '../game/index.ts';

/** One way the dice of an order may fall. */
export interface WeightedOutcome<S extends State = State> {
  readonly chance: number;
  readonly state: S;
  readonly events: readonly Event[];
}

/**
 * Every way the dice of a legal order may fall, found by applying the order once for each roll. The chances add up to 1. Rolls that
 * lead to the same position are not merged.
 * @throws Error for an order that is refused, or that shuffles
 */
export function outcomes<S extends State>(
  system: Pick<System<S>, 'rules'>,
  state: S,
  seat: SeatId,
  order: Order,
): WeightedOutcome<S>[] {
  return everyFall((dice) => system.rules.apply(state, seat, order, dice)).map(({ chance, result }) => {
    if (isRefusal(result)) throw new Error(`Refused: ${JSON.stringify(order)} (${result.code})`);
    return { chance, state: result.state, events: result.events };
  });
}
