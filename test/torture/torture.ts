import { join } from 'node:path';
import type { Tables } from '../harness/crowd.ts';
import { inFolder } from '../harness/long-run.ts';
import { Luck } from '../harness/luck.ts';
import { expectAllSeen } from './ending.ts';
import { Lane } from './lane.ts';
import { drawn, MOMENTS, type MomentName } from './moments.ts';

export interface Torture {
  readonly seed: number;
  /** How often the program is killed, at least. */
  readonly kills: number;
  /** How many programs, each with its own database, are tortured side by side. */
  readonly lanes: number;
  /** The tables where members play; by default of every kind. */
  readonly tables?: Tables;
  /** Whether messages are limited as Discord limits them. */
  readonly limits?: boolean;
  /** The first moments, in their order; after them, moments are drawn. */
  readonly moments?: readonly MomentName[];
}

/** Counts by their names. */
export type Report = Readonly<Record<string, number>>;

/** Its errors name the folder with the databases, the logs, the moments of all kills so far, and what was told and shown. */
export async function torture(asked: Torture, tell: (words: string) => void = () => {}): Promise<Report> {
  const { seed, kills, lanes, moments = [], ...where } = asked;
  const began = performance.now();
  return inFolder('torture', async (folder) => {
    const all = await Promise.all(
      Array.from({ length: lanes }, (_, at) => Lane.open(join(folder, `lane-${at + 1}`), `${seed}/${at + 1}`, where)),
    );
    const killed = () => all.reduce((sum, lane) => sum + lane.killed, 0);
    const first = [...moments];
    const draw = drawn(new Luck(`${seed} moments`));
    let left = kills;
    const run = async (lane: Lane): Promise<Report> => {
      await lane.begin();
      while (left > 0) {
        const before = lane.killed;
        // Kills under way in other lanes count as done; otherwise all lanes would do the last ones.
        left -= 1;
        await lane.cycle(first.shift() ?? draw());
        left += 1 - (lane.killed - before);
        if (killed() % 10 === 0) tell(`${killed()} kills`);
      }
      return expectAllSeen(lane);
    };
    try {
      const seen = await Promise.all(all.map(run));
      const errors = all.flatMap((lane) => lane.errors);
      if (errors.length > 0) throw new Error(`It logged errors:\n${errors.slice(0, 20).join('\n')}`);
      return reportOf(all, seen, (performance.now() - began) / 1000);
    } catch (error) {
      for (const lane of all) lane.keep();
      throw error;
    } finally {
      await Promise.all(all.map((lane) => lane.close()));
    }
  });
}

function reportOf(lanes: readonly Lane[], seen: readonly Report[], seconds: number): Report {
  const sum = (of: (lane: Lane) => number) => lanes.reduce((all, lane) => all + of(lane), 0);
  const moments = Object.keys(MOMENTS) as MomentName[];
  const starts = lanes.flatMap((lane) => lane.starts).sort((a, b) => a - b);
  return {
    ...Object.fromEntries(moments.map((moment) => [moment, sum(({ kills }) => kills.get(moment) ?? 0)])),
    killed: sum((lane) => lane.killed),
    seconds: Math.round(seconds),
    'a start takes, ms': Math.round(starts[Math.floor(starts.length / 2)] ?? 0),
    'the longest leave, ms': Math.round(Math.max(...lanes.map(({ longestLeave }) => longestLeave))),
    'things members did': sum(({ crowd }) => crowd.count.sent),
    'delivered twice': sum(({ crowd }) => crowd.count.redelivered),
    'acknowledged, and there once': sum(({ audited }) => audited?.acknowledged ?? 0),
    unanswered: sum(({ crowd }) => crowd.count.unanswered),
    'of these done all the same': sum(({ audited }) => audited?.doneUnheard ?? 0),
    votes: sum(({ audited }) => audited?.votes ?? 0),
    threads: sum(({ sandbox }) => sandbox.world.threads.length),
    ...Object.fromEntries(
      Object.keys(seen[0] ?? {}).map((what) => [what, seen.reduce((all, one) => all + (one[what] ?? 0), 0)]),
    ),
    'delivered again at a restart': sum(({ replayed }) => replayed),
  };
}
