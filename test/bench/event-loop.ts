/**
 * The longest time, in milliseconds, between two turns of the event loop while some work goes on: as long as anything else had to
 * wait. What other programs took of the processor meanwhile does not count. Rejects as the work does.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let used = process.cpuUsage();
  let watching = true;
  const turn = (): void => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    longest = Math.max(longest, Math.min(now - last, (user + system) / 1000));
    last = now;
    used = process.cpuUsage();
    if (watching) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = performance.now();
  used = process.cpuUsage();
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
