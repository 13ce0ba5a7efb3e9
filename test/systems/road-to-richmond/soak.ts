import { everyStepIsSound, type Tally } from './sound-play.ts';

/** `npx tsx test/systems/road-to-richmond/soak.ts [phases] [seed]`: plays at random until so many phases have kept every invariant. */
const [phases = 10_000, first = 1] = process.argv.slice(2).map(Number);
const tally: Tally = { phases: 0, events: {} };
let seed = first;
for (; tally.phases < phases; seed++) everyStepIsSound(seed, tally);
console.log(`${tally.phases} phases of ${seed - first} games, all sound:`, tally.events);
