import { type Bound, GOALS, type Goal, keeps } from './targets.ts';

export type Unit = 'ms' | 'KB' | 'MB' | 'a second' | '%' | '×' | '';

/** Something that is measured: an entry of the benchmark. */
export interface Measure {
  readonly name: string;
  readonly unit: Unit;
  /** What it is to keep to: a goal of the whole bot, or a bound of its own. */
  readonly target?: Goal | Bound;
  /** Does the work as often as it takes, the same each time, and gives what was measured each time. None: it cannot be measured here. */
  run(): Promise<readonly number[]>;
}

/** Measures that belong together. */
export interface Section {
  readonly title: string;
  readonly measures: readonly Measure[];
}

export interface Result {
  readonly section: string;
  readonly name: string;
  readonly unit: Unit;
  readonly median: number;
  /** Null: measured once only. */
  readonly p99: number | null;
  readonly times: number;
  readonly goal: Goal | null;
  readonly target: Bound | null;
  /** Null: there is no target. */
  readonly met: boolean | null;
}

/** Null: it cannot be measured here. */
export async function resultOf({ title }: Section, { name, unit, target, run }: Measure): Promise<Result | null> {
  const values = [...(await run())].sort((a, b) => a - b);
  if (values.length === 0) return null;
  const median = atPart(values, 0.5);
  // Of a rate the slow end.
  const p99 = values.length === 1 ? null : atPart(values, unit === 'a second' ? 0.01 : 0.99);
  const goal = typeof target === 'string' ? target : null;
  const bound = typeof target === 'string' ? boundOf(target) : (target ?? null);
  const met = bound && keeps({ median, p99 }, bound);
  return { section: title, name, unit, median, p99, times: values.length, goal, target: bound, met };
}

function boundOf(goal: Goal): Bound {
  const { words: _words, unit: _unit, ...bound } = GOALS[goal];
  return bound;
}

/** The value that a part of all do not exceed (nearest rank). `values`: lowest first, at least one. */
export function atPart(values: readonly number[], part: number): number {
  return values[Math.max(0, Math.ceil(values.length * part) - 1)] as number;
}

export function medianOf(values: readonly number[]): number {
  return atPart(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Milliseconds that each of some runs took, after some that do not count. `before` makes ready and is not timed. */
export async function timed<Ready>(
  times: number,
  before: () => Ready | Promise<Ready>,
  work: (ready: Ready) => unknown,
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let run = -Math.ceil(times / 10); run < times; run++) {
    const ready = await before();
    const start = performance.now();
    await work(ready);
    if (run >= 0) taken.push(performance.now() - start);
  }
  return taken;
}

/** The same work done once, however many measures are of it. */
export function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
