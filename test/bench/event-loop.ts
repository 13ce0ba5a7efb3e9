import { openSync, readSync } from 'node:fs';

/**
 * The longest time, in milliseconds, between two turns of the event loop while some work goes on: as long as anything else had to
 * wait. Rejects as the work does.
 * @param clock milliseconds: of the wall, or as `processor` counts them
 */
export async function longestHold(
  work: () => Promise<unknown>,
  clock: () => number = () => performance.now(),
): Promise<number> {
  let longest = 0;
  let last = clock();
  let watching = true;
  const turn = (): void => {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = clock();
  setImmediate(turn);
  try {
    await work();
    // The piece that ended the work counts too.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    watching = false;
  }
  return longest;
}

/**
 * What the thread of the event loop has used of the processor, in milliseconds: neither what other programs take meanwhile counts nor
 * what other threads do, such as V8's collecting garbage beside it. Where Linux does not tell it, that of all threads.
 */
export const processor: () => number = ofThisThread() ?? ofAllThreads;

function ofAllThreads(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function ofThisThread(): (() => number) | null {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
  const text = Buffer.alloc(64);
  return () => {
    // Linux brings the file up to date when the process asks for its usage.
    process.cpuUsage();
    return Number.parseInt(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)), 10) / 1e6;
  };
}
