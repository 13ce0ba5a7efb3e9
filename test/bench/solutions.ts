import { solve } from '../../src/advisor/index.ts';
import { solvableOf, systemOf } from '../systems/overland/explored.ts';
import { type Section, timed } from './measure.ts';

const TIMES = 30;

/** The time that solving Overland takes, its positions and their chances: the first time in this process, and any later time. */
export function solutions(): Section {
  const solvable = solvableOf(systemOf());
  const solved = (): number => {
    const start = performance.now();
    solve(solvable.model('standard'));
    return performance.now() - start;
  };
  return {
    title: 'Overland, solved',
    measures: [
      { name: 'the first time in a process', unit: 'ms', target: { most: 150 }, run: async () => [solved()] },
      { name: 'once the process has done it before', unit: 'ms', run: () => timed(TIMES, () => undefined, solved) },
    ],
  };
}
