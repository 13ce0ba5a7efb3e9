/** Runs `work` in its turn. Owners (`whose`) share the turns. */
export type RoundRobin = <T>(work: () => Promise<T>, whose?: string) => Promise<T>;

/**
 * A queue that runs at most `atOnce` jobs at a time. Owners take turns with one job each; an owner's jobs run in the order given. A
 * failure does not stop the next.
 */
export function roundRobin(atOnce = 1): RoundRobin {
  let free = atOnce;
  /** By owner; the owner served last comes last. */
  const waiting = new Map<string, (() => void)[]>();
  return async (work, whose = '') => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.set(whose, [...(waiting.get(whose) ?? []), resolve]));
    try {
      return await work();
    } finally {
      // The place is handed straight to the next job, so that no newcomer takes it.
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
