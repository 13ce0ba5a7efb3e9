import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Round } from './load/load.ts';
import { type Extent, type Measured, residentWithOne, type Session, session, started } from './load/session.ts';
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
    oneByOne(played),
    steady(EXTENT, stored, played),
    flatOut(EXTENT, played),
    road(EXTENT, played),
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

function oneByOne(played: () => Promise<Session>): Section {
  return {
    title: 'End to end: one order at a time',
    measures: [
      measure('acknowledged', 'ms', async () => acknowledged((await played()).single)),
      measure('the map there', 'ms', async () => mapped((await played()).single)),
    ],
  };
}

function steady({ rate, tables, seconds }: Extent, stored: string, played: () => Promise<Session>): Section {
  const of = (value: (round: Measured) => readonly number[]) => async () => value((await played()).steady);
  return {
    title: `End to end: ${rate} orders a second at ${tables} tables for ${seconds} s, ${stored}`,
    measures: [
      measure('acknowledged', 'ms', of(acknowledged), 'acknowledged'),
      measure('the map there', 'ms', of(mapped), 'mapped'),
      measure(
        'not acknowledged, not in the log, or without a map',
        '',
        of(({ lost }) => [lost]),
        'lost',
      ),
      measure('orders', 'a second', of(achieved)),
      measure(
        'tables passed over, their map under way',
        '',
        of(({ passedOver }) => [passedOver]),
      ),
      measure(
        'orders that no table could take',
        '',
        of(({ unsent }) => [unsent]),
      ),
      measure(
        'the latest that an order left',
        'ms',
        of(({ latest }) => [latest]),
      ),
      ...shares(of),
    ],
  };
}

function lostOf({ lost }: Measured): readonly number[] {
  return [lost];
}

function flatOut({ tables }: Extent, played: () => Promise<Session>): Section {
  const of = (value: (round: Measured) => readonly number[]) => async () => value((await played()).flatOut);
  return {
    title: `End to end: the most it can do, at each of ${tables} tables an order as soon as the last one's map is there`,
    measures: [
      measure('orders', 'a second', of(achieved)),
      measure('acknowledged', 'ms', of(acknowledged)),
      measure('the map there', 'ms', of(mapped)),
      measure('lost', '', of(lostOf)),
      ...shares(of),
    ],
  };
}

function road({ road: { tables, rate, seconds } }: Extent, played: () => Promise<Session>): Section {
  const of = (value: (round: Measured) => readonly number[]) => async () => value((await played()).road);
  return {
    title: `End to end: Road to Richmond, ${rate} typed orders a second at ${tables} tables for ${seconds} s`,
    measures: [
      measure('acknowledged', 'ms', of(acknowledged)),
      measure('the map there', 'ms', of(mapped)),
      measure('lost', '', of(lostOf)),
      measure('orders', 'a second', of(achieved)),
      ...shares(of),
    ],
  };
}

function shares(of: (value: (round: Measured) => readonly number[]) => () => Promise<readonly number[]>): Measure[] {
  return [
    measure(
      'CPU of the program, of one core',
      '%',
      of(({ core }) => core),
    ),
    measure(
      'of it, its busiest thread',
      '%',
      of(({ busiest }) => busiest),
    ),
    measure(
      'CPU of the practice Discord',
      '%',
      of(({ discord }) => discord),
    ),
  ];
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

function achieved({ sent, took }: Round): number[] {
  return [(sent.length * 1000) / took];
}
