import { asked } from '../command-line.ts';
import { Failed, torture } from './torture.ts';

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

// Whatever runs ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

console.log(`Seed ${seed}: ${kills} kills, ${lanes} programs side by side.`);
let code = 0;
try {
  const report = await torture({ seed, kills, lanes }, (words) => process.stderr.write(`${words}\n`));
  const { seen, kinds } = report;
  if (report.killed < kills || report.acknowledged === 0)
    throw new Error(`Killed ${report.killed} times, ${report.acknowledged} things acknowledged: that proves nothing`);
  const rows: readonly (readonly [string, string | number])[] = [
    ...Object.entries(kinds).map(([moment, often]) => [moment, often ?? 0] as const),
    ['killed', report.killed],
    ['seconds', Math.round(report.seconds)],
    ['a start takes, ms', Math.round(report.start)],
    ['the longest leave, ms', Math.round(report.longestLeave)],
    ['things members did', report.sent],
    ['delivered twice', report.redelivered],
    ['acknowledged, and there once', report.acknowledged],
    ['unanswered', report.unanswered],
    ['of these done all the same', report.doneUnheard],
    ['orders, each on a map', seen.orders],
    ['votes', report.votes],
    ['threads', report.threads],
    ['maps posted', seen.maps],
    ['of these late, with a note', seen.late],
    ['points with two maps', seen.twice],
    ['lines of logs read back', seen.lines],
    ['ways to decide read back', seen.councils],
    ['cards of ballots read back', seen.cards],
    ['delivered again at a restart', report.replayed],
  ];
  for (const [what, number] of rows) console.log(`${what.padEnd(34)}${String(number).padStart(8)}`);
  console.log('Nothing was lost, and nothing done twice.');
} catch (error) {
  console.error(error instanceof Failed ? error.message : error);
  code = 1;
}
process.exit(code);
