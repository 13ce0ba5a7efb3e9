import { solve } from '../../src/advisor/index.ts';
import { solvableOf, systemOf } from '../systems/overland/explored.ts';
import { once, type Section, timed } from './measure.ts';

const TIMES = 30;
const VARIANT = 'standard';

/** The time that solving Overland takes: the first time in this process, and any later time. */
export function solutions(): Section {
  const solvable = solvableOf(systemOf());
  const first = once(async () => {
    const start = performance.now();
    const model = solvable.model(VARIANT);
    const between = performance.now();
    solve(model);
    return { modelled: between - start, solved: performance.now() - between };
  });
  return {
    title: 'Overland, solved',
    measures: [
      { name: 'positions, the first of a process', unit: 'ms', run: async () => [(await first()).modelled] },
      { name: 'their chances of winning, the first', unit: 'ms', run: async () => [(await first()).solved] },
      {
        name: 'both',
        unit: 'ms',
        target: 'solution',
        run: async () => [(await first()).modelled + (await first()).solved],
      },
      {
        name: 'both, once the process has done it before',
        unit: 'ms',
        run: () =>
          timed(
            TIMES,
            () => undefined,
            () => solve(solvable.model(VARIANT)),
          ),
      },
    ],
  };
}
