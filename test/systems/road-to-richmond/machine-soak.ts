import { VARIANTS } from '../../../src/systems/road-to-richmond/state.ts';
import { soundGame, system } from './machine-games.ts';

/** `npx tsx test/systems/road-to-richmond/machine-soak.ts [games] [seed]`: whole games of the machine against itself, every position of them sound. */
const [games = 50, first = 1] = process.argv.slice(2).map(Number);
let orders = 0;
let slowest = 0;
for (let seed = first; seed < first + games; seed++) {
  const variant = VARIANTS[seed % VARIANTS.length] ?? 'standard';
  const begun = performance.now();
  const { state, orders: given, over } = soundGame(`soak ${seed}`, ['confederate', 'union'], {}, variant);
  if (!over) throw new Error(`Seed ${seed} does not end`);
  slowest = Math.max(slowest, performance.now() - begun);
  orders += given;
  console.log(`seed ${seed} (${variant}): ${given} orders, ${JSON.stringify(system.afterwards?.score?.(state))}`);
}
console.log(`${games} games, ${orders} orders, all sound; the slowest took ${(slowest / 1000).toFixed(1)} s`);
