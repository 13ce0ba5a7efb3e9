import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../../harness/program.ts';
import { lostOf } from './audit.ts';
import { Load, type Round } from './load.ts';
import { resident, used } from './process.ts';
import { Stage } from './stage.ts';
import { PressedTable } from './tables.ts';

/** How much is played. */
export interface Extent {
  readonly tables: number;
  /** Orders one at a time. */
  readonly single: number;
  /** Orders a second, for so many seconds, before which as many a second for `warmUp` do not count. */
  readonly rate: number;
  readonly warmUp: number;
  readonly seconds: number;
  /** Seconds of as many orders as it can take. */
  readonly flatOut: number;
}

/** A round, with what the program used meanwhile. */
export interface Measured extends Round {
  /** Of one core, in per cent. Empty: not known here. */
  readonly core: readonly number[];
  /** Megabytes, each second. */
  readonly resident: readonly number[];
  /** Interactions that were not acknowledged, are in no log, or have no map. */
  lost: number;
}

export interface Session {
  /** Megabytes: after the start, and after all was played and is at rest. */
  readonly atStart: readonly number[];
  readonly atRest: readonly number[];
  readonly single: Measured;
  readonly steady: Measured;
  readonly flatOut: Measured;
}

/** So many that none presses as often as they may. */
const MEMBERS = 120;
const AT_ONCE = 20;
/** What has just been done is tidied up after so many milliseconds. */
const REST_MS = 8000;
const SECOND_MS = 1000;

/** One life of the program, over a database that there is: all that is measured of it while it is played with. */
export async function session(database: string, extent: Extent): Promise<Session> {
  const stage = await Stage.open(extent.tables, MEMBERS);
  const life = stage.program(database);
  const rounds: Measured[] = [];
  const measured = async (playing: () => Promise<Round>) => {
    const round = await watched(life, playing);
    rounds.push(round);
    return round;
  };
  try {
    await life.ready;
    await wait(REST_MS);
    const atStart = residentNow(life);
    const tables = stage.channels.map((channel, seed) => new PressedTable(stage.sandbox, channel, seed));
    const load = new Load(stage.post, tables, stage.members);
    await measured(() => load.all(AT_ONCE));
    const single = await measured(() => load.oneByOne(extent.single));
    await measured(() => load.steady(extent.rate, extent.warmUp));
    const steady = await measured(() => load.steady(extent.rate, extent.seconds));
    const flatOut = await measured(() => load.flatOut(extent.flatOut));
    await wait(REST_MS);
    const atRest = residentNow(life);
    await left(life);
    for (const round of rounds) round.lost = lostOf(database, round.sent);
    return { atStart, atRest, single, steady, flatOut };
  } finally {
    await left(life);
    await stage.close();
  }
}

/** A start of the program over a database: milliseconds until it serves. */
export async function started(database: string): Promise<number> {
  const stage = await Stage.open(0, 0);
  const life = stage.program(database);
  try {
    await life.ready;
    return life.served ?? Number.NaN;
  } finally {
    await left(life);
    await stage.close();
  }
}

/** Megabytes of a program that has one campaign, at rest. */
export async function residentWithOne(database: string): Promise<readonly number[]> {
  const stage = await Stage.open(1, 10);
  const life = stage.program(database);
  try {
    await life.ready;
    const tables = stage.channels.map((channel, seed) => new PressedTable(stage.sandbox, channel, seed));
    await new Load(stage.post, tables, stage.members).oneByOne(8);
    await wait(REST_MS);
    return residentNow(life);
  } finally {
    await left(life);
    await stage.close();
  }
}

async function left(life: Program): Promise<void> {
  await (life.over ? life.ended : life.leave());
}

function residentNow({ pid }: Program): number[] {
  const megabytes = resident(pid);
  return megabytes === null ? [] : [megabytes];
}

async function watched(life: Program, playing: () => Promise<Round>): Promise<Measured> {
  const seen: number[] = [];
  const each = setInterval(() => seen.push(...residentNow(life)), SECOND_MS);
  const [before, begun] = [used(life.pid), performance.now()];
  const round = await playing();
  const [after, took] = [used(life.pid), performance.now() - begun];
  clearInterval(each);
  const core = before === null || after === null ? [] : [((after - before) / took) * 100];
  return { ...round, core, resident: seen, lost: 0 };
}
