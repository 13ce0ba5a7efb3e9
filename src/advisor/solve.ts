import type { Model, ModelOutcome } from '../game/index.ts';
import { absorption, type ChainState } from './markov-chain.ts';
import { mean, ordersToWin } from './orders-to-win.ts';
import { stronglyConnected } from './strongly-connected.ts';

/** The worth of every position of a model, by the position's key. Plain data, so it can be sent between threads. */
export type Solution = ReadonlyMap<string, OrderWorth>;

export interface OrderWorth {
  /** The chance of winning under best play: 0 to 1. */
  readonly chance: number;
  /**
   * The fewest orders of best play after which the game may be won; Infinity if it cannot be. Play that chooses the order with the
   * fewest among equally good ones does not go round for ever.
   */
  readonly orders: number;
}

/**
 * Solves a model: the maximal reachability probability of a Markov decision process, for every position.
 *
 * Positions are taken component by component (strongly connected, in reverse topological order). Within one, Howard's policy
 * iteration: every position goes over to an order that is strictly better, then the chances of winning under one order for each
 * position are solved for directly, until nothing is better. It ends since worths only rise, and there are finitely many policies.
 *
 * End components, where play may go round for ever, need not be collapsed. Going round wins nothing, so a policy that never leaves a
 * ring is worth 0 there (the least solution); and none comes to be that could win something. All of such a ring would be worth the same:
 * the first to be worth that much cannot have it from a mean over the ring, which was worth less, and if it was solved for, its order
 * led out of the ring, or had gone round before and was worth 0.
 */
export function solve({ positions }: Model): Solution {
  const worths = Float64Array.from(positions, ({ worth }) => worth ?? 0);
  const whole = stronglyConnected(positions.length, (place) => (positions[place]?.orders ?? []).flatMap(places));
  for (const component of whole) iterate(positions, component, worths);
  const orders = ordersToWin(positions, worths);
  return new Map(
    positions.map(({ key }, place) => [key, { chance: worths[place] as number, orders: orders[place] as number }]),
  );
}

/** Relative difference below which two chances count as equal: above rounding errors, below anything shown. */
const ROUNDING = 1e-13;

/** Settles `worths` for one component, in which they start at 0. Components it leads to are settled before. */
function iterate(positions: Model['positions'], component: readonly number[], worths: Float64Array): void {
  const policy = new Map<number, readonly ModelOutcome[]>();
  const open = component.filter((place) => positions[place]?.worth === null).reverse();
  for (;;) {
    let settled = true;
    // Updated in place, successors first, so that an improvement spreads through the whole component in one pass.
    for (const place of open) {
      const [order, worth] = best(positions[place]?.orders ?? [], worths);
      if (worth <= (worths[place] as number) * (1 + ROUNDING)) continue;
      policy.set(place, order);
      worths[place] = Math.min(1, worth);
      settled = false;
    }
    if (settled) return;
    evaluate(open, policy, worths);
  }
}

function best(
  orders: readonly (readonly ModelOutcome[])[],
  worths: Float64Array,
): readonly [order: readonly ModelOutcome[], worth: number] {
  let found: readonly ModelOutcome[] = [];
  let most = 0;
  for (const order of orders) {
    const worth = mean(order, worths);
    if (worth > most) [found, most] = [order, worth];
  }
  return [found, most];
}

/** Raises `worths` to the chances of winning if each position keeps to its order; a position without one is worth 0. */
function evaluate(
  open: readonly number[],
  policy: ReadonlyMap<number, readonly ModelOutcome[]>,
  worths: Float64Array,
): void {
  const orders = open.map((place) => policy.get(place) ?? []);
  const nodes = new Map(open.map((place, node) => [place, node]));
  const successors = (node: number) => (orders[node] ?? []).flatMap(({ to }) => nodes.get(to) ?? []);
  const chances = new Float64Array(open.length);
  for (const component of stronglyConnected(open.length, successors)) {
    const members = new Map(component.map((node, member) => [node, member]));
    const chain = component.map((node): ChainState => {
      const state: ChainState = { to: new Map(), leaving: 0, winning: 0 };
      for (const { chance, to } of orders[node] ?? []) {
        const next = nodes.get(to);
        const member = next === undefined ? undefined : members.get(next);
        if (member === undefined) {
          state.leaving += chance;
          state.winning += chance * ((next === undefined ? worths[to] : chances[next]) as number);
        } else state.to.set(member, (state.to.get(member) ?? 0) + chance);
      }
      return state;
    });
    for (const [member, chance] of absorption(chain).entries()) {
      chances[component[member] as number] = Math.min(1, chance);
    }
  }
  for (const [node, place] of open.entries()) {
    worths[place] = Math.max(worths[place] as number, chances[node] as number);
  }
}

function places(order: readonly ModelOutcome[]): number[] {
  return order.map(({ to }) => to);
}
