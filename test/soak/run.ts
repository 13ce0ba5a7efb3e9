import { asked } from '../command-line.ts';
import { type LoadReport, loadFor } from './load.ts';
import type { Course } from './resident.ts';
import { Failed, type Report, soak } from './soak.ts';

/** The program as a self-hoster runs it, through all that becomes of its connection to Discord. */
const given = asked(
  [
    'npm run soak [-- --minutes N] [--press-ms N] [--health-port N] [--seed N] [--orders N]',
    'Runs the program as the service does, with the practice Discord in another process, and breaks the connection in every way.',
    'A press must be answered within so many milliseconds (1000).',
    'Without --minutes each short event happens once, in some four minutes. The same seed draws the same order of events.',
    '--orders: nothing is broken; instead members give so many orders a second in a hundred channels, for 20 minutes if not told otherwise.',
  ],
  { orders: 'count', minutes: 'count', 'press-ms': 'count', 'health-port': 'number', seed: 'number' },
);
const {
  seed = Date.now() % 1_000_000,
  minutes = null,
  'press-ms': pressMs = 1000,
  'health-port': healthPort = null,
} = given;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  if (given.orders !== undefined) {
    printLoad(await loadFor({ rate: given.orders, minutes: minutes ?? 20 }, (line) => console.error(line)));
    process.exit();
  }
  console.log(`Seed ${seed}.`);
  print(await soak({ seed, minutes, healthPort, pressMs }, (line) => console.error(line)));
} catch (error) {
  console.error(error instanceof Failed ? error.message : error);
  process.exit(1);
}
process.exit();

function print({ pid, rows, seconds, audited, games, memory, leaving }: Report): void {
  const width = Math.max(...rows.map(({ event }) => event.length));
  console.log(`${'event'.padEnd(width)}  times  back, ms  a press, ms`);
  for (const { event, times, back, press } of rows)
    console.log(
      `${event.padEnd(width)}  ${String(times).padStart(5)}  ${String(Math.round(back)).padStart(8)}  ${String(Math.round(press)).padStart(11)}`,
    );
  const { acknowledged, orders, votes } = audited;
  console.log(`${acknowledged} things acknowledged are all there: ${orders} orders, ${votes} votes, ${games} games.`);
  printMemory(memory);
  console.log(
    `Process ${pid} was there from the start to the end, ${Math.round(seconds)} s, and left in ${Math.round(leaving)} ms.`,
  );
}

function printLoad({ orders, lost, refused, unsent, acknowledged, mapped, memory }: LoadReport): void {
  const spread = ([median, most, last]: readonly number[]) =>
    `${[median, most].map((ms) => Math.round(ms ?? 0)).join(' ms (median), ')} ms (99 %), ${Math.round(last ?? 0)} ms at most`;
  console.log(`${orders} orders, ${lost} lost, ${refused} refused, ${unsent} could not be given when they were due.`);
  console.log(`Acknowledged after ${spread(acknowledged)}.\nMap after ${spread(mapped)}.`);
  printMemory(memory);
  if (lost > 0) process.exitCode = 1;
}

function printMemory(memory: Course | null): void {
  if (memory === null) {
    console.log('Too short to tell whether its memory is level.');
    return;
  }
  const { level, thirds, peak } = memory;
  console.log(
    `Its memory is ${level ? '' : 'NOT '}level: ${thirds.map(Math.round).join(', ')} MB, ${Math.round(peak)} MB at most.`,
  );
  if (!level) process.exitCode = 1;
}
