import type { Model, ModelOutcome } from '../game/index.ts';

/** The worth of every position of a model, by the position's key. Plain data, so it can be sent between threads. */
export type Solution = ReadonlyMap<string, OrderWorth>;

export interface OrderWorth {
  /** The chance of winning under best play: 0 to 1. */
  readonly chance: number;
  /**
   * The fewest orders of best play after which the game may be won; Infinity if it cannot be. Play that chooses the
   * order with the fewest among equally good ones does not go round for ever.
   */
  readonly orders: number;
}

/**
 * Solves a model: the maximal reachability probability of a Markov decision process, for every position.
 *
 * Positions are taken component by component (strongly connected, in reverse topological order). Within one, Howard's
 * policy iteration: every position goes over to an order that is strictly better, then the chances of winning under
 * one order for each position are solved for directly, until nothing is better. It ends since worths only rise, and
 * there are finitely many policies.
 *
 * End components, in which play may go round for ever, need not be collapsed, because no policy here goes round a ring
 * that is worth more than 0. Suppose one did. All of the ring would be worth the same, so look at the position that
 * was first to be worth that much. Its order can't have raised it: the order's worth was a mean over a ring that was
 * worth less then. Nor was it solved for: its order would have led out of the ring, since a policy that never leaves a
 * ring is worth 0 there (the least solution).
 */
export function solve({ positions }: Model): Solution {
  const worths = Float64Array.from(positions, ({ worth }) => worth ?? 0);
  const components = stronglyConnected(positions.length, (place) => (positions[place]?.orders ?? []).flatMap(places));
  for (const component of components) iterate(positions, component, worths);
  const orders = ordersToWin(positions, worths);
  return new Map(
    positions.map(({ key }, place) => [key, { chance: worths[place] as number, orders: orders[place] as number }]),
  );
}

/** While solving, an order is better only if its worth is greater by this part, which is above rounding errors. */
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

/** In a solution, chances closer than this count as equal: it is exact to 1e-12, and members read tenths of a percent. */
export const SAME_WORTH = 1e-9;

/** The worth of an order before its dice. */
export function mean(order: readonly ModelOutcome[], worths: Float64Array): number {
  let sum = 0;
  for (const { chance, to } of order) sum += chance * (worths[to] as number);
  return sum;
}

/**
 * For every position, the fewest best orders after which the game may be won; Infinity if it cannot be. Searches
 * backwards from the won positions, breadth first.
 */
function ordersToWin(positions: Model['positions'], worths: Float64Array): Float64Array {
  const before: number[][] = positions.map(() => []);
  for (const [place, { orders }] of positions.entries()) {
    for (const order of orders) {
      if ((worths[place] as number) - mean(order, worths) >= SAME_WORTH) continue;
      for (const { to } of order) before[to]?.push(place);
    }
  }
  const fewest = new Float64Array(positions.length).fill(Number.POSITIVE_INFINITY);
  // Grows while it is searched.
  const met = [...positions.keys()].filter((place) => positions[place]?.worth === 1);
  for (const place of met) fewest[place] = 0;
  for (const place of met) {
    for (const previous of before[place] ?? []) {
      if (fewest[previous] !== Number.POSITIVE_INFINITY) continue;
      fewest[previous] = (fewest[place] as number) + 1;
      met.push(previous);
    }
  }
  return fewest;
}

/**
 * The strongly connected components of a graph, each after those it leads to (reverse topological order), by Tarjan's
 * algorithm with a stack of its own, so that no depth is too great.
 * @param size number of nodes; they are 0 … size − 1
 * @param successors the ends of a node's edges; repeats do no harm
 */
