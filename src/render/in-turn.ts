/** Does work in its turn; `whose` it is decides between those that wait. */
export type InTurn = <T>(work: () => Promise<T>, whose?: string) => Promise<T>;

/**
 * Makes a queue that does at most so many things at once. Whoever waits with several lets the others go between: of each in turn one is
 * done, theirs in the order given. One that fails does not stop the next.
 */
export function inTurn(atOnce = 1): InTurn {
  let free = atOnce;
  /** By whose they are; whoever was served last stands last. */
  const waiting = new Map<string, (() => void)[]>();
  return async (work, whose = '') => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => enqueue(waiting, whose, resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next at once: nobody who comes meanwhile takes it.
      const next = dequeue(waiting);
      if (next) next();
      else free++;
    }
  };
}

function enqueue(waiting: Map<string, (() => void)[]>, whose: string, begin: () => void): void {
  const line = waiting.get(whose);
  if (line) line.push(begin);
  else waiting.set(whose, [begin]);
}

function dequeue(waiting: Map<string, (() => void)[]>): (() => void) | undefined {
  for (const [whose, line] of waiting) {
    const next = line.shift();
    waiting.delete(whose);
    if (line.length > 0) waiting.set(whose, line);
    return next;
  }
  return undefined;
}
