/** How machines search: the best of some candidates, and the best that grows step by step. */

/** A smaller difference is a matter of rounding. */
export const ROUNDING = 1e-9;

/**
 * The candidate of the highest worth above `least`, the first of equals; null if there is none.
 * @param margin a smaller difference makes equals
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

/** A series of actions as far as it has grown, and how many it takes. */
export interface Series extends Candidate {
  readonly actions: number;
  /** Gain of its last step. */
  readonly gain: number;
}

export interface ClimbLimits {
  /** Actions of the longest series. */
  readonly budget: number;
  /** Least gain of each action of a step. Absent: it may lose. */
  readonly least?: number;
  /** Steps without a better series after which the search ends. Absent: the first ends it. */
  readonly patience?: number;
  /** Steps that differ less are equals. */
  readonly margin?: number;
}

/** Lengthens a series by the step that gains most for each of its actions, again and again. Returns the best on the way. */
export function climb<S extends Series>(
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
