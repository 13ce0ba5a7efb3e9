/** How machines search: the best of some candidates, the best that grows step by step, the best of each turn, the best assignment. */

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

export interface BeamTerms<T, Step> {
  readonly depth: number;
  /** How many of each turn are followed to the next. */
  readonly width: number;
  steps(from: T, turn: number): Iterable<Step>;
  /** Two steps with the same key in a turn are equal; the first is made. */
  key(step: Step): string;
  made(step: Step): T;
  rank(one: T): number;
}

/** All that is found in each turn, the first of which is 1; those that rank highest are followed to the next. */
export function* beam<T, Step>(start: T, terms: BeamTerms<T, Step>): Generator<readonly [number, readonly T[]]> {
  let followed: readonly T[] = [start];
  for (let turn = 1; turn <= terms.depth; turn++) {
    const found = new Map<string, T>();
    for (const from of followed)
      for (const step of terms.steps(from, turn)) {
        const key = terms.key(step);
        if (!found.has(key)) found.set(key, terms.made(step));
      }
    yield [turn, [...found.values()]];
    followed = [...found.values()].sort((a, b) => terms.rank(b) - terms.rank(a)).slice(0, terms.width);
  }
}

/** Assignments that are all looked at; of more, the first that comes to hand is improved one choice at a time. */
const MOST_ASSIGNMENTS = 1500;
/** Rounds of improvement. */
const ROUNDS = 6;

type Options = readonly (readonly number[])[];

/**
 * The best choice of one option for each of several things.
 * @param options for each thing, at least one
 */
export function bestAssignment<Outcome extends Candidate>(
  options: Options,
  judge: (choice: readonly number[]) => Outcome,
): Outcome {
  const count = options.reduce((product, open) => product * open.length, 1);
  return count <= MOST_ASSIGNMENTS ? (best(eachAssignment(options, judge)) as Outcome) : improved(options, judge);
}

function* eachAssignment<T>(options: Options, judge: (choice: readonly number[]) => T): Generator<T> {
  const choice: number[] = [];
  function* from(at: number): Generator<T> {
    const open = options[at];
    if (!open) yield judge(choice);
    else
      for (const one of open) {
        choice[at] = one;
        yield* from(at + 1);
      }
  }
  yield* from(0);
}

function improved<Outcome extends Candidate>(options: Options, judge: (choice: readonly number[]) => Outcome): Outcome {
  const taken = new Map<number, number>();
  const choice = options.map((open) => {
    const one = bestBy(open, (option) => -(taken.get(option) ?? 0)) as number;
    taken.set(one, (taken.get(one) ?? 0) + 1);
    return one;
  });
  let top = judge(choice);
  for (let better = true, rounds = 0; better && rounds < ROUNDS; rounds++) {
    better = false;
    for (const [at, open] of options.entries())
      for (const one of open) {
        const before = choice[at] as number;
        if (one === before) continue;
        choice[at] = one;
        const outcome = judge(choice);
        if (outcome.value > top.value + ROUNDING) [top, better] = [outcome, true];
        else choice[at] = before;
      }
  }
  return top;
}
