import { columns } from '../harness/long-run.ts';

export type Unit = 'ms' | 'KB' | 'MB' | 'a second' | '%' | '×' | '';

/** A bound on a median, or where `at` says so on the 99th percentile. */
export type Bound = ({ readonly most: number } | { readonly least: number }) & { readonly at?: 'p99' };

/** Something that is measured: an entry of the benchmark. */
export interface Measure {
  readonly name: string;
  readonly unit: Unit;
  readonly target?: Bound | undefined;
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
  const met = target ? keeps(target.at === 'p99' ? (p99 ?? median) : median, target) : null;
  return { section: title, name, unit, median, p99, times: values.length, target: target ?? null, met };
}

function keeps(value: number, bound: Bound): boolean {
  return 'most' in bound ? value <= bound.most : value >= bound.least;
}

/** The value that a part of all do not exceed (nearest rank). `values`: lowest first, at least one. */
function atPart(values: readonly number[], part: number): number {
  return values[Math.max(0, Math.ceil(values.length * part) - 1)] as number;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return atPart(sorted, 0.5);
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

/** The results as a table of plain text, section by section. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap((result, index): (readonly string[])[] => [
    ...(result.section === results[index - 1]?.section ? [] : [[`\n${result.section}`]]),
    rowOf(result),
  ]);
  return columns([['', 'median', 'p99', '', 'target', ''], ...rows]);
}

function rowOf({ name, unit, median, p99, target, met }: Result): readonly string[] {
  const slow = p99 === null ? '' : figure(p99);
  return [`  ${name}`, figure(median), slow, unit, target ? bounds(target) : '', met === false ? 'missed' : ''];
}

function bounds(bound: Bound): string {
  const words = 'most' in bound ? `at most ${figure(bound.most)}` : `at least ${figure(bound.least)}`;
  return bound.at === 'p99' ? `p99 ${words}` : words;
}

/** Three digits, or all of a large number. */
function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(value + 1))) });
}
