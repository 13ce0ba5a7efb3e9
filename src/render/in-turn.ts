/**
 * Makes a queue: what is given to it is done in the order given, at most so many at once. One that fails does not stop the next.
 */
export function inTurn(atOnce = 1): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next at once: nobody who comes meanwhile takes it.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
