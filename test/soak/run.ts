import { asked } from '../command-line.ts';
import { columns, longRun } from '../harness/long-run.ts';
import { type LoadReport, loadFor } from './load.ts';
import type { Course } from './resident.ts';
import { type Report, soak } from './soak.ts';

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

await longRun(async () => {
  const tell = (line: string) => console.error(line);
  if (given.orders !== undefined) return ofLoad(await loadFor({ rate: given.orders, minutes: minutes ?? 20 }, tell));
  console.log(`Seed ${seed}.`);
  return ofSoak(await soak({ seed, minutes, healthPort, pressMs }, tell));
});

function ofSoak({ pid, rows, seconds, audited, games, memory, leaving }: Report): string {
  const { acknowledged, orders, votes } = audited;
  return [
    columns([
      ['event', 'times', 'back, ms', 'a press, ms'],
      ...rows.map(({ event, times, back, press }) => [event, times, Math.round(back), Math.round(press)]),
    ]),
    `${acknowledged} things acknowledged are all there: ${orders} orders, ${votes} votes, ${games} games.`,
    ofMemory(memory),
    `Process ${pid} was there from the start to the end, ${Math.round(seconds)} s, and left in ${Math.round(leaving)} ms.`,
  ].join('\n');
}

function ofLoad({ orders, lost, refused, unsent, acknowledged, mapped, memory }: LoadReport): string {
  if (lost > 0) process.exitCode = 1;
  const spread = (ms: readonly number[]) => ms.map((one) => Math.round(one));
  return [
    `${orders} orders, ${lost} lost, ${refused} refused, ${unsent} could not be given when they were due.`,
    columns([
      ['after, ms', 'median', '99 %', 'at most'],
      ['acknowledged', ...spread(acknowledged)],
      ['its map', ...spread(mapped)],
    ]),
    ofMemory(memory),
  ].join('\n');
}

function ofMemory(memory: Course | null): string {
  if (memory === null) return 'Too short to tell whether its memory is level.';
  const { level, thirds, peak } = memory;
  if (!level) process.exitCode = 1;
  return `Its memory is ${level ? '' : 'NOT '}level: ${thirds.map(Math.round).join(', ')} MB, ${Math.round(peak)} MB at most.`;
}
