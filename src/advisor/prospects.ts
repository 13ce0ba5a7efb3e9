import {
  type Event,
  everyFall,
  isRefusal,
  type Label,
  legalOrders,
  type Order,
  type SeatId,
  type State,
  type System,
} from '../game/index.ts';
import { type OrderWorth, SAME_WORTH, type Solution } from './solve.ts';

/** One way the dice of an order may fall. */
interface WeightedOutcome<S extends State = State> {
  readonly chance: number;
  readonly state: S;
  readonly events: readonly Event[];
}

/**
 * Every way the dice of a legal order may fall, found by applying the order once for each roll. The chances add up to
 * 1. Rolls that lead to the same position are not merged.
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

/** A legal order and its worth. */
export interface Prospect {
  readonly order: Order;
  readonly label: Label;
  /** The chance of winning once it is given and before its dice fall, under best play from then on: 0 to 1. */
  readonly worth: number;
  /** The fewest orders to a win after it, under best play; Infinity if it cannot be won. */
  readonly orders: number;
  /** It costs nothing, throws no die, and nobody answers it. */
  readonly free?: true;
}

/**
 * The chance of winning from a position, under best play; `null` if the solution lacks it (it cannot be reached from
 * the start by these rules) or the system cannot be solved.
 */
export function worthOf(system: System, solution: Solution, state: State): number | null {
  return solved(system, solution, state)?.chance ?? null;
}

function solved({ play }: System, solution: Solution, state: State): OrderWorth | null {
  return (play?.solvable && solution.get(play.solvable.key(state))) ?? null;
}

/**
 * Every legal order of the solved seat, the best first; `null` as in `worthOf`. Of orders with the same worth, the one
 * that may win soonest comes first: otherwise somebody who plays the first each time could march back and forth for
 * ever.
 */
export function prospects(system: System, solution: Solution, state: State): readonly Prospect[] | null {
  const solvable = system.play?.solvable;
  if (!solvable) return null;
  const found: Prospect[] = [];
  for (const order of legalOrders(system.rules, state, solvable.seat)) {
    let [worth, soonest] = [0, Number.POSITIVE_INFINITY];
    const falls = outcomes(system, state, solvable.seat, order);
    for (const outcome of falls) {
      const then = solved(system, solution, outcome.state);
      if (then === null) return null;
      worth += outcome.chance * then.chance;
      soonest = Math.min(soonest, then.orders);
    }
    const [only, ...others] = falls;
    const free = only && others.length === 0 && system.rules.isFree?.(order, only.events);
    const prospect = { order, label: system.orderWords.label(state, order), worth, orders: soonest };
    found.push(free ? { ...prospect, free } : prospect);
  }
  return ranked(found);
}

function ranked(found: readonly Prospect[]): readonly Prospect[] {
  const unranked = found.toSorted((a, b) => b.worth - a.worth);
  const inOrder: Prospect[] = [];
  while (unranked[0]) {
    const { worth } = unranked[0];
    const below = unranked.findIndex((prospect) => worth - prospect.worth >= SAME_WORTH);
    const same = unranked.splice(0, below < 0 ? unranked.length : below);
    // Infinity − Infinity is no number.
    inOrder.push(...same.sort((a, b) => (a.orders === b.orders ? 0 : a.orders - b.orders)));
  }
  return inOrder;
}
