import { parseArgs } from 'node:util';
import { theatre } from './data.ts';
import { leaksIn } from './leaks.ts';

/**
 * `npx tsx test/systems/wilderness/leaks-run.ts --comparisons 1000000 [--seed 1]`: random games of all scenarios, in which at every third
 * order what a viewer may not know is dealt anew. Nothing that reaches him may change: texts, pictures, menus, prices, refusals, prompts.
 */
const { values } = parseArgs({
  options: { comparisons: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});

const wanted = Number(values.comparisons);
const scenarios = theatre.scenarios.map(({ id }) => id);
let things = 0;
let positions = 0;
let games = 0;
for (let seed = Number(values.seed); things < wanted; seed++) {
  const variant = scenarios[seed % scenarios.length] as string;
  games++;
  for (const one of leaksIn(variant, seed, 3)) {
    if (one.leak !== null) throw new Error(`A leak: ${one.leak}`);
    positions++;
    things += one.things;
    if (things >= wanted) break;
  }
  console.log(`${variant}, seed ${seed}: ${things} comparisons at ${positions} positions of ${games} games, no leak`);
}
