/** Resolves to `late` if `work` takes longer than `ms` milliseconds; `work` itself goes on. */
export function withTimeout<Result, Late>(ms: number, work: Promise<Result>, late: Late): Promise<Result | Late> {
  return withRenewedTimeout(ms, work, late, () => {});
}

/**
 * Like `withTimeout`, with a timer that can restart.
 * @param renewed gets the function that restarts it
 */
export async function withRenewedTimeout<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: Late,
  renewed: (renew: () => void) => void,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  renewed(() => timer?.refresh());
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    // A restart of the cleared timer would keep the process alive.
    timer = undefined;
  }
}
