/** What a promise comes to, or `late` where that takes longer than `ms` milliseconds. It is left to itself then. */
export function withTimeout<Result, Late>(ms: number, work: Promise<Result>, late: Late): Promise<Result | Late> {
  return withRenewedTimeout(ms, work, late, () => {});
}

/**
 * The same, where the patience begins anew whenever there is something to hope for.
 * @param renewed is given what is to be called then
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
    timer = undefined;
  }
}
