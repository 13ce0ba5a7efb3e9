import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Round } from './load/load.ts';
import { type Extent, type Measured, residentWithOne, session, started } from './load/session.ts';
import { manyGames } from './many-games.ts';
import { type Measure, once, type Section } from './measure.ts';

const EXTENT: Extent = {
  tables: 100,
  single: 60,
  rate: 50,
  warmUp: 8,
  seconds: 30,
  flatOut: 8,
  road: { tables: 20, rate: 10, seconds: 15 },
};
const STORED = 10_000;
const RUNNING = 500;
const STARTS = 5;

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
  return [
    {
      title: 'Start to ready',
      measures: [
        measure(
          'an empty database',
          'ms',
          () => starts(async (start) => join(folder, `start-${start}.sqlite`)),
          'ready',
        ),
        measure(stored, 'ms', () => starts(many), 'ready'),
      ],
    },
    round('one order at a time', async () => (await played()).single, ['acknowledged', 'mapped']),
    round(
      `${EXTENT.rate} orders a second at ${EXTENT.tables} tables for ${EXTENT.seconds} s, ${stored}`,
      async () => (await played()).steady,
      ['acknowledged', 'mapped', 'lost', 'orders', 'passedOver', 'unsent', 'latest', ...SHARES],
      true,
    ),
    round(
      `the most it can do, at each of ${EXTENT.tables} tables an order as soon as the last one's map is there`,
      async () => (await played()).flatOut,
      ['orders', 'acknowledged', 'mapped', 'lost', ...SHARES],
    ),
    round(
      `Road to Richmond, ${EXTENT.road.rate} typed orders a second at ${EXTENT.road.tables} tables for ${EXTENT.road.seconds} s`,
      async () => (await played()).road,
      ['acknowledged', 'mapped', 'lost', 'orders', ...SHARES],
    ),
    {
      title: 'Memory that the program has (resident)',
      measures: [
        measure('1 game, at rest', 'MB', () => residentWithOne(join(folder, 'one.sqlite'))),
        measure(`${stored}, at rest after the start`, 'MB', async () => (await played()).atStart),
        measure(
          `${stored}, ${EXTENT.tables} being played at ${EXTENT.rate} orders a second`,
          'MB',
          async () => (await played()).steady.resident,
          'resident',
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

type Values = (round: Measured) => readonly number[];

/** The measured parts of a round, by name. */
const OF_A_ROUND = {
  acknowledged: ['acknowledged', 'ms', acknowledged],
  mapped: ['the map there', 'ms', mapped],
  lost: ['not acknowledged, not in the log, or without a map', '', ({ lost }) => [lost]],
  orders: ['orders', 'a second', ({ sent, took }) => [(sent.length * 1000) / took]],
  passedOver: ['tables passed over, their map under way', '', ({ passedOver }) => [passedOver]],
  unsent: ['orders that no table could take', '', ({ unsent }) => [unsent]],
  latest: ['the latest that an order left', 'ms', ({ latest }) => [latest]],
  core: ['CPU of the program, of one core', '%', ({ core }) => core],
  busiest: ['of it, its busiest thread', '%', ({ busiest }) => busiest],
  discord: ['CPU of the practice Discord', '%', ({ discord }) => discord],
} as const satisfies Readonly<Record<string, readonly [string, Measure['unit'], Values]>>;
const SHARES = ['core', 'busiest', 'discord'] as const;

/** @param targets whether its measures are goals of the whole bot */
function round(
  title: string,
  measured: () => Promise<Measured>,
  names: readonly (keyof typeof OF_A_ROUND)[],
  targets = false,
): Section {
  const measures = names.map((of) => {
    const [name, unit, values] = OF_A_ROUND[of];
    const goal = targets && (of === 'acknowledged' || of === 'mapped' || of === 'lost') ? of : undefined;
    return measure(name, unit, async () => (values as Values)(await measured()), goal);
  });
  return { title: `End to end: ${title}`, measures };
}

function measure(
  name: string,
  unit: Measure['unit'],
  run: Measure['run'],
  target?: NonNullable<Measure['target']>,
): Measure {
  return { name, unit, run, ...(target === undefined ? {} : { target }) };
}

function acknowledged({ sent }: Round): number[] {
  return sent.flatMap(({ at, acknowledged }) => (acknowledged === null ? [] : [acknowledged - at]));
}

function mapped({ sent }: Round): number[] {
  return sent.flatMap(({ at, mapped }) => (mapped === null ? [] : [mapped - at]));
}
