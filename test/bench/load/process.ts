import { readdirSync, readFileSync } from 'node:fs';

/** As Linux counts it. */
const TICK_MS = 10;

/** Milliseconds of the processor that a process has used so far, with all that it has started. Null: this system does not tell. */
export function used(pid: number): number | null {
  const ticks = family(pid).flatMap((process) => {
    const [, after] = read(`/proc/${process}/stat`).split(') ');
    return (after?.split(' ').slice(11, 13) ?? []).map(Number);
  });
  return ticks.length === 0 ? null : ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
}

/** Megabytes that a process and all that it has started have in memory. Null: this system does not tell. */
export function resident(pid: number): number | null {
  const each = family(pid).map((process) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${process}/status`))?.[1] ?? 0));
  const sum = each.reduce((all, kilobytes) => all + kilobytes, 0);
  return sum === 0 ? null : (sum * 1024) / 1_000_000;
}

function family(pid: number): string[] {
  const children = entries(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  );
  return [String(pid), ...children.flatMap((child) => family(Number(child)))];
}

/** Nothing where it is not there, or not any more. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
