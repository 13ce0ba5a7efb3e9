import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used so far, with all that it has started: milliseconds of CPU. */
export interface Used {
  readonly all: number;
  /** By thread. */
  readonly threads: ReadonlyMap<string, number>;
}

/** As Linux counts it. */
const TICK_MS = 10;

/** Null: this system does not tell. */
export function used(pid: number): Used | null {
  const threads = new Map<string, number>();
  for (const process of family(pid))
    for (const thread of entries(`/proc/${process}/task`)) {
      const [, after = ''] = read(`/proc/${process}/task/${thread}/stat`).split(') ');
      const [user = 0, system = 0] = after.split(' ').slice(11, 13).map(Number);
      threads.set(thread, (user + system) * TICK_MS);
    }
  return threads.size === 0 ? null : { all: [...threads.values()].reduce((sum, ms) => sum + ms, 0), threads };
}

/** What was used between: by all, and by the thread that used most. */
export function usedSince(before: Used, after: Used): { readonly all: number; readonly busiest: number } {
  const each = [...after.threads].map(([thread, ms]) => ms - (before.threads.get(thread) ?? 0));
  return { all: after.all - before.all, busiest: Math.max(0, ...each) };
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
