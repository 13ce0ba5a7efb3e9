/** One thing that is measured: an entry of the benchmark. */
export interface Measure {
  readonly name: string;
  readonly unit: 'ms' | 'KB' | 'MB' | 'a second';
  /** What the median is to keep to. */
  readonly target?: Target;
  /** Does the work as often as it takes, the same each time, and gives what was measured each time. */
  run(): Promise<readonly number[]>;
}

export type Target = { readonly most: number } | { readonly least: number };

/** Measures that belong together. */
export interface Section {
  readonly title: string;
  readonly measures: readonly Measure[];
}

export interface Result {
  readonly section: string;
  readonly name: string;
  readonly unit: Measure['unit'];
  readonly median: number;
  /** Null: measured once only. */
  readonly p99: number | null;
  readonly times: number;
  readonly target: Target | null;
  /** Null: there is no target. */
  readonly met: boolean | null;
}

export async function resultOf({ title }: Section, { name, unit, target, run }: Measure): Promise<Result> {
  const values = [...(await run())].sort((a, b) => a - b);
  if (values.length === 0) throw new Error(`${title}, ${name}: nothing was measured`);
  const median = atPart(values, 0.5);
  const met = target === undefined ? null : 'most' in target ? median <= target.most : median >= target.least;
  const p99 = values.length === 1 ? null : atPart(values, 0.99);
  return { section: title, name, unit, median, p99, times: values.length, target: target ?? null, met };
}

/** The value that a part of all do not exceed (nearest rank). `values`: lowest first. */
function atPart(values: readonly number[], part: number): number {
  return values[Math.max(0, Math.ceil(values.length * part) - 1)] as number;
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
