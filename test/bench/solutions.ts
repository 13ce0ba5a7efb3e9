import { type Solution, solve } from '../../src/advisor/index.ts';
import type { Solvable, State } from '../../src/game/index.ts';
import { answer, inChild } from './child.ts';
import { once, type Section, timed } from './measure.ts';

/** What the first solution of a process took, in milliseconds. */
export interface FirstSolution {
  readonly modelled: number;
  readonly solved: number;
}

const PROCESSES = 8;
const TIMES = 30;

/** What it takes to solve a variant: the first one of a process, each time in a process of its own, and any later one. */
export function solutions(system: string, child: URL, solvable: Solvable<State>, variant: string): Section {
  const all = once(() => inChildren(child));
  const measure = (name: string, of: (taken: FirstSolution) => number) => ({
    name,
    unit: 'ms' as const,
    run: async () => (await all()).map(of),
  });
  return {
    title: `${system}, solved`,
    measures: [
      measure('positions, the first of a process', ({ modelled }) => modelled),
      measure('their chances of winning, the first of a process', ({ solved }) => solved),
      { ...measure('both', ({ modelled, solved }) => modelled + solved), target: 'solution' },
      {
        name: 'both, once the process has done it before',
        unit: 'ms',
        run: () =>
          timed(
            TIMES,
            () => undefined,
            () => solve(solvable.model(variant)),
          ),
      },
    ],
  };
}

async function inChildren(child: URL): Promise<readonly FirstSolution[]> {
  const found: FirstSolution[] = [];
  while (found.length < PROCESSES) found.push(await inChild<FirstSolution>(child));
  return found;
}

/** To be called in that process: solves a variant and answers. */
export function answerFirstSolution(solvable: Solvable<State>, variant: string): Solution {
  const start = performance.now();
  const model = solvable.model(variant);
  const between = performance.now();
  const solution = solve(model);
  answer<FirstSolution>({ modelled: between - start, solved: performance.now() - between });
  return solution;
}
