/** A transient state of a Markov chain, for `absorption`. */
export interface ChainState {
  /** The chance of a step to each state, by its index. A step may lead back to the same state. */
  readonly to: Map<number, number>;
  /** The chance of leaving the chain altogether. */
  leaving: number;
  /** The chance of leaving it and winning: at most `leaving`. */
  winning: number;
}

/**
 * From each state of a Markov chain, the chance of leaving it by winning; 0 if it is never left. Solved directly, by the
 * elimination of states of Grassmann, Taksar and Heyman (1985): Gaussian elimination that takes each pivot as the sum of the ways out
 * instead of 1 minus the way back, so nothing is ever subtracted and no digits are lost, however seldom the chain is left. The state
 * with the fewest ways in and out goes first (Markowitz), which keeps a sparse chain sparse. Uses up the chain it is given.
 */
export function absorption(chain: readonly ChainState[]): Float64Array {
  const from = chain.map(() => new Set<number>());
  for (const [place, { to }] of chain.entries()) {
    for (const next of to.keys()) if (next !== place) from[next]?.add(place);
  }
  const order: number[] = [];
  const left = new Set(chain.keys());
  while (left.size > 0) {
    const place = fewestWays(chain, from, left);
    left.delete(place);
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

function fewestWays(chain: readonly ChainState[], from: readonly Set<number>[], left: ReadonlySet<number>): number {
  let [fewest, least] = [-1, Number.POSITIVE_INFINITY];
  for (const place of left) {
    const ways = (from[place] as Set<number>).size * (chain[place] as ChainState).to.size;
    if (ways < least) [fewest, least] = [place, ways];
    // A state with one way in or out adds no ways to the others.
    if (ways <= 1) break;
  }
  return fewest;
}

/** Removes a state: its predecessors lead straight to its successors. It keeps its own transitions for the back substitution. */
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
  const before = from[place] as Set<number>;
  for (const next of to.keys()) from[next]?.delete(place);
  for (const previous of before) {
    const one = chain[previous] as ChainState;
    const part = one.to.get(place) as number;
    one.to.delete(place);
    for (const [next, on] of to) {
      one.to.set(next, (one.to.get(next) ?? 0) + part * on);
      if (next !== previous) from[next]?.add(previous);
    }
    one.leaving += part * state.leaving;
    one.winning += part * state.winning;
  }
}
