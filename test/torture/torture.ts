import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Luck } from '../process/council/chance.ts';
import { expectAllSeen, type Seen } from './ending.ts';
import { Lane } from './lane.ts';
import { MOMENTS, type Moment } from './moments.ts';

export interface Torture {
  readonly seed: number;
  /** How often the program is killed, at least. */
  readonly kills: number;
  /** How many programs, each with its own database, are tortured side by side. */
  readonly lanes: number;
}

/** What was done, and what was found. */
export interface Report extends Torture {
  readonly killed: number;
  readonly kinds: Readonly<Partial<Record<Moment, number>>>;
  /** Milliseconds that a start takes: the one in the middle. */
  readonly start: number;
  readonly longestLeave: number;
  readonly seconds: number;
  readonly sent: number;
  readonly unanswered: number;
  readonly redelivered: number;
  /** Of what was acknowledged, delivered once more to the next process. */
  readonly replayed: number;
  readonly acknowledged: number;
  readonly doneUnheard: number;
  readonly votes: number;
  readonly threads: number;
  readonly seen: Seen;
}

/** Something did not agree. The folder has the databases, the logs, the moments of all kills so far, and what was told and shown. */
export class Failed extends Error {
  override readonly name = 'Failed';
  constructor(folder: string, kills: number, cause: unknown) {
    const why = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    super(
      `After ${kills} kills: ${why}\nThe databases, the logs, the moments of the kills, and what was told and shown are kept in ${folder}`,
      { cause },
    );
  }
}

const SETUP = fileURLToPath(new URL('../../src/setup/run.mjs', import.meta.url));

/** @throws Failed */
export async function torture(
  { seed, kills, lanes }: Torture,
  tell: (words: string) => void = () => {},
): Promise<Report> {
  // Once: of programs that start side by side one would wait for the other to build it, and say so.
  execFileSync(process.execPath, [SETUP, 'build']);
  const began = performance.now();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'council-torture-')));
  const all = await Promise.all(
    Array.from({ length: lanes }, (_, at) => Lane.open(join(folder, `lane-${at + 1}`), `${seed}/${at + 1}`)),
  );
  const killed = () => all.reduce((sum, lane) => sum + lane.killed, 0);
  try {
    const drawn = drawing(new Luck(`${seed} moments`));
    let left = kills;
    const run = async (lane: Lane): Promise<Seen> => {
      await lane.begin();
      while (left > 0) {
        const before = lane.killed;
        // What others have under way counts as done: the last kills are not done by all of them.
        left -= 1;
        await lane.cycle(drawn());
        left += 1 - (lane.killed - before);
        if (killed() % 10 === 0) tell(`${killed()} kills`);
      }
      return expectAllSeen(lane);
    };
    const seen = await Promise.all(all.map(run));
    const errors = all.flatMap((lane) => lane.errors);
    if (errors.length > 0) throw new Error(`It logged errors:\n${errors.slice(0, 20).join('\n')}`);
    const report = reportOf({ seed, kills, lanes }, all, seen, (performance.now() - began) / 1000);
    rmSync(folder, { recursive: true, force: true });
    return report;
  } catch (error) {
    for (const lane of all) lane.keep();
    throw new Failed(folder, killed(), error);
  } finally {
    await Promise.all(all.map((lane) => lane.close()));
  }
}

/** Every kind of moment comes in its turn, the more often the more it weighs, and each once before any comes much oftener. */
function drawing(luck: Luck): () => Moment {
  const bag: Moment[] = [];
  const kinds = Object.entries(MOMENTS) as [Moment, number][];
  return () => {
    if (bag.length === 0)
      bag.push(...luck.shuffled(kinds.flatMap(([moment, weight]) => Array.from({ length: weight }, () => moment))));
    return bag.pop() as Moment;
  };
}

function reportOf(asked: Torture, lanes: readonly Lane[], seen: readonly Seen[], seconds: number): Report {
  const sum = (of: (lane: Lane) => number) => lanes.reduce((all, lane) => all + of(lane), 0);
  const kinds = Object.fromEntries(
    (Object.keys(MOMENTS) as Moment[]).map((moment) => [moment, sum(({ kills }) => kills.get(moment) ?? 0)]),
  );
  const starts = lanes.flatMap((lane) => lane.starts).sort((a, b) => a - b);
  return {
    ...asked,
    killed: sum((lane) => lane.killed),
    kinds,
    start: starts[Math.floor(starts.length / 2)] ?? 0,
    longestLeave: Math.max(...lanes.map(({ longestLeave }) => longestLeave)),
    seconds,
    sent: sum(({ crowd }) => crowd.count.sent),
    unanswered: sum(({ crowd }) => crowd.count.unanswered),
    replayed: sum(({ replayed }) => replayed),
    redelivered: sum(({ crowd }) => crowd.count.redelivered),
    acknowledged: sum(({ audited }) => audited?.acknowledged ?? 0),
    doneUnheard: sum(({ audited }) => audited?.doneUnheard ?? 0),
    votes: sum(({ audited }) => audited?.votes ?? 0),
    threads: sum(({ sandbox }) => sandbox.world.threads.length),
    seen: {
      orders: seen.reduce((all, one) => all + one.orders, 0),
      maps: seen.reduce((all, one) => all + one.maps, 0),
      late: seen.reduce((all, one) => all + one.late, 0),
      twice: seen.reduce((all, one) => all + one.twice, 0),
      lines: seen.reduce((all, one) => all + one.lines, 0),
      councils: seen.reduce((all, one) => all + one.councils, 0),
    },
  };
}
