/** Does work when its turn comes. `whose`: the owner, between whom turns are shared. */
export type RoundRobin = <T>(work: () => Promise<T>, whose?: string) => Promise<T>;

/**
 * A queue that does at most so many things at once. Owners take turns: one thing of each, in the order given. A failure does not stop
 * the next.
 */
export function roundRobin(atOnce = 1): RoundRobin {
  let free = atOnce;
  /** By owner; the one served last stands last. */
  const waiting = new Map<string, (() => void)[]>();
  return async (work, whose = '') => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.set(whose, [...(waiting.get(whose) ?? []), resolve]));
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

function dequeue(waiting: Map<string, (() => void)[]>): (() => void) | undefined {
  for (const [whose, line] of waiting) {
    const next = line.shift();
    waiting.delete(whose);
    if (line.length > 0) waiting.set(whose, line);
    return next;
  }
  return undefined;
}
