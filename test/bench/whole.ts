import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Extent, type Measured, residentWithOne, session, started } from './load/session.ts';
import { manyGames } from './many-games.ts';
import { type Bound, type Measure, once, type Section } from './measure.ts';

const EXTENT: Extent = { tables: 100, single: 60, rate: 50, warmUp: 8, seconds: 30, flatOut: 8 };
const STORED = 10_000;
const RUNNING = 500;
const STARTS = 5;
const READY = { most: 2500 };
const RESIDENT = { most: 200, at: 'p99' } as const;

/** The program as it is run, over sockets to a practice Discord in this process: each has a core where there are two. */
export function whole(folder: string): readonly Section[] {
  mkdirSync(folder, { recursive: true });
  const many = once(async () => {
    const file = join(folder, 'many.sqlite');
    manyGames(file, { games: STORED, running: RUNNING });
    return file;
  });
  const played = once(async () => session(await many(), EXTENT));
  const stored = `${STORED.toLocaleString('en-US')} games stored`;
  const { rate, tables, seconds } = EXTENT;
  const fresh = async (start: number) => join(folder, `start-${start}.sqlite`);
  return [
    {
      title: 'Start to ready',
      measures: [
        measure('an empty database', 'ms', () => starts(fresh), READY),
        measure(stored, 'ms', () => starts(many), READY),
      ],
    },
    round('one order at a time', async () => (await played()).single),
    round(
      `${rate} orders a second at ${tables} tables for ${seconds} s, ${stored}`,
      async () => (await played()).steady,
      { acknowledged: { most: 250, at: 'p99' }, mapped: { most: 750, at: 'p99' }, lost: { most: 0 } },
    ),
    round(
      `the most it can do, at each of ${tables} tables an order as soon as the last one's map is there`,
      async () => (await played()).flatOut,
    ),
    {
      title: 'Memory that the program has (resident)',
      measures: [
        measure('1 game, at rest', 'MB', () => residentWithOne(join(folder, 'one.sqlite'))),
        measure(`${stored}, at rest after the start`, 'MB', async () => (await played()).atStart),
        measure(
          `${stored}, ${tables} being played at ${rate} orders a second`,
          'MB',
          async () => (await played()).steady.resident,
          RESIDENT,
        ),
        measure('at rest after all of this', 'MB', async () => (await played()).atRest),
      ],
    },
  ];
}

async function starts(database: (start: number) => Promise<string>): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let start = 0; start < STARTS; start++) taken.push(await started(await database(start)));
  return taken;
}

/** The measured parts of a round, by name. */
const OF_A_ROUND = {
  acknowledged: ['acknowledged', 'ms', ({ sent }) => since(sent.map(({ at, acknowledged }) => [at, acknowledged]))],
  mapped: ['the map there', 'ms', ({ sent }) => since(sent.map(({ at, mapped }) => [at, mapped]))],
  lost: ['not acknowledged, not in the log, or without a map', '', ({ lost }) => [lost]],
  orders: ['orders', 'a second', ({ sent, took }) => [(sent.length * 1000) / took]],
  unsent: ['orders that no table could take', '', ({ unsent }) => [unsent]],
  core: ['processor time of the program, of one core', '%', ({ core }) => core],
} as const satisfies Readonly<
  Record<string, readonly [string, Measure['unit'], (round: Measured) => readonly number[]]>
>;
type Part = keyof typeof OF_A_ROUND;

function since(times: readonly (readonly [at: number, then: number | null])[]): number[] {
  return times.flatMap(([at, then]) => (then === null ? [] : [then - at]));
}

function round(title: string, measured: () => Promise<Measured>, targets: { readonly [part in Part]?: Bound } = {}) {
  const measures = (Object.keys(OF_A_ROUND) as Part[]).map((part) => {
    const [name, unit, values] = OF_A_ROUND[part];
    return measure(name, unit, async () => values(await measured()), targets[part]);
  });
  return { title: `End to end: ${title}`, measures };
}

function measure(name: string, unit: Measure['unit'], run: Measure['run'], target?: Bound): Measure {
  return { name, unit, run, target };
}
