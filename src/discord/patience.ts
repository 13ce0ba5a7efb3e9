/** What a promise comes to, or `late` where that takes longer than `ms` milliseconds. It is left to itself then. */
export async function within<Result, Late>(ms: number, work: Promise<Result>, late: Late): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
