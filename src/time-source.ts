/** Time and timers; tests pass a clock that they move by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `act` once, `ms` milliseconds from now, unless the returned function is called before. */
  after(ms: number, act: () => void): () => void;
}

/** The machine's own time. Its timers keep the process alive until they have struck or are cancelled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Moves the time on by `ms` milliseconds and calls, in order, all that falls due on the way. */
  advance(ms: number): void;
}

/** A clock for tests that begins at `start` (milliseconds since 1970; the present by default). */
export function manualClock(start: number = Date.now()): ManualClock {
  let now = start;
  const due = new Set<{ at: number; act: () => void }>();
  return {
    now: () => now,
    after(ms, act) {
      const entry = { at: now + ms, act };
      due.add(entry);
      return () => due.delete(entry);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const next = earliest(due);
        if (next === undefined || next.at > until) break;
        due.delete(next);
        now = Math.max(now, next.at);
        next.act();
      }
      now = until;
    },
  };
}

/** The one set first among those that fall due first. */
function earliest<T extends { readonly at: number }>(due: Iterable<T>): T | undefined {
  let first: T | undefined;
  for (const entry of due) if (first === undefined || entry.at < first.at) first = entry;
  return first;
}
