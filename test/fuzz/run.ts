import { asked } from '../command-line.ts';
import { fuzz } from './fuzz.ts';

const {
  seed = Date.now() % 1_000_000_000,
  count = 1_000_000,
  'no-keep': unkept = false,
} = asked(
  [
    'npm run fuzz [-- --count N] [--seed N] [--no-keep]',
    'Sends the bot N inputs (1,000,000) that Discord may or may never send. What makes trouble is shrunk and kept as a fixture.',
    'The same seed draws the same inputs.',
  ],
  { count: 'count', seed: 'number', 'no-keep': 'flag' },
);
console.log(`Seed ${seed}: npm run fuzz -- --seed ${seed} --count ${count}`);
const failed = await fuzz({ seed, count, keep: !unkept, memory: true, tell: (line) => console.log(line) });
process.exit(failed ? 1 : 0);
