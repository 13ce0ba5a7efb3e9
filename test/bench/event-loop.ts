/**
 * The longest time, in milliseconds, between two turns of the event loop while some work goes on: as long as anything else had to
 * wait. Rejects as the work does.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let watching = true;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = performance.now();
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
