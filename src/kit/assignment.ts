/** What is worth most of all ways to choose one of the options for each of several things. */

/** Ways that are all looked at; of more, the first that comes to hand is improved one choice at a time. */
const MOST = 1500;
/** Rounds of improvement. */
const ROUNDS = 6;

type Options = readonly (readonly number[])[];
type Judge<Outcome> = (choice: readonly number[]) => Outcome;

/** @param options for each thing, at least one */
export function bestAssignment<Outcome extends { readonly value: number }>(
  options: Options,
  judge: Judge<Outcome>,
): Outcome {
  const ways = options.reduce((count, open) => count * open.length, 1);
  return ways <= MOST ? exhaustive(options, judge) : climbing(options, judge);
}

function exhaustive<Outcome extends { readonly value: number }>(options: Options, judge: Judge<Outcome>): Outcome {
  let best: Outcome | null = null;
  const choice: number[] = [];
  const go = (at: number) => {
    const open = options[at];
    if (!open) {
      const outcome = judge(choice);
      if (!best || outcome.value > best.value) best = outcome;
      return;
    }
    for (const one of open) {
      choice[at] = one;
      go(at + 1);
    }
  };
  go(0);
  return (best as Outcome | null) ?? judge([]);
}

function climbing<Outcome extends { readonly value: number }>(options: Options, judge: Judge<Outcome>): Outcome {
  const taken = new Map<number, number>();
  const choice = options.map((open) => {
    const one = [...open].sort((a, b) => (taken.get(a) ?? 0) - (taken.get(b) ?? 0))[0] as number;
    taken.set(one, (taken.get(one) ?? 0) + 1);
    return one;
  });
  let best = judge(choice);
  for (let better = true, rounds = 0; better && rounds < ROUNDS; rounds++) {
    better = false;
    for (const [at, open] of options.entries()) {
      for (const one of open) {
        const before = choice[at] as number;
        if (one === before) continue;
        choice[at] = one;
        const outcome = judge(choice);
        if (outcome.value > best.value + 1e-9) {
          best = outcome;
          better = true;
        } else choice[at] = before;
      }
    }
  }
  return best;
}
