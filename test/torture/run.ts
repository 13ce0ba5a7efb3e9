import { asked } from '../command-line.ts';
import { columns, longRun } from '../harness/long-run.ts';
import { torture } from './torture.ts';

/** Kills the program at random while it is played with, and proves that nothing that Discord acknowledged was lost or done twice. */
const given = asked(
  [
    'npm run torture [-- --kills N] [--lanes N] [--seed N]',
    'Plays with the program, kills it N times (300), in so many processes side by side (2), and proves that nothing was lost.',
    'The same seed draws the same moments.',
  ],
  { kills: 'count', lanes: 'count', seed: 'number' },
);
const { seed = Date.now() % 1_000_000, kills = 300, lanes = 2 } = given;

await longRun(async () => {
  console.log(`Seed ${seed}: ${kills} kills, ${lanes} programs side by side.`);
  const report = await torture({ seed, kills, lanes }, (words) => process.stderr.write(`${words}\n`));
  const { killed = 0, 'acknowledged, and there once': acknowledged = 0 } = report;
  if (killed < kills || acknowledged === 0)
    throw new Error(`Killed ${killed} times, ${acknowledged} things acknowledged: that proves nothing`);
  return `${columns(Object.entries(report))}\nNothing was lost, and nothing done twice.`;
});
