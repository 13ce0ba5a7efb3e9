/** A smaller difference is due to rounding. */
export const ROUNDING = 1e-9;

/**
 * The candidate with the highest worth above `least`; of equals, the first.
 * @param margin candidates whose worths differ less are equals
 */
export function bestBy<T>(
  candidates: Iterable<T>,
  worth: (candidate: T) => number,
  least = Number.NEGATIVE_INFINITY,
  margin = 0,
): T | null {
  let [best, most]: [T | null, number] = [null, least];
  for (const candidate of candidates) {
    const value = worth(candidate);
    if (value > most + margin) [best, most] = [candidate, value];
  }
  return best;
}

export interface Candidate {
  readonly value: number;
}

export function best<C extends Candidate>(candidates: Iterable<C>, least?: number, margin?: number): C | null {
  return bestBy(candidates, ({ value }) => value, least, margin);
}

/** A series of actions that a machine may take. */
export interface ActionSeries extends Candidate {
  readonly actions: number;
  /** The gain of its last step. */
  readonly gain: number;
}

interface ClimbLimits {
  /** Actions of the longest series. */
  readonly budget: number;
  /** The least gain for each action of a step. If absent, a step may lose. */
  readonly least?: number;
  /** After so many steps without a better series the search ends. If absent, it ends after the first. */
  readonly patience?: number;
  /** Steps that differ less are equals. */
  readonly margin?: number;
}

/** Adds the step that gains most for each action, again and again. Returns the best series on the way. */
export function climb<S extends ActionSeries>(
  start: S,
  steps: (from: S) => Iterable<S>,
  { budget, least, patience = 0, margin }: ClimbLimits,
): S {
  let top = start;
  let from: S | null = start;
  for (let idle = 0; from && idle <= patience; ) {
    const { actions }: S = from;
    const open: readonly S[] = [...steps(from)].filter((to) => to.actions <= budget);
    from = bestBy(open, (to) => to.gain / (to.actions - actions), least, margin);
    if (from && from.value > top.value + ROUNDING) [top, idle] = [from, 0];
    else idle++;
  }
  return top;
}
