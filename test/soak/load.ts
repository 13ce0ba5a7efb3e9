import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { lostOf } from '../bench/load/audit.ts';
import { Load } from '../bench/load/load.ts';
import { Stage } from '../bench/load/stage.ts';
import { PressedTable, TypedTable } from '../bench/load/tables.ts';
import { ROAD, systemOf } from '../bench/played.ts';
import { inFolder } from '../harness/long-run.ts';
import type { Program } from '../harness/program.ts';
import { type Course, courseOf, watchResident } from './resident.ts';

export interface LoadAsked {
  /** Orders a second. */
  readonly rate: number;
  readonly minutes: number;
}

export interface LoadReport {
  readonly orders: number;
  /** Orders that were not acknowledged, are in no log and were not refused, or have no map. */
  readonly lost: number;
  /** Orders that came when the game had gone on: the member was told so. */
  readonly refused: number;
  /** Orders that no table could take when they were due: all waited for their maps. */
  readonly unsent: number;
  /** Milliseconds until an order was acknowledged, and until its map was there: the median, 99 of 100, and the most. */
  readonly acknowledged: readonly number[];
  readonly mapped: readonly number[];
  readonly memory: Course | null;
}

const CHANNELS = 100;
/** Of these, where both sides of Road to Richmond are played. */
const ROADS = 4;
/** So many that none presses as often as they may. */
const MEMBERS = 300;
const AT_ONCE = 20;
const CHUNK_S = 60;

/** Members play in a hundred channels at a fixed rate, with the program as the service runs it. */
export async function loadFor({ rate, minutes }: LoadAsked, tell: (line: string) => void): Promise<LoadReport> {
  return inFolder('load', async (folder) => {
    const stage = await Stage.open(CHANNELS, MEMBERS);
    const file = join(folder, 'games.sqlite');
    const life = stage.program(file);
    try {
      await life.ready;
      return await played(stage, life, file, { rate, minutes }, tell);
    } finally {
      void life.kill();
      await stage.close();
    }
  });
}

async function played(
  stage: Stage,
  life: Program,
  file: string,
  { rate, minutes }: LoadAsked,
  tell: (line: string) => void,
): Promise<LoadReport> {
  const memory = watchResident(life.pid);
  const reader = new BetterSqlite3(file, { readonly: true });
  const system = systemOf(ROAD);
  const roads = stage.channels.slice(0, ROADS).map((channel, seed) => {
    const member = stage.members[seed % stage.members.length] as string;
    return new TypedTable(stage.sandbox, channel, seed, { system, database: reader, member });
  });
  const others = stage.channels.slice(ROADS).map((channel, seed) => new PressedTable(stage.sandbox, channel, seed));
  await new Load(stage.post, [...roads, ...others], stage.members).all(AT_ONCE);
  for (const road of roads) await road.sit();
  const load = new Load(stage.post, [...roads, ...others], stage.members);
  const rounds: Awaited<ReturnType<Load['steady']>>[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const round = await load.steady(rate, CHUNK_S);
    rounds.push(round);
    const now = memory.readings.at(-1)?.megabytes ?? Number.NaN;
    tell(`${minute} min: ${round.sent.length} orders, ${Math.round(now)} MB`);
  }
  memory.stop();
  reader.close();
  await life.leave();
  const sent = rounds.flatMap((round) => round.sent);
  const spread = (of: (one: (typeof sent)[number]) => number | null) => {
    const times = sent.flatMap((one) => (of(one) === null ? [] : [(of(one) as number) - one.at]));
    const sorted = times.sort((one, other) => one - other);
    return [0.5, 0.99, 1].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN);
  };
  return {
    orders: sent.length,
    lost: lostOf(file, sent),
    refused: sent.filter(({ refused }) => refused).length,
    unsent: rounds.reduce((sum, round) => sum + round.unsent, 0),
    acknowledged: spread(({ acknowledged }) => acknowledged),
    mapped: spread(({ mapped }) => mapped),
    memory: courseOf(memory.readings),
  };
}
