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

/** What this process has used of the processor, in milliseconds: what other programs take meanwhile does not count. */
export function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
