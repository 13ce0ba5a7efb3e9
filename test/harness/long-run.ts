import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Disagreement } from './audit.ts';
import { behind } from './database.ts';

/** Something was not so. The message names the folder with all that was left. */
class Failed extends Error {
  override readonly name = 'Failed';
}

/** A signal ends this process with 130, and whatever it runs with it. */
export function endsBySignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}

/** Ends this process: with 0 once the work is done and what it found is printed, with 1 where it throws. */
export async function longRun(work: () => Promise<string>): Promise<never> {
  endsBySignal();
  try {
    console.log(await work());
  } catch (error) {
    console.error(error instanceof Failed ? error.message : error);
    process.exit(1);
  }
  process.exit();
}

/**
 * Works in a new folder, which is kept where the work fails.
 * @throws Failed
 */
export async function inFolder<Result>(name: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `council-${name}-`)));
  try {
    const result = await work(folder);
    rmSync(folder, { recursive: true, force: true });
    return result;
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Failed(`${why}\nThe databases, and what was noted beside them, are kept in ${folder}`, { cause: error });
  }
}

/** Waits until every channel has seen and heard what was done there. @throws Disagreement after so many milliseconds */
export async function quietIn(files: readonly string[], patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (let calm = 0; calm < 3; ) {
    const left = files.flatMap((file) => Object.entries(behind(file)).filter(([, count]) => count > 0));
    calm = left.length === 0 ? calm + 1 : 0;
    if (performance.now() > until) throw new Disagreement(`Still to be seen: ${JSON.stringify(left)}`);
    await pause(100);
  }
}

type Cell = string | number;

/** Rows in columns, figures to the right. A row of one cell stands by itself. */
export function columns(rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)));
  const tabled = texts.filter(({ length }) => length > 1);
  const widths = tabled.reduce<number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  );
  const placed = (cell: string, at: number) =>
    /^[\d.,]+$/.test(cell) ? cell.padStart(widths[at] as number) : cell.padEnd(widths[at] as number);
  return texts.map((row) => (row.length === 1 ? row : row.map(placed)).join('  ').trimEnd()).join('\n');
}
