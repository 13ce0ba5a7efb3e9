import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { Program } from '../../harness/program.ts';
import { ROAD, systemOf } from '../played.ts';
import { lostOf } from './audit.ts';
import { Load, type Round } from './load.ts';
import { resident, type Used, used, usedSince } from './process.ts';
import { Stage } from './stage.ts';
import { PressedTable, TypedTable } from './tables.ts';

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
  readonly road: { readonly tables: number; readonly rate: number; readonly seconds: number };
}

/** A round, with what the program used meanwhile. */
export interface Measured extends Round {
  /** Parts of one core, in per cent: all of the program, its busiest thread, this process, which is Discord. Empty: not known here. */
  readonly core: readonly number[];
  readonly busiest: readonly number[];
  readonly discord: readonly number[];
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
  readonly road: Measured;
}

/** So many that none presses as often as they may. */
const MEMBERS = 120;
const AT_ONCE = 20;
/** What has just been done is tidied up after so many milliseconds. */
const REST_MS = 8000;
const SECOND_MS = 1000;

/** One life of the program, over a database that there is: all that is measured of it while it is played with. */
export async function session(database: string, extent: Extent): Promise<Session> {
  const stage = await Stage.open(extent.tables + extent.road.tables, MEMBERS);
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
    const channels = stage.channels.slice(0, extent.tables);
    const tables = channels.map((channel, seed) => new PressedTable(stage.sandbox, channel, seed));
    const load = new Load(stage.post, tables, stage.members);
    await measured(() => load.all(AT_ONCE));
    const single = await measured(() => load.oneByOne(extent.single));
    await measured(() => load.steady(extent.rate, extent.warmUp));
    const steady = await measured(() => load.steady(extent.rate, extent.seconds));
    const flatOut = await measured(() => load.flatOut(extent.flatOut));
    const road = await measuredRoad(stage, database, extent, measured);
    await wait(REST_MS);
    const atRest = residentNow(life);
    await left(life);
    for (const round of rounds) round.lost = lostOf(database, round.sent);
    return { atStart, atRest, single, steady, flatOut, road };
  } finally {
    await left(life);
    await stage.close();
  }
}

async function measuredRoad(
  stage: Stage,
  file: string,
  { tables: others, road }: Extent,
  measured: (playing: () => Promise<Round>) => Promise<Measured>,
): Promise<Measured> {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    const system = systemOf(ROAD);
    const tables = stage.channels.slice(others).map((channel, seed) => {
      const member = stage.members[seed % stage.members.length] as string;
      return new TypedTable(stage.sandbox, channel, seed, { system, database, member });
    });
    const load = new Load(stage.post, tables, stage.members);
    await measured(() => load.all(AT_ONCE));
    for (const table of tables) await table.sit();
    await measured(() => load.all(AT_ONCE));
    return await measured(() => load.steady(road.rate, road.seconds));
  } finally {
    database.close();
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
  const [before, own, begun] = [used(life.pid), process.cpuUsage(), performance.now()];
  const round = await playing();
  const took = performance.now() - begun;
  const { user, system } = process.cpuUsage(own);
  clearInterval(each);
  const discord = ((user + system) / 1000 / took) * 100;
  return { ...round, ...partsOf(before, used(life.pid), took), discord: [discord], resident: seen, lost: 0 };
}

function partsOf(before: Used | null, after: Used | null, took: number): Pick<Measured, 'core' | 'busiest'> {
  if (!before || !after) return { core: [], busiest: [] };
  const { all, busiest } = usedSince(before, after);
  return { core: [(all / took) * 100], busiest: [(busiest / took) * 100] };
}