export function stronglyConnected(size: number, successors: (node: number) => readonly number[]): number[][] {
  const found: number[][] = [];
  const index = new Int32Array(size).fill(UNSEEN);
  const low = new Int32Array(size);
  const open: number[] = [];
  const isOpen = new Uint8Array(size);
  const path: { readonly node: number; readonly next: readonly number[]; at: number }[] = [];
  let seen = 0;

  const enter = (node: number) => {
    index[node] = low[node] = seen++;
    open.push(node);
    isOpen[node] = 1;
    path.push({ node, next: successors(node), at: 0 });
  };
  const lower = (node: number, to: number) => {
    low[node] = Math.min(low[node] as number, to);
  };

  for (let root = 0; root < size; root++) {
    if (index[root] === UNSEEN) enter(root);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { node } = step;
      const to = step.next[step.at++];
      if (to === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) lower(parent.node, low[node] as number);
        if (low[node] === index[node]) found.push(closed(open, isOpen, node));
      } else if (index[to] === UNSEEN) enter(to);
      else if (isOpen[to]) lower(node, index[to] as number);
    }
  }
  return found;
}

const UNSEEN = -1;

/** Takes the component that was entered at `root` off the stack. */
function closed(open: number[], isOpen: Uint8Array, root: number): number[] {
  const component = open.splice(open.lastIndexOf(root));
  for (const node of component) isOpen[node] = 0;
  return component;
}

/** A transient state of a Markov chain, for `absorption`. */
interface ChainState {
  /** The chance of a step to each state, by its index. A step may lead back to the same state. */
  readonly to: Map<number, number>;
  /** The chance of leaving the chain altogether. */
  leaving: number;
  /** The chance of leaving it and winning: at most `leaving`. */
  winning: number;
}

/**
 * From each state of a Markov chain, the chance of leaving it by winning; 0 if it is never left. Solved directly, by
 * the elimination of states of Grassmann, Taksar and Heyman (1985): Gaussian elimination that takes each pivot as the
 * sum of the ways out instead of 1 minus the way back, so nothing is ever subtracted and no digits are lost, however
 * seldom the chain is left. The state with the fewest ways in and out goes first (Markowitz), which keeps a sparse
 * chain sparse. Uses up the chain it is given.
 */
function absorption(chain: readonly ChainState[]): Float64Array {
  const from = chain.map(() => new Set<number>());
  for (const [place, { to }] of chain.entries()) {
    for (const next of to.keys()) if (next !== place) from[next]?.add(place);
  }
  const order: number[] = [];
  const open = new Set(chain.keys());
  while (open.size > 0) {
    const place = fewestWays(chain, from, open);
    open.delete(place);
    order.push(place);
    eliminate(chain, from, place);
  }
  const chances = new Float64Array(chain.length);
  for (const place of order.reverse()) {
    const { to, winning } = chain[place] as ChainState;
    let chance = winning;
    for (const [next, part] of to) chance += part * (chances[next] as number);
    chances[place] = chance;
  }
  return chances;
}

/** The state, of those not yet eliminated, with the fewest ways in times ways out. */
function fewestWays(chain: readonly ChainState[], from: readonly Set<number>[], open: ReadonlySet<number>): number {
  let [fewest, least] = [-1, Number.POSITIVE_INFINITY];
  for (const place of open) {
    const ways = (from[place] as Set<number>).size * (chain[place] as ChainState).to.size;
    if (ways < least) [fewest, least] = [place, ways];
    // The search can end: only a state with no way in, or with no way out, has fewer.
    if (ways <= 1) break;
  }
  return fewest;
}

/** Removes a state: its predecessors lead to its successors. It keeps its transitions for the back substitution. */
function eliminate(chain: readonly ChainState[], from: readonly Set<number>[], place: number): void {
  const state = chain[place] as ChainState;
  const { to } = state;
  to.delete(place);
  let away = state.leaving;
  for (const part of to.values()) away += part;
  if (away > 0) {
    for (const [next, part] of to) to.set(next, part / away);
    state.leaving /= away;
    state.winning /= away;
  }
  for (const next of to.keys()) from[next]?.delete(place);
  for (const previous of from[place] as Set<number>) {
    const predecessor = chain[previous] as ChainState;
    const part = predecessor.to.get(place) as number;
    predecessor.to.delete(place);
    for (const [next, chance] of to) {
      predecessor.to.set(next, (predecessor.to.get(next) ?? 0) + part * chance);
      if (next !== previous) from[next]?.add(previous);
    }
    predecessor.leaving += part * state.leaving;
    predecessor.winning += part * state.winning;
  }
}
