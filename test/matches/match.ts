import { createHash } from 'node:crypto';
import {
  type Dice,
  type Event,
  isRefusal,
  type Order,
  orderKey,
  type SeatId,
  type State,
  type System,
  sealedDice,
  walkToOrder,
} from '../../src/game/index.ts';

/** Whoever plays a seat: its orders where it is asked. */
export type Player = (state: State, seat: SeatId, dice: Dice) => readonly Order[];

/** A game played out, or given up after very many orders. */
export interface Match {
  readonly state: State;
  readonly orders: number;
  /** CPU milliseconds that each player thought. */
  readonly thought: Readonly<Record<SeatId, number>>;
  readonly over: boolean;
}

/** An order of a match, and what came of it. */
export interface Seen {
  readonly after: State;
  readonly seat: SeatId;
  readonly order: Order;
  readonly events: readonly Event[];
  /** Dice that it threw. */
  readonly thrown: number;
  /** Whether others were chosen to follow it at once. */
  readonly more: boolean;
}

export interface Terms {
  saw?(seen: Seen): void;
  /** It is broken off after so many orders. */
  readonly most?: number;
}

const MOST_ORDERS = 20_000;

/** The machine of a system, in one of its styles. */
export function machinePlayer({ play, about, knowledge }: System, style?: string): Player {
  const machine = play?.machine;
  if (!machine) throw new Error(`${about.title} has no machine`);
  return (state, seat, dice) => machine.orders(knowledge.view(state, seat), seat, dice, style);
}

/** Walks through the questions and answers each at random. */
export function randomPlayer(system: System): Player {
  return (state, seat, dice) => {
    const order = walkToOrder(system.rules, state, seat, (count) =>
      count <= 1 ? 0 : dice.roll(count, 'at random') - 1,
    );
    return order ? [order] : [];
  };
}

/** Never moves: gives the default order of each question. */
export function standingPlayer(system: System): Player {
  return (state, seat) => {
    const order = system.rules.asked(state).find((one) => one.seat === seat)?.defaultOrder;
    return order ? [order] : [];
  };
}

/** Plays a game by its seed: the dice are those of a host whose secret is the seed. */
export function playMatch(
  system: System,
  variant: string,
  seed: string,
  players: Readonly<Record<SeatId, Player>>,
  { saw, most = MOST_ORDERS }: Terms = {},
): Match {
  const dice = (turn: number, order: string) =>
    sealedDice((message) => createHash('sha256').update(`${seed}|${message}`).digest(), { game: seed, turn, order });
  let { state } = system.rules.start(variant, dice(0, 'start'));
  let orders = 0;
  const thought: Record<SeatId, number> = Object.fromEntries(Object.keys(players).map((seat) => [seat, 0]));
  while (orders < most) {
    const [asked] = system.rules.asked(state);
    if (!asked) return { state, orders, thought, over: true };
    const { seat } = asked;
    const begun = process.cpuUsage();
    const chosen = players[seat]?.(state, seat, dice(orders, 'machine')) ?? [];
    const { user, system: kernel } = process.cpuUsage(begun);
    thought[seat] = (thought[seat] ?? 0) + (user + kernel) / 1000;
    if (chosen.length === 0) throw new Error(`${seat} has no order in ${seed} after ${orders}`);
    for (const [at, order] of chosen.entries()) {
      const throwing = dice(orders, orderKey(order));
      const applied = system.rules.apply(state, seat, order, throwing);
      if (isRefusal(applied))
        throw new Error(
          `${seat} in ${seed} after ${orders}: ${JSON.stringify(order)}: ${system.orderWords.refusal(applied)}`,
        );
      state = applied.state;
      orders += 1;
      const { events } = applied;
      saw?.({ after: state, seat, order, events, thrown: throwing.thrown.length, more: at < chosen.length - 1 });
    }
  }
  return { state, orders, thought, over: false };
}
