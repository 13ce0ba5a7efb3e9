import { asked } from '../command-line.ts';
import { Failed, type Report, soak } from './soak.ts';

/** The program as a self-hoster runs it, through all that becomes of its connection to Discord. */
const given = asked(
  [
    'npm run soak [-- --minutes N] [--press-ms N] [--health-port N] [--seed N]',
    'Runs the program as the service does, with the practice Discord in another process, and breaks the connection in every way.',
    'A press must be answered within so many milliseconds (1000).',
    'Without --minutes each short event happens once, in some four minutes. The same seed draws the same order of events.',
  ],
  { minutes: 'count', 'press-ms': 'count', 'health-port': 'number', seed: 'number' },
);
const {
  seed = Date.now() % 1_000_000,
  minutes = null,
  'press-ms': pressMs = 1000,
  'health-port': healthPort = null,
} = given;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

console.log(`Seed ${seed}.`);
try {
  print(await soak({ seed, minutes, healthPort, pressMs }, (line) => console.error(line)));
} catch (error) {
  console.error(error instanceof Failed ? error.message : error);
  process.exit(1);
}
process.exit(0);

function print({ pid, rows, seconds, audited, games, memory, leaving }: Report): void {
  const width = Math.max(...rows.map(({ event }) => event.length));
  console.log(`${'event'.padEnd(width)}  times  back, ms  a press, ms`);
  for (const { event, times, back, press } of rows)
    console.log(
      `${event.padEnd(width)}  ${String(times).padStart(5)}  ${String(Math.round(back)).padStart(8)}  ${String(Math.round(press)).padStart(11)}`,
    );
  const { acknowledged, orders, votes } = audited;
  console.log(`${acknowledged} things acknowledged are all there: ${orders} orders, ${votes} votes, ${games} games.`);
  console.log(
    memory === null
      ? 'Too short to tell whether its memory is level.'
      : `Its memory is ${memory.level ? '' : 'NOT '}level: ${memory.thirds.map(Math.round).join(', ')} MB, ${Math.round(memory.peak)} MB at most.`,
  );
  console.log(
    `Process ${pid} was there from the start to the end, ${Math.round(seconds)} s, and left in ${Math.round(leaving)} ms.`,
  );
  if (memory?.level === false) process.exit(1);
}
